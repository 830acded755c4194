// Two viscous rings that pass through each other three times, against finite differences: docs/physics.md.

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "fmm/initial_conditions.h"
#include "fmm/ring_theory.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

/// Radii of the two rings at one time by axisymmetric finite differences that track each ring's vorticity separately;
/// Gamma = 1, R = 0.3, a = 0.03, gap 0.3, Gamma/nu = 5000. Cells of 0.003, in a cylinder with slip walls of radius 1.8:
/// cells of 0.002 move a radius by 0.0001, half the cylinder up to 0.0016.
struct Radii {
  double time, rear, front;
  std::size_t markedFrom;  ///< elements from which a tolerance applies; kNever after the rings have joined
};
constexpr double kRadius = 0.3, kCore = 0.03, kGap = 0.3, kViscosity = 2e-4;
constexpr std::size_t kMany = std::size_t{1} << 19, kSome = std::size_t{1} << 16;  ///< half of them at the start
constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
constexpr std::array<double, 3> kPasses = {0.3323, 0.9471, 1.4240};
constexpr std::array<Radii, 8> kRadii = {{{0.2, 0.2280, 0.3576, kSome},
                                          {0.4, 0.2005, 0.3721, kSome},
                                          {0.6, 0.2834, 0.3137, kSome},
                                          {0.8, 0.3477, 0.2397, kSome},
                                          {1.0, 0.3664, 0.2027, kSome},
                                          {1.2, 0.3015, 0.2915, kSome},
                                          {1.4, 0.2188, 0.3529, kMany},
                                          {1.6, 0.2982, 0.2907, kNever}}};
constexpr double kStep = 0.0025;

/// Positions of the two rings: centroids of their own vorticity alpha_phi/(2 pi r), by the elements' ring index.
PairShape vorticityShape(const Elements& elements) {
  PairShape shape;
  double sum[2] = {0, 0};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i], alpha = elements.strength[i];
    const auto ring = static_cast<std::size_t>(elements.ring[i]);
    const double square = x.x * x.x + x.y * x.y;
    if (square == 0) continue;
    const double weight = (x.x * alpha.y - x.y * alpha.x) / square;
    sum[ring] += weight;
    shape.radius[ring] += weight * std::sqrt(square);
    shape.height[ring] += weight * x.z;
  }
  for (const int ring : {0, 1}) {
    shape.radius[ring] /= sum[ring];
    shape.height[ring] /= sum[ring];
  }
  return shape;
}

std::vector<SeededLine> rings() {
  Ring ring;
  ring.radius = kRadius;
  ring.coreRadius = kCore;
  ring.profile = CoreProfile::gaussian;
  Ring front = ring;
  front.centre.z = kGap;
  return {{ring, 0}, {front, 1}};
}

Settings settingsFor(const Settings& machine) {
  Settings settings = fmmFloat(machine);
  settings.timeStep = kStep;
  settings.integrator = Integrator::rk3;
  settings.viscosity = kViscosity;
  settings.regularisation = Regularisation::gaussian8;
  settings.redistribution.steps = Redistribution::kAutomatic;
  settings.diffusion = Diffusion::lattice;
  settings.nodeThreshold = 1e-4;
  settings.elementBudget = machine.elementBudget > 0    ? machine.elementBudget
                           : runsOnGpu(machine.backend) ? kMany
                                                        : kSome;
  const LatticePlan plan = {0, settings.latticeOverlap, settings.nodeThreshold};
  settings.spacing = spacingFor(rings(), settings.elementBudget / 2, plan);
  return settings;
}

std::vector<Measurement> followed(const Settings& machine) {
  constexpr double kTimeMark = 0.015, kRadiusMark = 0.01;
  const Settings settings = settingsFor(machine);
  const bool many = settings.elementBudget >= kSome;
  const LatticePlan plan = {settings.spacing, settings.latticeOverlap, settings.nodeThreshold};
  VortexSystem system(settings, latticeElements(rings(), plan, settings.regularisation), {});
  RingPasses passes;
  std::vector<Measurement> rows;
  for (const Radii& expected : kRadii) {
    PairShape shape;
    while (system.time() < expected.time - kStep / 2) {
      system.step();
      shape = vorticityShape(system.elements());
      passes.add(system.time(), -shape.gap(), kRadius);
    }
    const double mark = settings.elementBudget >= expected.markedFrom ? kRadiusMark : Measurement::kNoMark;
    char prefix[16];
    std::snprintf(prefix, sizeof prefix, "%.1f/", expected.time);
    rows.push_back({std::string(prefix) + "rear-radius", shape.radius[0], expected.rear, mark, "L"});
    rows.push_back({std::string(prefix) + "front-radius", shape.radius[1], expected.front, mark, "L"});
  }
  for (std::size_t k = 0; k < kPasses.size(); ++k) {
    const double time = k < passes.times().size() ? passes.times()[k] : std::nan("");
    rows.push_back({"pass-" + std::to_string(k + 1), time, kPasses[k], many ? kTimeMark : Measurement::kNoMark, "T"});
  }
  return rows;
}

}  // namespace

std::vector<Check> viscousLeapfrogChecks() {
  return {{"leapfrog/viscous",
           "Two rings, a/R = 0.1, a radius apart, at Gamma/nu = 5000 pass through each other three times before they "
           "join: times of the passes and radii of the rings by their own vorticity, as axisymmetric finite "
           "differences have them.",
           false, followed}};
}

}  // namespace fmm::verification
