#include "evaluations.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "exec/cpu/instruction_set.h"
#include "exec/cpu/sort.h"
#include "fmm/support/field_rows.h"
#include "fmm/support/support.h"
#include "solver/cpu/fmm_pipeline.h"
#include "tuning/cost_model.h"

namespace costs {

using namespace fmm;
using fmm_test::Workload;

namespace {

constexpr int kRuns = 7;

/// Keeps the least time of each stage.
class LeastTimes {
 public:
  void add(const EvaluationReport& report) {
    for (const StageTime& stage : report.stages) {
      const auto [at, first] = least_.try_emplace(stage.name, stage.seconds);
      if (!first) at->second = std::min(at->second, stage.seconds);
    }
  }
  double of(const char* stage) const {
    const auto at = least_.find(stage);
    return at == least_.end() ? 0 : at->second;
  }

 private:
  std::map<std::string, double> least_;
};

struct Parameters {
  int order;
  double theta;
  Index leaf;  ///< elements of a leaf
};

template <class Real>
class Trees {
 public:
  Trees(const Workload& work, Regularisation core, bool gradient) : rows_(work, 1), gradient_(gradient) {
    settings_.regularisation = core;
    settings_.space = work.space;
    settings_.precision = sizeof(Real) == sizeof(float) ? Precision::single : Precision::real64;
    FieldTask<Real>& task = rows_.task;
    atElements_.resize(task.elementCount);
    atTargets_.resize(task.tracerCount);
    task.elementVelocity = atElements_.vector();
    task.tracerVelocity = atTargets_.vector();
    if (!gradient) return;
    gradients_.resize(task.elementCount);
    task.elementGradient = gradients_.all();
  }

  TreeEvaluation at(const Parameters& wanted) {
    const FieldTask<Real>& task = rows_.task;
    const CostModel costs = costModel(false, settings_.precision, settings_.space);
    FmmParameters p = chooseParameters(settings_, task.elementCount, task.tracerCount, gradient_);
    p.order = wanted.order;
    p.theta = wanted.theta;
    p.limits = {wanted.leaf, wanted.leaf + wanted.leaf * task.tracerCount / task.elementCount};
    p.directPairs = costs.directPairs(settings_.regularisation, false, p.order);
    TreeEvaluation made = {settings_.regularisation, p.order, {}, 0, 0, 0, 0, 0};
    pipeline_.sort(rows_.exec, task, {8, 16}, static_cast<std::size_t>(task.elementCount) + task.tracerCount);
    made.work = pipeline_.count(rows_.exec, task, p, costs.grain);
    LeastTimes times;
    for (int run = 0; run < kRuns; ++run) {
      EvaluationReport report;
      pipeline_.run(rows_.exec, task, settings_, p, report);
      times.add(report);
    }
    made.near = times.of("near");
    made.transfer = times.of("transfer");
    made.upward = times.of("upward");
    made.downward = times.of("downward");
    made.points = times.of("tree") + times.of("lists") + times.of("scatter");
    return made;
  }

 private:
  fmm_test::FieldRows<Real> rows_;
  const bool gradient_;
  FieldSettings settings_;
  Rows<CpuExec, Real, 3> atElements_, atTargets_;
  Rows<CpuExec, Real, 9> gradients_;
  FmmPipeline<CpuExec, Real> pipeline_;
};

const std::vector<Parameters> kAll = {{4, 0.75, 24}, {5, 0.65, 44}, {6, 0.55, 32},  {6, 0.7, 64},   {8, 0.7, 44},
                                      {8, 0.55, 88}, {10, 0.6, 64}, {12, 0.5, 100}, {14, 0.6, 128}, {16, 0.5, 160}};
const std::vector<Parameters> kFew = {{4, 0.7, 32}, {6, 0.6, 44}, {9, 0.6, 64}, {12, 0.55, 100}};

template <class Real>
void add(const Workload& work, Regularisation core, const std::vector<Parameters>& all,
         std::vector<TreeEvaluation>& made) {
  for (const bool gradient : {false, true}) {
    Trees<Real> trees(work, core, gradient);
    for (const Parameters& p : gradient ? kFew : all) made.push_back(trees.at(p));
  }
}

template <class Real>
std::vector<TreeEvaluation> evaluationsIn(Space space) {
  using namespace fmm_test;
  constexpr std::size_t kMany = 1 << 14, kSmall = 1 << 11;
  std::vector<TreeEvaluation> made;
  const Regularisation thinCore = Regularisation::cutoff, wideCore = Regularisation::gaussian;
  if (space == Space::plane) {
    add<Real>(thin(workloads::planeUniform(2 * kMany, 2 * kMany)), thinCore, kAll, made);
    add<Real>(thin(workloads::planeNormal(kSmall, 8 * kSmall)), thinCore, kAll, made);
    add<Real>(overlapped(workloads::planeUniform(kMany, kMany)), wideCore, kFew, made);
    return made;
  }
  add<Real>(thin(cube(kMany, kMany)), thinCore, kAll, made);
  add<Real>(thin(sphereSurface(kMany, kMany)), thinCore, kAll, made);
  add<Real>(thin(plummer(kMany, kMany)), thinCore, kFew, made);
  add<Real>(thin(rings(kSmall, 15 * kSmall)), thinCore, kAll, made);
  add<Real>(thin(cube(kSmall, kSmall)), thinCore, kFew, made);
  add<Real>(overlapped(sphereSurface(kMany, kMany)), wideCore, kFew, made);
  add<Real>(overlapped(rings(kSmall, 15 * kSmall)), wideCore, kFew, made);
  return made;
}

// ---- pairs ----------------------------------------------------------------------------------------------------------

/// Least time of the pairs of `targets` targets with all elements of a cube [s].
template <class Real>
double blockSeconds(const fmm_test::FieldRows<Real>& rows, const PairKind& kind, Space space, Index targets) {
  constexpr int kBlocks = 20;
  Rows<CpuExec, Real, 12> results;
  results.resize(rows.task.tracerCount);
  for (std::size_t k = 0; k < 12; ++k) std::fill_n(results[k], rows.task.tracerCount, Real(0));
  const auto& x = rows.task.tracers;
  TargetArrays<Real> to = {x[0], x[1], x[2], results[0], results[1], results[2], {}};
  for (std::size_t k = 0; kind.gradient && k < 9; ++k) to.gradient[k] = results[3 + k];
  const IndexRange all = {0, rows.task.elementCount};
  const PairTask<Real> task = {rows.task.elements,
                               &all,
                               1,
                               to,
                               targets,
                               {Real(0.5), Real(0.5), space == Space::plane ? Real(0) : Real(0.5)},
                               kind.core,
                               kind.exact ? PairAccuracy::exact : PairAccuracy::fast,
                               kind.correction,
                               Real(1e3),
                               space};
  double least = INFINITY;
  for (int block = 0; block < kBlocks; ++block) {
    EvaluationReport unused;
    StageTimer timer(unused);
    sumPairs(task);
    least = std::min(least, timer.lap());
  }
  return least;
}

template <class Real>
PairTimes pairTimesIn(const PairKind& kind, Space space) {
  constexpr std::size_t kElements = 4096;
  constexpr Index kFewTargets = 64, kManyTargets = 512, kCorrectedTargets = 128;  // as many as share a reading
  const Workload work = space == Space::plane ? workloads::planeUniform(kElements, kManyTargets)
                                              : fmm_test::cube(kElements, kManyTargets);
  const fmm_test::FieldRows<Real> rows(fmm_test::overlapped(work), 1);
  const Index many = kind.correction ? kCorrectedTargets : kManyTargets;
  const double few = blockSeconds(rows, kind, space, kFewTargets) / kElements;
  const double all = blockSeconds(rows, kind, space, many) / kElements;
  const double pair = (all - few) / (many - kFewTargets);
  return {pair, std::max(0.0, few - kFewTargets * pair)};
}

}  // namespace

std::vector<TreeEvaluation> treeEvaluations(Precision precision, Space space) {
  return precision == Precision::single ? evaluationsIn<float>(space) : evaluationsIn<double>(space);
}

PairTimes pairTimes(const PairKind& kind, Precision precision, Space space) {
  return precision == Precision::single ? pairTimesIn<float>(kind, space) : pairTimesIn<double>(kind, space);
}

}  // namespace costs
