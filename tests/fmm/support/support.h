#pragma once

// What the tests and benchmarks of the library share: workloads, error norms, and a reference field that is computed
// from the formulas alone. Depends on the public headers and the standard library, on nothing of the library's inside.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm_test {

using fmm::Elements;
using fmm::Mat3;
using fmm::Regularisation;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

// ---- random points --------------------------------------------------------------------------------------------------

/// Uniform numbers from the 64-bit Mersenne Twister, whose output the C++ standard fixes bit for bit.
class Random {
 public:
  explicit Random(std::uint64_t seed = 1) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  Vec3 inCube(double low = 0, double high = 1) {
    const double x = uniform(low, high);
    const double y = uniform(low, high);
    return {x, y, uniform(low, high)};
  }
  /// Uniform in the unit ball, by rejection.
  Vec3 inBall();
  Vec3 onSphere();

 private:
  std::mt19937_64 engine_;
};

// ---- workloads ------------------------------------------------------------------------------------------------------

/// Elements, targets, and the mean distance (volume / count)^(1/3) between neighbours where each element is.
/// The core radii are 0 until thin() or overlapped() sets them.
struct Workload {
  std::string name;
  Elements elements;
  std::vector<Vec3> targets;
  std::vector<double> spacing;  ///< [elements]

  void add(Vec3 position, Vec3 strength, double distance);
  fmm::Tracers tracers() const;
};

/// Cores of half the mean spacing, to go with `cutoff`.
Workload thin(Workload work);

/// Cores of 1.5 times the mean spacing, to go with `gaussian`.
Workload overlapped(Workload work);

/// The same with the nearest floats: what a solver in float is given exactly.
Workload rounded(Workload work);

/// (volume / count)^(1/3).
double meanSpacing(double volume, std::size_t count);

/// Uniform at random in the torus of radii `radius` and `tube` about the z axis at `height`: rejection from the ring of
/// rectangular section about it, so that the volume element is right by construction.
Vec3 inTorus(Random& random, double radius, double tube, double height);

/// RINGS(elementCount, targetCount): two coaxial rings, R = 0.3, 0.2 apart, cores of radius 0.05 filled at random,
/// strength t V / elementCount; targets in tubes of radius 0.1 about the two centre lines.
Workload rings(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// CUBE(elementCount, targetCount): uniform at random in a cube of the given edge, random strengths.
Workload cube(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1, double edge = 1);

/// Elements and targets on the unit sphere; spacing from the area.
Workload sphereSurface(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// A Plummer sphere, density ~ (1 + r^2)^(-5/2), out to r = 100: strongly graded. Strengths random, spacing local.
Workload plummer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

/// CUBE with a tenth of the elements, and of the targets, within a cube of edge 1e-6 at its middle. Each population has
/// its own spacing, so the core radii span six decades.
Workload clustered(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1);

// ---- rings and settings ---------------------------------------------------------------------------------------------

/// Every pair in double precision on the CPU; everything else as it comes.
fmm::Settings directDouble();
/// The program's own choice on the CPU: FMM in float with a tolerance of 1e-4.
fmm::Settings fmmFloat();

/// A circle of elements: R = 1 about the z axis.
fmm::Ring filament(Vec3 centre = {}, double circulation = 1);
/// Appends the ring's elements with the next free ring index.
void add(const fmm::Ring& ring, std::size_t count, double sigma, Elements& elements);
/// Two equal filaments, `gap` apart, that travel along z; ring 0 behind ring 1.
Elements leapfrogPair(std::size_t countEach, double sigma, double gap);

// ---- the reference field --------------------------------------------------------------------------------------------

/// The core function as q(s) = g(rho)/rho^3 and its slope dq/ds, s = rho^2 = |r|^2/sigma^2.
struct CoreFunction {
  double q, slope;
};

CoreFunction coreFunction(Regularisation kind, double s);

/// 4 pi sigma^3 zeta = 3 q + 2 s dq/ds, for Gaussian cores, where the difference loses all its digits, from the bell.
double coreDensity(Regularisation kind, double s);

/// g(rho).
double coreProfile(Regularisation kind, double rho);

struct PairField {
  Vec3 velocity;
  Mat3 gradient;
};

/// Velocity and gradient of one element at r = target - source: u = f/(4 pi) alpha x r,
/// J = 1/(4 pi) (f [alpha]_x + 2 f' (alpha x r) r^T), f = q/sigma^3, f' = df/d(r^2).
/// Both are 0 at r = 0 where f is infinite there (`cutoff`, sigma = 0).
PairField referencePair(Regularisation kind, double sigma, Vec3 alpha, Vec3 r);

/// The field of all elements at one point, summed in double precision in index order.
PairField referenceAt(const Elements& elements, Regularisation kind, Vec3 target);

struct ReferenceField {
  std::vector<Vec3> velocity;
  std::vector<Mat3> gradient;
};

ReferenceField referenceField(const Elements& elements, Regularisation kind, const std::vector<Vec3>& targets);

/// a v and a^T v.
Vec3 apply(const Mat3& a, Vec3 v);
Vec3 applyTransposed(const Mat3& a, Vec3 v);

/// d(alpha)/dt by one of the stretching schemes from the velocity gradient.
Vec3 referenceStretching(fmm::Stretching scheme, const Mat3& gradient, Vec3 alpha);

// ---- error norms ----------------------------------------------------------------------------------------------------

/// Errors of vectors, relative to the root mean square of the exact ones.
struct Error {
  double relativeL2 = 0;  ///< sqrt(sum |a - b|^2 / sum |b|^2)
  double percentile99 = 0;
  double maximum = 0;
};

/// Infinite where the lengths differ, so that every bound on it fails.
Error errorOf(const std::vector<Vec3>& actual, const std::vector<Vec3>& exact);

/// The same with the Frobenius norm.
Error errorOf(const std::vector<Mat3>& actual, const std::vector<Mat3>& exact);

/// Every (size / count)-th item: targets spread over a whole set.
template <class T>
std::vector<T> sample(const std::vector<T>& items, std::size_t count) {
  std::vector<T> chosen;
  const std::size_t stride = std::max<std::size_t>(1, items.size() / std::max<std::size_t>(1, count));
  for (std::size_t i = 0; i < items.size() && chosen.size() < count; i += stride) chosen.push_back(items[i]);
  return chosen;
}

}  // namespace fmm_test
