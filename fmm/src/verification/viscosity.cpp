// Viscous spreading of vorticity.

#include <algorithm>
#include <cmath>

#include "fmm/diagnostics.h"
#include "fmm/field.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr double kViscosity = 1e-3;

Settings spreading(const Settings& machine) {
  Settings settings = directDouble(machine);
  settings.viscosity = kViscosity;
  settings.diffusion = Diffusion::coreSpreading;
  return settings;
}

/// A straight filament along z, so long that extending it would add less than 1e-4 at its middle.
Elements straightFilament() {
  const double half = 50, spacing = 0.04;
  Elements elements;
  for (double z = -half + spacing / 2; z < half; z += spacing) {
    elements.position.push_back({0, 0, z});
    elements.strength.push_back({0, 0, spacing});
    elements.coreRadius.push_back(kSigma);
    elements.ring.push_back(0);
  }
  return elements;
}

/// Largest difference from the Lamb-Oseen vortex of age t, over its largest velocity, from the axis to 5 core radii.
double deviationFromLambOseen(const Settings& settings, const Elements& elements, double age) {
  std::vector<Vec3> points;
  for (int k = 1; k <= 50; ++k) points.push_back({0.1 * k * std::sqrt(4 * kViscosity * age), 0, 0});
  const Field field = evaluateField(settings, elements, points, false);
  double largest = 0, fastest = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double r = points[k].x;
    const double exact = -std::expm1(-r * r / (4 * kViscosity * age)) / (2 * kPi * r);
    largest = std::max(largest, norm(field.velocity[k] - Vec3{0, exact, 0}));
    fastest = std::max(fastest, exact);
  }
  return largest / fastest;
}

Check lambOseen() {
  const auto experiment = [](const Settings& machine) {
    Settings settings = spreading(machine);
    settings.timeStep = 1;
    settings.integrator = Integrator::euler;  // nothing moves
    VortexSystem system(settings, straightFilament(), {});
    for (int i = 0; i < 5; ++i) system.step();
    const double age = kSigma * kSigma / (2 * kViscosity) + system.time();
    const Elements elements = system.elements();
    return std::vector<Measurement>{vanishing("velocity", deviationFromLambOseen(settings, elements, age), 1e-4),
                                    {"core", elements.coreRadius.front(), std::sqrt(2 * kViscosity * age), 1e-9, "L"}};
  };
  return {
      "viscosity/lamb-oseen",
      "Core spreading, d(sigma^2)/dt = 2 nu (Leonard 1980), makes a straight filament the vortex of Lamb and Oseen, "
      "u = Gamma/(2 pi r) (1 - exp(-r^2/(4 nu t))).",
      true, experiment};
}

Check viscousRing() {
  const auto experiment = [](const Settings& machine) {
    constexpr std::size_t kElements = 400;
    const double start = 0.03;
    Settings settings = spreading(machine);
    Elements elements;
    append(filament(), kElements, elements, start);
    VortexSystem system(settings, elements, {});
    double travelled = 0;  // by Simpson's rule over the closed formula
    const auto speedAt = [&](double time) {
      return ringSpeed(Regularisation::gaussian, std::sqrt(start * start + 2 * kViscosity * time), kElements);
    };
    const int steps = 50;
    for (int i = 0; i < steps; ++i) {
      const double from = system.time(), dt = settings.timeStep;
      travelled += dt / 6 * (speedAt(from) + 4 * speedAt(from + dt / 2) + speedAt(from + dt));
      system.step();
    }
    system.evaluate();
    const double a = std::sqrt(2 * start * start + 4 * kViscosity * system.time());
    const double speed = system.elementVelocities().front().z;
    return std::vector<Measurement>{{"speed", speed, speedAt(system.time()), 1e-8, "L/T"},
                                    {"travelled", system.elements().position.front().z, travelled, 1e-6, "L"},
                                    {"constant", std::log(8 / a) - 4 * kPi * speed, 0.7114, 0.02, "1"}};
  };
  return {"viscosity/ring",
          "A ring of one line slows down as its cores spread: the closed formula at sigma^2 = sigma_0^2 + 2 nu t, and "
          "C = 0.7114 in a = sqrt(4 nu t).",
          true, experiment};
}

}  // namespace

std::vector<Check> viscosityChecks() {
  return {lambOseen(), viscousRing()};
}

}  // namespace fmm::verification
