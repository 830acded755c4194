// Self-induced speed of a vortex ring.

#include <algorithm>
#include <cmath>
#include <limits>

#include "fmm/error.h"
#include "fmm/ring_theory.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

struct Kernel {
  Regularisation kind;
  double speed;     ///< U/Gamma at R = 1, sigma = 0.1 of many elements, by independent double-precision sums [1/L]
  double constant;  ///< C of a thin ring
};

const Kernel kKernels[] = {{Regularisation::rosenhead, 0.2686792915, 1},
                           {Regularisation::winckelmans, 0.3088463852, 0.5},
                           {Regularisation::gaussian, 0.2643704458, 1.0579657}};  // 1 + ln(2)/2 - gamma_E/2

/// Velocities of a ring of `count` elements in the plane z = 0.
std::vector<Vec3> velocities(Settings settings, Regularisation kind, std::size_t count, double sigma = kSigma) {
  Elements elements;
  append(filament(), count, elements, sigma);
  settings.regularisation = kind;
  VortexSystem system(settings, elements, {});
  system.evaluate();
  if (settings.solver == SolverKind::fmm && count > 1000 && system.report().farPairs == 0)
    throw NumericalError("nothing went through expansions");
  return system.elementVelocities();
}

/// Largest deviation of a velocity from the closed formula, over the speed.
double deviation(const std::vector<Vec3>& velocities, Regularisation kind) {
  const double speed = ringSpeed(kind, kSigma, velocities.size());
  double largest = 0;
  for (const Vec3& u : velocities) largest = std::max(largest, norm(u - Vec3{0, 0, speed}) / speed);
  return largest;
}

Check direct(const Kernel& kernel) {
  const auto experiment = [kernel](const Settings& machine) {
    std::vector<Measurement> results;
    double worst = 0;
    for (const std::size_t count : {7u, 64u, 200u})
      worst = std::max(worst, deviation(velocities(directDouble(machine), kernel.kind, count), kernel.kind));
    results.push_back(vanishing("formula", worst, 1e-10));
    const double speed = velocities(directDouble(machine), kernel.kind, 512).front().z;
    results.push_back({"speed", speed, kernel.speed, 1e-10, "L/T"});
    return results;
  };
  return {"ring-speed/" + std::string(toString(kernel.kind)) + "/direct",
          "Elements on a circle move with U_N = Gamma/(8 N R) sum g(2 R sin(pi k/N)/sigma)/sin(pi k/N), many of them "
          "with the speed of the continuous filament; direct sums in double precision.",
          true, experiment};
}

Check single(Regularisation kind) {
  const bool direct = !coreFacts(kind).farField;
  const auto experiment = [kind, direct](const Settings& machine) {
    Settings settings = fmmFloat(machine);
    if (direct) settings.solver = SolverKind::direct;
    std::vector<Measurement> results;
    double worst = 0;
    for (const std::size_t count : {128u, 4000u})
      worst = std::max(worst, deviation(velocities(settings, kind, count), kind));
    results.push_back(vanishing("formula", worst, 1e-3));
    return results;
  };
  return {"ring-speed/" + std::string(toString(kind)) + (direct ? "/float" : "/fmm"),
          std::string("The same in float by ") + (direct ? "direct sums." : "the fast multipole method."), true,
          experiment};
}

Check scatter(Regularisation kind) {
  const auto experiment = [kind](const Settings& machine) {
    const Settings settings = fmmFloat(machine);
    const std::vector<Vec3> all = velocities(settings, kind, 4000);
    const double speed = ringSpeed(kind, kSigma, all.size());
    double squared = 0;
    for (const Vec3& u : all) squared += (u.z - speed) * (u.z - speed);
    const double scatter = std::sqrt(squared / static_cast<double>(all.size())) / speed;
    return std::vector<Measurement>{vanishing("", scatter, settings.tolerance)};
  };
  return {"ring-speed/" + std::string(toString(kind)) + "/scatter",
          "The axial velocity around a ring scatters by no more than the tolerance (root mean square over the speed): "
          "cells leave no trace.",
          true, experiment};
}

Check thinConstant(const Kernel& kernel) {
  const auto experiment = [kernel](const Settings& machine) {
    const double sigma = 0.005;
    const double speed = velocities(directDouble(machine), kernel.kind, 3000, sigma).front().z;
    return std::vector<Measurement>{{"", std::log(8 / sigma) - 4 * kPi * speed, kernel.constant, 5e-4, "1"}};
  };
  return {"ring-speed/" + std::string(toString(kernel.kind)) + "/thin",
          "C of U = Gamma/(4 pi R) (ln(8 R/sigma) - C) for a thin filament: 1 (rosenhead), 1/2 (winckelmans), "
          "1 + ln(2)/2 - gamma_E/2 (gaussian).",
          true, experiment};
}

/// dZ/dt of the centroid Z = sum Gamma_i r_i^2 z_i / sum Gamma_i r_i^2 of elements of equal circulation about the z
/// axis (Lamb, Hydrodynamics, art. 162); |alpha| is Gamma_i times an arc ~ r_i.
double centroidSpeed(const Elements& elements, const std::vector<Vec3>& velocity) {
  double moment = 0, weight = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Vec3 x = elements.position[i];
    const double r = std::hypot(x.x, x.y);
    const double radial = (velocity[i].x * x.x + velocity[i].y * x.y) / r;
    const double strength = norm(elements.strength[i]);
    moment += strength * (r * velocity[i].z + 2 * x.z * radial);
    weight += strength * r;
  }
  return moment / weight;
}

Check filledCore(CoreProfile profile, const char* name, double coreRadius, double widening, double constant) {
  const auto experiment = [=](const Settings& machine) {
    const double sigma = 0.03;
    Ring ring;
    ring.profile = profile;
    ring.coreRadius = coreRadius;
    Elements elements;
    append(ring, 6000, elements, sigma);
    VortexSystem system(fmmFloat(machine), elements, {});
    system.evaluate();
    const double a = std::sqrt(coreRadius * coreRadius + widening * sigma * sigma);
    const double measured = std::log(8 / a) - 4 * kPi * centroidSpeed(elements, system.elementVelocities());
    return std::vector<Measurement>{{"", measured, constant, 0.01 * (std::log(8 / a) - constant), "1"}};
  };
  return {std::string("ring-speed/filled-") + name,
          "C of a core filled with elements: 1/4 if uniform, 0.557966 if Gaussian (Saffman 1970); the elements' own "
          "cores widen the section by 2 sigma^2. The tolerance is 1 % of the speed.",
          true, experiment};
}

}  // namespace

std::vector<Check> ringSpeedChecks() {
  std::vector<Check> all;
  for (const Kernel& kernel : kKernels) all.push_back(direct(kernel));
  for (const Kernel& kernel : kKernels) all.push_back(single(kernel.kind));
  all.push_back(single(Regularisation::cutoff));
  for (const auto kind : {Regularisation::gaussian, Regularisation::winckelmans, Regularisation::cutoff})
    all.push_back(scatter(kind));
  for (const Kernel& kernel : kKernels) all.push_back(thinConstant(kernel));
  // The section's mean square radius is a^2/2 (uniform) or a^2 (gaussian).
  all.push_back(filledCore(CoreProfile::uniform, "uniform", 0.1, 4, 0.25));
  all.push_back(filledCore(CoreProfile::gaussian, "gaussian", 0.05, 2, 0.557966));
  return all;
}

}  // namespace fmm::verification
