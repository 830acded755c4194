#include "verification/experiments.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "fmm/error.h"
#include "fmm/settings.h"

namespace fmm::verification {

Settings directDouble(const Settings& machine) {
  Settings settings;
  settings.backend = machine.backend;
  settings.threads = machine.threads;
  settings.precision = Precision::real64;
  settings.solver = SolverKind::direct;
  settings.integrator = Integrator::rk4;
  settings.timeStep = 0.02;
  return settings;
}

Settings fmmFloat(const Settings& machine) {
  Settings settings;
  settings.backend = machine.backend;
  settings.threads = machine.threads;
  settings.timeStep = 0.02;
  return settings;
}

Settings fmmFloatInSmallLeaves(const Settings& machine) {
  Settings settings = fmmFloat(machine);
  settings.leafElements = 8;
  settings.leafPoints = 8;
  return settings;
}

bool runsOnGpu(Backend backend) {
  if (backend == Backend::cpu) return false;
  const std::vector<BackendInfo> all = availableBackends();
  return std::any_of(all.begin(), all.end(),
                     [](const BackendInfo& info) { return info.backend == Backend::cuda && info.available; });
}

const Method kDirect = {"direct", directDouble, true};
const Method kFmm = {"fmm", fmmFloatInSmallLeaves, false};

Ring filament(Vec3 centre, double circulation) {
  Ring ring;
  ring.centre = centre;
  ring.circulation = circulation;
  ring.profile = CoreProfile::filament;
  return ring;
}

void append(const Ring& ring, std::size_t count, Elements& elements, double sigma) {
  addLine(ring, {count, sigma, elements.ring.empty() ? 0 : elements.ring.back() + 1}, elements);
}

Elements leapfrogPair(std::size_t countEach, double gap, double wave) {
  Elements elements;
  for (const double height : {0., gap}) {
    Ring ring = filament({0, 0, height});
    ring.waveAmplitude = wave;
    ring.waveMode = wave > 0 ? 3 : 0;
    append(ring, countEach, elements);
  }
  return elements;
}

CoaxialRing circle(double height, double circulation) {
  return {1, height, circulation, {CoreProfile::filament, 0, kSigma, 0}};
}

PairShape shapeOf(const Elements& elements) {
  PairShape shape;
  double count[2] = {0, 0};
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int32_t ring = elements.ring[i];
    shape.radius[ring] += std::hypot(elements.position[i].x, elements.position[i].y);
    shape.height[ring] += elements.position[i].z;
    ++count[ring];
  }
  for (int ring : {0, 1}) {
    shape.radius[ring] /= count[ring];
    shape.height[ring] /= count[ring];
  }
  return shape;
}

PairShape shapeOf(const CoaxialRings& rings) {
  PairShape shape;
  for (std::size_t ring : {0u, 1u}) {
    shape.radius[ring] = rings.rings()[ring].radius;
    shape.height[ring] = rings.rings()[ring].height;
  }
  return shape;
}

double distance(const PairShape& a, const PairShape& b) {
  double largest = 0;
  for (int ring : {0, 1}) {
    largest = std::max({largest, std::abs(a.radius[ring] - b.radius[ring]), std::abs(a.height[ring] - b.height[ring])});
  }
  return largest;
}

Measurement relative(std::string name, double measured, double expected, double tolerance, std::string unit) {
  return {std::move(name), measured, expected, tolerance * std::abs(expected), std::move(unit)};
}

Measurement vanishing(std::string name, double measured, double tolerance, std::string unit) {
  return {std::move(name), measured, 0, tolerance, std::move(unit)};
}

void append(std::vector<Check> more, std::vector<Check>& all) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace fmm::verification

namespace fmm {

bool Measurement::pass() const {
  return std::abs(measured - expected) <= tolerance;  // false for NaN
}

Settings usualSettings() {
  Settings settings;
  settings.regularisation = Regularisation::gaussian8;
  settings.redistribution.steps = Redistribution::kAutomatic;
  return settings;
}

const std::vector<Check>& checks() {
  static const std::vector<Check> all = [] {
    using namespace verification;
    std::vector<Check> list;
    append(ringSpeedChecks(), list);
    append(leapfrogChecks(), list);
    append(viscousLeapfrogChecks(), list);
    append(headOnChecks(), list);
    append(invariantChecks(), list);
    append(linkChecks(), list);
    append(accuracyChecks(), list);
    append(viscosityChecks(), list);
    append(timeReversalChecks(), list);
    append(redistributedRingChecks(), list);
    append(collisionChecks(), list);
    append(wallChecks(), list);
    append(planeChecks(), list);
    append(bodyChecks(), list);
    append(heatChecks(), list);
    return list;
  }();
  return all;
}

std::vector<Measurement> measure(const Check& check, const Settings& machine) {
  try {
    std::vector<Measurement> results = check.experiment(machine);
    for (Measurement& result : results) result.name = result.name.empty() ? check.name : check.name + '/' + result.name;
    return results;
  } catch (const NumericalError& error) {
    return {{check.name, std::numeric_limits<double>::quiet_NaN(), 0, 0, "", error.what()}};
  }
}

}  // namespace fmm
