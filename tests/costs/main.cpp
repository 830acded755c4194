// What the parts of an evaluation cost on a thread, as fmm/src/tuning/processor_costs.cpp has it: prints rows of its
// tables for the instruction set in use, and how well the built-in and the new ones describe the evaluations measured.
// Takes ten minutes; nothing else should run.
//   RINGLET_SIMD=AVX2 build/bin/fmm_costs
// With --rows also every evaluation: what was counted, and the times of its stages in microseconds.

#include <cstdio>
#include <cstring>
#include <exception>

#include "fit.h"

namespace {

using namespace costs;

void print(const fmm::OrderCost& cost) {
  std::printf("{%.3g, %.3g, %.3g}, ", cost.cubic, cost.square, cost.fixed);
}
void print(const fmm::ProcessorCosts& costs) {
  std::printf("    {%.3g, %.3g, %.3g, {", costs.pair, costs.gradientFactor, costs.exactFactor);
  for (std::size_t k = 0; k < costs.coreFactor.size(); ++k)
    std::printf("%s%.3g", k > 0 ? ", " : "", costs.coreFactor[k]);
  std::printf("}, %.3g, ", costs.correctedFactor);
  print(costs.translation);
  print(costs.cell);
  print(costs.element);
  print(costs.target);
  std::printf("%.3g, %.3g, %.3g, %.3g, %.3g},\n", costs.gradientTargetFactor, costs.nearRead, costs.correctedRead,
              costs.point, costs.listEntry);
}
void print(const TreeEvaluation& e) {
  const fmm::WorkCounts& w = e.work;
  std::printf("row core %d order %d work", static_cast<int>(e.core), e.order);
  for (const double count :
       {w.velocityPairs, w.gradientPairs, w.correctedVelocityPairs, w.correctedGradientPairs, w.nearReads,
        w.correctedReads, w.farPairs, w.listEntries, w.cells, w.levels, w.elements, w.targets, w.gradientTargets})
    std::printf(" %.6g", count);
  std::printf(" us");
  for (const double stage : {e.near, e.transfer, e.upward, e.downward, e.points}) std::printf(" %.4g", 1e6 * stage);
  std::printf("\n");
}

void measure(bool rows) {
  const fmm::InstructionSet set = fmm::instructionSet();
  for (const Space space : {Space::space, Space::plane}) {
    for (const Precision precision : {Precision::single, Precision::real64}) {
      const auto evaluations = treeEvaluations(precision, space);
      const fmm::ProcessorCosts costs = fitted(evaluations, precision, space);
      std::printf("%s, %s, %s, %zu evaluations\n", nameOf(set), toString(space).data(), toString(precision).data(),
                  evaluations.size());
      print(costs);
      std::printf("  built in: %s\n", sharesText(evaluations, processorCosts(set, precision, space)).c_str());
      std::printf("  measured: %s\n", sharesText(evaluations, modelOf(costs, set, precision)).c_str());
      for (std::size_t k = 0; rows && k < evaluations.size(); ++k) print(evaluations[k]);
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool rows = argc == 2 && std::strcmp(argv[1], "--rows") == 0;
  if (argc > 1 && !rows) return std::fprintf(stderr, "usage: fmm_costs [--rows]\n"), 2;
  try {
    fmm::requireInstructionSet();
    measure(rows);
  } catch (const std::exception& error) {
    return std::fprintf(stderr, "fmm_costs: %s\n", error.what()), 1;
  }
  return 0;
}
