// Results of a run of ringlet converge, and the limit of several runs.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "commands/bench/converge.h"
#include "files/user_error.h"
#include "fmm/redistribution.h"
#include "simulation/keep_pace.h"

namespace app {
namespace {

constexpr std::size_t kMostRings = 8;  // rings with rows of their own

/// Replaces elements below the plane by their images; those of nodes on it are lifted by a little.
void putAbove(const fmm::GroundPlane& plane, fmm::Elements& elements) {
  constexpr double kLift = 1e-4;  // of a core radius
  const fmm::Vec3 normal = (1 / fmm::norm(plane.normal)) * plane.normal;
  fmm::foldAbove(plane, elements);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double low = kLift * elements.coreRadius[i] - fmm::height(plane, elements.position[i]);
    if (low > 0) elements.position[i] = elements.position[i] + low * normal;
  }
}

/// Energy and enstrophy with the changes that wait for the next redistribution applied. What these move through the
/// ground has its image there.
fmm::FlowMeasures settledSums(const fmm::VortexSystem& system) {
  fmm::Settings settings = system.settings();
  fmm::Elements elements = fmm::settledElements(system);
  if (settings.ground) putAbove(*settings.ground, elements);
  settings.redistribution.steps = fmm::Redistribution::kOff;
  settings.diffusion = fmm::Diffusion::coreSpreading;
  settings.viscosity = 0;
  return fmm::VortexSystem(settings, elements, {}).measure(true, true);
}

std::vector<FlowValue> valuesOf(Flow& flow) {
  flow.evaluate();
  const bool sticks = flow.system().settings().wall == fmm::Wall::noSlip;  // its layer comes with redistributions alone
  const DiagnosticsSample sample = flow.measure(sticks, sticks);
  const fmm::FlowMeasures sums = sticks ? sample.flow : settledSums(flow.system());
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
  flow.measure(false, false);  // sets the reference of ring positions and speeds
  for (std::int64_t i = 0; i < steps; ++i) {
    flow.advance(1, report);
    if (result.spacing == 0) result.spacing = flow.system().lattice().spacing;
    flow.judge();
    if (!flow.whyLost().empty())
      throw UserError(
          fmt::format("{}: with {} elements and dt = {:.6g} the flow is lost at t = {:.6g} ({}); allowed: "
                      "--until of less",
                      scene.name, result.elements, scene.settings.timeStep, flow.system().time(), flow.whyLost()));
    stepped();
  }
  const fmm::LatticeReport& lattice = flow.system().lattice();
  result.coarsened = lattice.coarsenings > 0 || lattice.threshold > flow.system().settings().nodeThreshold;
  result.values = valuesOf(flow);
  result.seconds = secondsSince(start);
  return result;
}

namespace {

constexpr double kLowestOrder = 0.5, kHighestOrder = 12, kSafety = 1.25;

/// (v0 - v1)/(v1 - v2) for v a power of the width; increases with the order.
double ratioOf(const std::array<double, 3>& w, double order) {
  const double a = std::pow(w[0] / w[2], order), b = std::pow(w[1] / w[2], order);
  return (a - b) / (b - 1);
}

double orderOf(const std::array<double, 3>& w, double ratio) {
  double low = kLowestOrder, high = kHighestOrder;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (ratioOf(w, middle) < ratio ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

Extrapolation extrapolate(const std::array<double, 3>& width, const std::array<double, 3>& value) {
  const double first = value[0] - value[1], second = value[1] - value[2], ratio = first / second;
  const bool approaches = ratio >= ratioOf(width, kLowestOrder) && ratio <= ratioOf(width, kHighestOrder);
  if (!approaches) {
    const double last = std::abs(second);
    return {std::numeric_limits<double>::quiet_NaN(), value[2], std::isnan(first) ? first : last};
  }
  const double order = orderOf(width, ratio);
  const double step = second / (std::pow(width[1] / width[2], order) - 1);
  return {order, value[2] - step, kSafety * std::abs(step)};
}

}  // namespace app
