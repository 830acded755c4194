#pragma once

// What the tests and benchmarks of the library share: workloads, error norms, and a reference field that is computed
// from the formulas alone. Header only, so that every program that includes it has all of it. Depends on the public
// headers and the standard library, on nothing of the library's inside.

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

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
  Vec3 inBall() {
    for (;;) {
      const Vec3 x = inCube(-1, 1);
      if (dot(x, x) <= 1) return x;
    }
  }
  Vec3 onSphere() {
    for (;;) {
      const Vec3 x = inBall();
      if (norm(x) > 0.1) return (1 / norm(x)) * x;
    }
  }

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

  void add(Vec3 position, Vec3 strength, double distance) {
    elements.position.push_back(position);
    elements.strength.push_back(strength);
    elements.coreRadius.push_back(0);
    elements.ring.push_back(0);
    spacing.push_back(distance);
  }
  fmm::Tracers tracers() const { return {targets, std::vector<std::int32_t>(targets.size(), 0)}; }
};

/// Cores of half the mean spacing, to go with `cutoff`.
inline Workload thin(Workload work) {
  for (std::size_t i = 0; i < work.spacing.size(); ++i) work.elements.coreRadius[i] = 0.5 * work.spacing[i];
  work.name += "/thin";
  return work;
}

/// Cores of 1.5 times the mean spacing, to go with `gaussian`.
inline Workload overlapped(Workload work) {
  for (std::size_t i = 0; i < work.spacing.size(); ++i) work.elements.coreRadius[i] = 1.5 * work.spacing[i];
  work.name += "/overlapped";
  return work;
}

inline double meanSpacing(double volume, std::size_t count) {
  return std::cbrt(volume / static_cast<double>(std::max<std::size_t>(count, 1)));
}

/// Uniform at random in the torus of radii `radius` and `tube` about the z axis at `height`: rejection from the ring of
/// rectangular section about it, so that the volume element is right by construction.
inline Vec3 inTorus(Random& random, double radius, double tube, double height) {
  const double inner = radius - tube;
  const double outer = radius + tube;
  for (;;) {
    const double r = std::sqrt(random.uniform(inner * inner, outer * outer));
    const double z = random.uniform(-tube, tube);
    const double phi = random.uniform(0, 2 * kPi);
    if (std::hypot(r - radius, z) <= tube) return {r * std::cos(phi), r * std::sin(phi), height + z};
  }
}

/// RINGS(elementCount, targetCount): two coaxial rings, R = 0.3, 0.2 apart, cores of radius 0.05 filled at random,
/// strength t V / elementCount; targets in tubes of radius 0.1 about the two centre lines.
inline Workload rings(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1) {
  constexpr double kRadius = 0.3, kCore = 0.05, kTube = 0.1, kGap = 0.2;
  const double volume = 2 * (2 * kPi * kRadius) * (kPi * kCore * kCore);
  Workload work;
  work.name = "rings";
  Random random(seed);
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = inTorus(random, kRadius, kCore, i % 2 == 0 ? 0 : kGap);
    const double scale = volume / static_cast<double>(elementCount) / std::hypot(x.x, x.y);
    work.add(x, {-scale * x.y, scale * x.x, 0}, meanSpacing(volume, elementCount));
    work.elements.ring.back() = static_cast<std::int32_t>(i % 2);
  }
  for (std::size_t i = 0; i < targetCount; ++i) {
    work.targets.push_back(inTorus(random, kRadius, kTube, i % 2 == 0 ? 0 : kGap));
  }
  return work;
}

/// CUBE(elementCount, targetCount): uniform at random in a cube of the given edge, random strengths.
inline Workload cube(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1, double edge = 1) {
  Workload work;
  work.name = "cube";
  Random random(seed);
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = random.inCube(0, edge);
    work.add(x, random.inCube(-1, 1), meanSpacing(edge * edge * edge, elementCount));
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(random.inCube(0, edge));
  return work;
}

/// Elements and targets on the unit sphere; spacing from the area.
inline Workload sphereSurface(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1) {
  Workload work;
  work.name = "sphere";
  Random random(seed);
  const double distance = std::sqrt(4 * kPi / static_cast<double>(std::max<std::size_t>(elementCount, 1)));
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = random.onSphere();
    work.add(x, random.inCube(-1, 1), distance);
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(random.onSphere());
  return work;
}

/// A Plummer sphere, density ~ (1 + r^2)^(-5/2), out to r = 100: strongly graded. Strengths random, spacing local.
inline Workload plummer(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1) {
  Workload work;
  work.name = "plummer";
  Random random(seed);
  const auto point = [&] {
    for (;;) {
      const double mass = random.uniform();  // enclosed within r: r^3 (1 + r^2)^(-3/2)
      const double r = 1 / std::sqrt(std::pow(mass, -2.0 / 3.0) - 1);
      if (r < 100) return r * random.onSphere();
    }
  };
  for (std::size_t i = 0; i < elementCount; ++i) {
    const Vec3 x = point();
    const double density = static_cast<double>(elementCount) * 3 / (4 * kPi) * std::pow(1 + dot(x, x), -2.5);
    work.add(x, random.inCube(-1, 1), 1 / std::cbrt(density));
  }
  for (std::size_t i = 0; i < targetCount; ++i) work.targets.push_back(point());
  return work;
}

/// CUBE with a tenth of the elements, and of the targets, within a cube of edge 1e-6 at its middle. Each population has
/// its own spacing, so the core radii span six decades.
inline Workload clustered(std::size_t elementCount, std::size_t targetCount, std::uint64_t seed = 1) {
  constexpr double kEdge = 1e-6;
  Workload work = cube(elementCount, targetCount, seed);
  work.name = "clustered";
  Random random(seed + 1);
  const auto shrink = [&](Vec3& x) { x = Vec3{0.5, 0.5, 0.5} + random.inCube(-kEdge / 2, kEdge / 2); };
  for (std::size_t i = 0; i < elementCount; i += 10) {
    shrink(work.elements.position[i]);
    work.spacing[i] = meanSpacing(kEdge * kEdge * kEdge, elementCount / 10);
  }
  for (std::size_t i = 0; i < targetCount; i += 10) shrink(work.targets[i]);
  return work;
}

// ---- the reference field --------------------------------------------------------------------------------------------

/// The core function as q(s) = g(rho)/rho^3 and its slope dq/ds, s = rho^2 = |r|^2/sigma^2.
struct CoreFunction {
  double q, slope;
};

inline CoreFunction coreFunction(Regularisation kind, double s) {
  switch (kind) {
    case Regularisation::cutoff: {
      const double rho = std::sqrt(s);
      return rho <= 1 ? CoreFunction{1 / rho, -0.5 / (rho * s)} : CoreFunction{1 / (rho * s), -1.5 / (rho * s * s)};
    }
    case Regularisation::gaussian: {
      const double unit = std::sqrt(2 / kPi);
      if (s < 1) {  // g = sqrt(2/pi) int_0^rho t^2 exp(-t^2/2) dt, term by term: no cancellation near the centre
        CoreFunction sum{0, 0};
        double term = unit;  // sqrt(2/pi) (-1/2)^n / n!
        double power = 1;    // s^n
        for (int n = 0; n < 20; ++n) {
          sum.q += term / (2 * n + 3) * power;
          term *= -0.5 / (n + 1);
          sum.slope += (n + 1) * term / (2 * n + 5) * power;
          power *= s;
        }
        return sum;
      }
      const double rho = std::sqrt(s);
      const double bell = unit * std::exp(-s / 2);
      const double g = std::erf(rho / std::sqrt(2.0)) - rho * bell;
      return {g / (rho * s), bell / (2 * s) - 1.5 * g / (rho * s * s)};  // dg/drho = rho^2 bell
    }
    case Regularisation::winckelmans:
      return {(s + 2.5) / std::pow(s + 1, 2.5), 1 / std::pow(s + 1, 2.5) - 2.5 * (s + 2.5) / std::pow(s + 1, 3.5)};
    case Regularisation::rosenhead:
      return {1 / std::pow(s + 1, 1.5), -1.5 / std::pow(s + 1, 2.5)};
  }
  assert(!"unknown regularisation");
  return {0, 0};
}

/// g(rho).
inline double coreProfile(Regularisation kind, double rho) {
  return rho == 0 ? 0 : coreFunction(kind, rho * rho).q * rho * rho * rho;
}

/// Velocity and gradient of one element at r = target - source: u = f/(4 pi) alpha x r,
/// J = 1/(4 pi) (f [alpha]_x + 2 f' (alpha x r) r^T), f = q/sigma^3, f' = df/d(r^2).
/// Both are 0 at r = 0 where f is infinite there (`cutoff`, sigma = 0).
struct PairField {
  Vec3 velocity;
  Mat3 gradient;
};

inline PairField referencePair(Regularisation kind, double sigma, Vec3 alpha, Vec3 r) {
  const double r2 = dot(r, r);
  double f = 0;
  double slope = 0;
  if (sigma == 0 || kind == Regularisation::cutoff) {
    if (r2 == 0) return {};
  }
  if (sigma == 0) {
    f = 1 / (r2 * std::sqrt(r2));
    slope = -1.5 * f / r2;
  } else {
    const CoreFunction core = coreFunction(kind, r2 / (sigma * sigma));
    f = core.q / (sigma * sigma * sigma);
    slope = core.slope / (sigma * sigma * sigma * sigma * sigma);
  }
  f /= 4 * kPi;
  slope /= 4 * kPi;
  const Vec3 w = cross(alpha, r);
  const double matrix[9] = {0, -alpha.z, alpha.y, alpha.z, 0, -alpha.x, -alpha.y, alpha.x, 0};
  const double wv[3] = {w.x, w.y, w.z};
  const double rv[3] = {r.x, r.y, r.z};
  PairField pair;
  pair.velocity = f * w;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pair.gradient.m[3 * i + j] = f * matrix[3 * i + j] + 2 * slope * wv[i] * rv[j];
  }
  return pair;
}

/// The field of all elements at one point, summed in double precision in index order.
inline PairField referenceAt(const Elements& elements, Regularisation kind, Vec3 target) {
  PairField sum;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const PairField pair =
        referencePair(kind, elements.coreRadius[i], elements.strength[i], target - elements.position[i]);
    sum.velocity = sum.velocity + pair.velocity;
    for (int k = 0; k < 9; ++k) sum.gradient.m[k] += pair.gradient.m[k];
  }
  return sum;
}

struct ReferenceField {
  std::vector<Vec3> velocity;
  std::vector<Mat3> gradient;
};

inline ReferenceField referenceField(const Elements& elements, Regularisation kind, const std::vector<Vec3>& targets) {
  ReferenceField field;
  for (const Vec3& target : targets) {
    const PairField at = referenceAt(elements, kind, target);
    field.velocity.push_back(at.velocity);
    field.gradient.push_back(at.gradient);
  }
  return field;
}

inline Vec3 apply(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.x + a.m[1] * v.y + a.m[2] * v.z, a.m[3] * v.x + a.m[4] * v.y + a.m[5] * v.z,
          a.m[6] * v.x + a.m[7] * v.y + a.m[8] * v.z};
}

inline Vec3 applyTransposed(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.x + a.m[3] * v.y + a.m[6] * v.z, a.m[1] * v.x + a.m[4] * v.y + a.m[7] * v.z,
          a.m[2] * v.x + a.m[5] * v.y + a.m[8] * v.z};
}

/// d(alpha)/dt by one of the stretching schemes from the velocity gradient.
inline Vec3 referenceStretching(fmm::Stretching scheme, const Mat3& gradient, Vec3 alpha) {
  switch (scheme) {
    case fmm::Stretching::off:
      return {};
    case fmm::Stretching::classical:
      return apply(gradient, alpha);
    case fmm::Stretching::transpose:
      return applyTransposed(gradient, alpha);
    case fmm::Stretching::mixed:
      return 0.5 * (apply(gradient, alpha) + applyTransposed(gradient, alpha));
  }
  return {};
}

// ---- error norms ----------------------------------------------------------------------------------------------------

/// Errors of vectors, relative to the root mean square of the exact ones.
struct Error {
  double relativeL2 = 0;  ///< sqrt(sum |a - b|^2 / sum |b|^2)
  double percentile99 = 0;
  double maximum = 0;
};

inline Error errorFrom(std::vector<double> squaredDifference, double exactSquared) {
  const double n = static_cast<double>(squaredDifference.size());
  if (squaredDifference.empty()) return {};
  double sum = 0;
  for (const double d : squaredDifference) sum += d;
  std::sort(squaredDifference.begin(), squaredDifference.end());
  const double rms2 = exactSquared / n;
  const auto at99 = static_cast<std::size_t>(0.99 * (n - 1));
  return {std::sqrt(sum / exactSquared), std::sqrt(squaredDifference[at99] / rms2),
          std::sqrt(squaredDifference.back() / rms2)};
}

inline Error errorOf(const std::vector<Vec3>& actual, const std::vector<Vec3>& exact) {
  assert(actual.size() == exact.size());
  std::vector<double> difference;
  double squared = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const Vec3 d = actual[i] - exact[i];
    difference.push_back(dot(d, d));
    squared += dot(exact[i], exact[i]);
  }
  return errorFrom(difference, squared);
}

/// The same with the Frobenius norm.
inline Error errorOf(const std::vector<Mat3>& actual, const std::vector<Mat3>& exact) {
  assert(actual.size() == exact.size());
  std::vector<double> difference;
  double squared = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    double d = 0;
    for (int k = 0; k < 9; ++k) {
      d += (actual[i].m[k] - exact[i].m[k]) * (actual[i].m[k] - exact[i].m[k]);
      squared += exact[i].m[k] * exact[i].m[k];
    }
    difference.push_back(d);
  }
  return errorFrom(difference, squared);
}

/// Every (size / count)-th item: targets spread over a whole set.
template <class T>
std::vector<T> sample(const std::vector<T>& items, std::size_t count) {
  std::vector<T> chosen;
  const std::size_t stride = std::max<std::size_t>(1, items.size() / std::max<std::size_t>(1, count));
  for (std::size_t i = 0; i < items.size() && chosen.size() < count; i += stride) chosen.push_back(items[i]);
  return chosen;
}

}  // namespace fmm_test
