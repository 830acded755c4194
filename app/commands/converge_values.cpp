#include "commands/converge_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "files/user_error.h"
#include "fmm/redistribution.h"
#include "simulation/wall_time.h"

namespace app {
namespace {

constexpr std::size_t kMostRings = 8;  // of which there are rows

/// Energy and enstrophy without what waits for the next redistribution.
fmm::FlowMeasures settledSums(const fmm::VortexSystem& system) {
  fmm::Settings settings = system.settings();
  settings.redistribution.steps = fmm::Redistribution::kOff;
  settings.diffusion = fmm::Diffusion::coreSpreading;
  settings.viscosity = 0;
  return fmm::VortexSystem(settings, fmm::settledElements(system), {}).measure(true, true);
}

std::vector<FlowValue> valuesOf(Flow& flow) {
  flow.evaluate();
  const DiagnosticsSample sample = flow.measure(false, false);
  const fmm::FlowMeasures sums = settledSums(flow.system());
  std::vector<FlowValue> values = {{"energy", "L^5/T^2", sums.energy}, {"enstrophy", "L^3/T^2", sums.enstrophy}};
  for (std::size_t i = 0; i < std::min(sample.rings.size(), kMostRings); ++i) {
    values.push_back({fmt::format("ring {} position", i + 1), "L", sample.rings[i].position});
    values.push_back({fmt::format("ring {} speed", i + 1), "L/T", sample.rings[i].speed});
  }
  return values;
}

}  // namespace

ConvergedFlow runFlow(const Scene& scene, std::int64_t steps, const std::function<void()>& stepped) {
  const auto start = std::chrono::steady_clock::now();
  Flow flow(scene);
  ConvergedFlow result;
  result.elements = flow.system().elementCount();
  fmm::EvaluationReport report;
  flow.evaluate(report);
  flow.measure(false, false);  // what positions and speeds of rings refer to
  for (std::int64_t i = 0; i < steps; ++i) {
    flow.advance(1, report);
    if (result.spacing == 0) result.spacing = flow.system().refinement().lattice.spacing;
    flow.judge();
    if (!flow.whyLost().empty())
      throw UserError(
          fmt::format("{}: with {} elements and dt = {:.6g} the flow is lost at t = {:.6g} ({}); allowed: "
                      "--until of less",
                      scene.name, result.elements, scene.settings.timeStep, flow.system().time(), flow.whyLost()));
    stepped();
  }
  const fmm::LatticeReport& lattice = flow.system().refinement().lattice;
  result.coarsened = lattice.coarsenings > 0 || lattice.threshold > flow.system().settings().nodeThreshold;
  result.values = valuesOf(flow);
  result.seconds = secondsSince(start);
  return result;
}

}  // namespace app
