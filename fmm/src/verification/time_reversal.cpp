// Time reversal.

#include <algorithm>
#include <cmath>

#include "fmm/error.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr std::size_t kElementsEach = 128, kTracersEach = 200;
constexpr double kGap = 0.5, kTube = 0.2;
constexpr int kSteps = 200;

/// A leapfrogging pair with tracers in tubes about its rings.
VortexSystem pairWithTracers(const Settings& settings) {
  Tracers tracers;
  for (const int k : {0, 1}) addTracersAround(filament({0, 0, k * kGap}), kTube, kTracersEach, k, 1, tracers);
  return {settings, leapfrogPair(kElementsEach, kGap), tracers};
}

/// Distances of tracers from their start after `steps` steps forward and as many back [L].
struct Return {
  double largest = 0;
  double rootMeanSquare = 0;
};

double largestDistance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, norm(a[i] - b[i]));
  return largest;
}

double meanSquareDistance(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i] - b[i], a[i] - b[i]);
  return sum / static_cast<double>(a.size());
}

Return thereAndBack(Settings settings, int steps) {
  VortexSystem system = pairWithTracers(settings);
  const std::vector<Vec3> start = system.tracers().position;
  for (int i = 0; i < steps; ++i) system.step();
  if (meanSquareDistance(system.tracers().position, start) < kTube * kTube)
    throw NumericalError("the tracers hardly moved");
  settings.timeStep = -settings.timeStep;
  system.apply(settings);
  for (int i = 0; i < steps; ++i) system.step();
  const std::vector<Vec3> end = system.tracers().position;
  return {largestDistance(end, start), std::sqrt(meanSquareDistance(end, start))};
}

Check returning(const char* name, Settings (*settings)(const Settings&), Integrator integrator, double bound) {
  const auto experiment = [settings, integrator, bound](const Settings& machine) {
    Settings way = settings(machine);
    if (way.leafPoints > 0) way.leafPoints = 32;  // the many tracers need no small leaves
    way.integrator = integrator;
    way.timeStep = 0.005;
    if (way.solver == SolverKind::fmm) way.tolerance = 1e-5;  // the error of expansions is not reversible
    return std::vector<Measurement>{vanishing("", thereAndBack(way, kSteps).largest, bound, "L")};
  };
  return {"time-reversal/" + std::string(toString(integrator)) + '-' + name,
          "The inviscid flow retraces its way: after 200 steps and 200 with the opposite sign all tracers about two "
          "leapfrogging rings (R = 1) are where they began, within the bound of their scheme and arithmetic.",
          true, experiment};
}

/// With phi the flow and dt^(p+1) C the error of a step, a step forward and one back give
///   dt^(p+1) (C + (-1)^(p+1) C) + O(dt^(p+2)):
/// the error of the return has the order p + 1 for a scheme of even order p, and p for one of odd order.
Check orderOfReturn() {
  const auto experiment = [](const Settings& machine) {
    std::vector<Measurement> results;
    for (const auto& [integrator, order] : {std::pair(Integrator::rk2, 3.), std::pair(Integrator::rk4, 5.)}) {
      Settings settings = directDouble(machine);
      settings.integrator = integrator;
      double error[2] = {};
      for (const int fine : {0, 1}) {
        const int steps = fine ? 100 : 50;
        settings.timeStep = 0.8 / steps;
        error[fine] = thereAndBack(settings, steps).rootMeanSquare;
      }
      results.push_back({std::string(toString(integrator)), std::log2(error[0] / error[1]), order, 0.5, "1"});
    }
    return results;
  };
  return {"time-reversal/order",
          "Half the step brings tracers back 2^(p+1) times as close for schemes of even order p, as the leading errors "
          "of the two ways cancel: 3 (rk2) and 5 (rk4) powers of 2.",
          true, experiment};
}

}  // namespace

std::vector<Check> timeReversalChecks() {
  return {returning("double", directDouble, Integrator::rk2, 1e-4),
          returning("double", directDouble, Integrator::rk4, 1e-8),
          returning("fmm", fmmFloatInSmallLeaves, Integrator::rk2, 1e-4),
          returning("fmm", fmmFloatInSmallLeaves, Integrator::rk4, 1e-4), orderOfReturn()};
}

}  // namespace fmm::verification
