// The fast multipole method against sums over all pairs in double precision.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fmm/error.h"
#include "fmm/field.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr std::size_t kSamples = 300;
constexpr double kOverlap = 1.5;  ///< core radius over mean spacing

struct Workload {
  Elements elements;
  std::vector<Vec3> targets;
};

Vec3 rounded(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// Rounds to float, so that a solver in float gets exact input.
void roundToFloat(Workload& work) {
  for (std::vector<Vec3>* all : {&work.elements.position, &work.elements.strength, &work.targets}) {
    for (Vec3& v : *all) v = rounded(v);
  }
  for (double& sigma : work.elements.coreRadius) sigma = static_cast<float>(sigma);
}

/// Two leapfrogging rings with filled cores, and as many targets about them.
Workload filledRings(std::size_t count) {
  Workload work;
  Tracers tracers;
  for (int k : {0, 1}) {
    Ring ring;
    ring.centre = {0, 0, 0.7 * k};
    ring.coreRadius = 0.15;
    append(ring, count / 2, work.elements, kOverlap * meanSpacing(ring, count / 2));
    addTracersAround(ring, 0.3, count / 2, k, 1, tracers);
  }
  work.targets = tracers.position;
  return work;
}

/// Elements with random directions and thin cores in a cube of edge 1, and as many targets.
Workload randomCube(std::size_t count) {
  Workload work;
  Tracers positions, strengths, targets;
  addTracersInBox({0, 0, 0}, {1, 1, 1}, count, 0, 1, positions);
  addTracersInBox({-1, -1, -1}, {1, 1, 1}, count, 0, 2, strengths);
  addTracersInBox({0, 0, 0}, {1, 1, 1}, count, 0, 3, targets);
  work.elements.position = positions.position;
  work.elements.strength = strengths.position;
  work.elements.coreRadius.assign(count, 0.5 / std::cbrt(static_cast<double>(count)));
  work.elements.ring.assign(count, 0);
  work.targets = targets.position;
  return work;
}

template <class T>
std::vector<T> sample(const std::vector<T>& items) {
  std::vector<T> chosen;
  const std::size_t stride = std::max<std::size_t>(1, items.size() / kSamples);
  for (std::size_t i = 0; i < items.size(); i += stride) chosen.push_back(items[i]);
  return chosen;
}

double squaredDistance(Vec3 a, Vec3 b) {
  return dot(a - b, a - b);
}

double squaredDistance(const Mat3& a, const Mat3& b) {
  double sum = 0;
  for (int k = 0; k < 9; ++k) sum += (a.m[k] - b.m[k]) * (a.m[k] - b.m[k]);
  return sum;
}

/// sqrt(sum |a - b|^2 / sum |b|^2).
template <class T>
double relativeError(const std::vector<T>& a, const std::vector<T>& b) {
  double difference = 0, square = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference += squaredDistance(a[i], b[i]);
    square += squaredDistance(b[i], T{});
  }
  return std::sqrt(difference / square);
}

/// Tests the velocity against the tolerance, the gradient against ten times the tolerance.
std::vector<Measurement> compare(const Workload& work, const Settings& settings, const std::string& name) {
  const Field field = evaluateField(settings, work.elements, work.targets, true);
  if (field.report.farPairs + field.report.nearPairs == 0) throw NumericalError("nothing was summed");
  Settings exact = directDouble(settings);
  exact.backend = Backend::cpu;
  exact.regularisation = settings.regularisation;
  const Field reference = evaluateField(exact, work.elements, sample(work.targets), true);
  return {
      vanishing(name + "velocity", relativeError(sample(field.velocity), reference.velocity), settings.tolerance),
      vanishing(name + "gradient", relativeError(sample(field.gradient), reference.gradient), 10 * settings.tolerance)};
}

struct Case {
  const char* name;
  Workload (*work)(std::size_t count);
  Regularisation kind;
};
const Case kCases[] = {{"rings-gaussian", filledRings, Regularisation::gaussian},
                       {"rings-winckelmans", filledRings, Regularisation::winckelmans},
                       {"cube-cutoff", randomCube, Regularisation::cutoff}};

std::vector<Measurement> sweep(const Case& c, Settings settings, std::size_t count,
                               const std::vector<double>& tolerances) {
  Workload work = c.work(count);
  if (settings.precision == Precision::single) roundToFloat(work);
  settings.regularisation = c.kind;
  settings.mesh = MeshUse::never;  // a GPU would use one
  std::vector<Measurement> results;
  for (const double tolerance : tolerances) {
    settings.tolerance = tolerance;
    char name[32];
    std::snprintf(name, sizeof name, "%.0e/", tolerance);
    for (Measurement& measurement : compare(work, settings, name)) results.push_back(std::move(measurement));
  }
  return results;
}

const char* const kStatement =
    "The fast multipole method keeps the tolerance that was asked for: relative L2 error of the velocity against "
    "direct "
    "sums in double precision at 300 targets, ten times that for its gradient.";

Check single(const Case& c) {
  const auto experiment = [c](const Settings& machine) {
    return sweep(c, fmmFloat(machine), 20000, {1e-3, 1e-4, 1e-5});
  };
  return {std::string("accuracy/") + c.name + "/float", kStatement, true, experiment};
}

Check fine(const Case& c) {
  const auto experiment = [c](const Settings& machine) {
    Settings settings = fmmFloat(machine);
    settings.precision = Precision::real64;
    return sweep(c, settings, 8000, {1e-7, 1e-10});
  };
  return {std::string("accuracy/") + c.name + "/double", kStatement, true, experiment};
}

Check large(const Case& c) {
  const auto experiment = [c](const Settings& machine) {
    return sweep(c, fmmFloat(machine), 300000, {1e-3, 1e-4, 1e-5});
  };
  return {std::string("accuracy/") + c.name + "/large", "The same with 300 000 elements and as many targets.", false,
          experiment};
}

}  // namespace

std::vector<Check> accuracyChecks() {
  std::vector<Check> all;
  for (const Case& c : kCases) {
    all.push_back(single(c));
    all.push_back(fine(c));
    all.push_back(large(c));
  }
  return all;
}

}  // namespace fmm::verification
