// How long the parts of an evaluation take on this machine.

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "fmm/costs.h"
#include "fmm/cuda.h"
#include "fmm/vortex_system.h"
#include "fmm/workloads.h"

namespace fmm {
namespace {

double stages(const EvaluationReport& report, std::initializer_list<std::string_view> names) {
  double sum = 0;
  for (const StageTime& stage : report.stages)
    if (std::find(names.begin(), names.end(), stage.name) != names.end()) sum += stage.seconds;
  return sum;
}

CostParts partsOf(const EvaluationReport& report) {
  return {stages(report, {"near"}), stages(report, {"transfer"}), stages(report, {"upward", "downward"}),
          stages(report, {"sort", "tree", "lists", "scatter"})};
}

constexpr std::array<double CostParts::*, 4> kParts = {&CostParts::pairs, &CostParts::translations,
                                                       &CostParts::expansions, &CostParts::points};

/// What was measured, the least of a few evaluations, since whatever else the machine does makes them longer; and what
/// was predicted.
struct Compared {
  CostParts measured, predicted;
};

Compared compare(const Settings& settings, const workloads::Workload& work) {
  constexpr int kEvaluations = 3;
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();  // chooses its parameters, and touches its memory for the first time
  Compared result;
  for (int i = 0; i < kEvaluations; ++i) {
    system.evaluate();
    const CostParts parts = partsOf(system.report());
    for (const auto part : kParts)
      result.measured.*part = i == 0 ? parts.*part : std::min(result.measured.*part, parts.*part);
  }
  result.predicted = system.report().predicted;
  return result;
}

Settings measuredOn(const FieldSettings& machine) {
  Settings settings;
  settings.backend = machine.backend;
  settings.precision = machine.precision;
  settings.threads = machine.threads;
  settings.stretching = Stretching::off;  // velocities alone
  settings.mesh = MeshUse::never;         // whose costs are no parts of the model
  return settings;
}

/// Of a size where launches cost little.
struct Sizes {
  explicit Sizes(const FieldSettings& machine) {
    if (machine.backend == Backend::cpu || !cudaBackendAvailable()) return;
    elements = std::size_t{1} << 17;
    tracers = std::size_t{1} << 20;
  }
  std::size_t elements = std::size_t{1} << 14, tracers = std::size_t{1} << 16;
};

}  // namespace

double costQuotient(const FieldSettings& machine) {
  const Sizes sizes(machine);
  const Compared found =
      compare(measuredOn(machine), workloads::overlapped(workloads::rings(sizes.elements, sizes.tracers)));
  return found.measured.total() / found.predicted.total();
}

CostParts measureCosts(const FieldSettings& machine) {
  const Settings settings = measuredOn(machine);
  const auto [elements, tracers] = Sizes(machine);
  const CostParts before = costsInUse(settings.backend, settings.precision);
  CostParts measured, predicted, factors;
  for (const workloads::Workload& work : {workloads::overlapped(workloads::rings(elements, tracers)),
                                          workloads::thin(workloads::cube(2 * elements, 2 * elements))}) {
    const Compared found = compare(settings, work);
    for (const auto part : kParts) {
      measured.*part += found.measured.*part;
      predicted.*part += found.predicted.*part;
    }
  }
  // All that expansions take has one factor: their parts are small, and what disturbs one would be taken for a law.
  double near = measured.pairs / predicted.pairs;
  double far = (measured.translations + measured.expansions) / (predicted.translations + predicted.expansions);
  // What the model leaves unexplained on the machines that it was fitted to is no difference between machines.
  constexpr double kAlike = 1.25;
  if (near < kAlike * far && far < kAlike * near) near = far = std::sqrt(near * far);
  factors = {before.pairs * near, before.translations * far, before.expansions * far,
             before.points * measured.points / predicted.points};
  for (const auto part : kParts)
    factors.*part = std::isfinite(factors.*part) ? std::clamp(factors.*part, kLeastCostFactor, kMostCostFactor) : 1;
  return factors;
}

}  // namespace fmm
