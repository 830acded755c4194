#pragma once

// Shared by tests and benchmarks of the library: error norms, and a reference field computed from the formulas alone.
// Depends on the public headers and the standard library only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "fmm/vortex_system.h"
#include "fmm/workloads.h"
#include "support/refusal.h"

namespace fmm_test {

using fmm::Elements;
using fmm::Mat3;
using fmm::Regularisation;
using fmm::Vec3;

constexpr double kPi = 3.14159265358979323846;

// ---- workloads ------------------------------------------------------------------------------------------------------

using fmm::workloads::clustered;
using fmm::workloads::cube;
using fmm::workloads::inTorus;
using fmm::workloads::meanSpacing;
using fmm::workloads::overlapped;
using fmm::workloads::plummer;
using fmm::workloads::Random;
using fmm::workloads::rings;
using fmm::workloads::rounded;
using fmm::workloads::sphereSurface;
using fmm::workloads::thin;
using fmm::workloads::Workload;

// ---- rings and settings ---------------------------------------------------------------------------------------------

/// Every pair in double precision on the CPU; the other settings are the defaults.
fmm::Settings directDouble();
/// The program's own choice on the CPU: FMM in float with a tolerance of 1e-4.
fmm::Settings fmmFloat();
/// The defaults, but for these.
fmm::Settings settingsFor(fmm::Backend backend, Regularisation kind, fmm::Precision precision, double tolerance);

/// The message with which the settings are refused after `change`; "accepted" where they are valid.
template <class Change>
std::string complaint(const Change& change, fmm::Settings settings = {}) {
  change(settings);
  return test::refusal<fmm::InvalidInput>([&] { settings.validate(); });
}

/// A circle of elements: R = 1 about the z axis.
fmm::Ring filament(Vec3 centre = {}, double circulation = 1);
/// Appends the ring's elements with the next free ring index.
void add(const fmm::Ring& ring, std::size_t count, double sigma, Elements& elements);
/// Two equal filaments, `gap` apart, that travel along z; ring 0 behind ring 1.
Elements leapfrogPair(std::size_t countEach, double sigma, double gap);

/// `elements` in a cube and as many in a speck of 1e-3, whose strengths all add, with thin cores, rounded to floats.
/// `tracers` in the cube, of which `near`, scattered over the order, lie 2e-3 to 1e-2 from the speck and have most of
/// the squared velocity.
Workload speck(std::size_t elements, std::size_t tracers, std::size_t near);

// ---- the reference field --------------------------------------------------------------------------------------------

/// The core function as q(s) = g(rho)/rho^3 and its slope dq/ds, s = rho^2 = |r|^2/sigma^2.
struct CoreFunction {
  double q, slope;
};

CoreFunction coreFunction(Regularisation kind, double s);

/// 4 pi sigma^3 zeta = 3 q + 2 s dq/ds; for Gaussian cores from the bell, since this difference loses all its digits.
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

/// The largest |b[i] - a[i] - shift|; infinite where the lengths differ.
double farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b, Vec3 shift = {});

/// A system that goes on from the state of another one.
fmm::VortexSystem resumed(const fmm::VortexSystem& from);

/// Every (size / count)-th item: targets spread over a whole set.
template <class T>
std::vector<T> sample(const std::vector<T>& items, std::size_t count) {
  std::vector<T> chosen;
  const std::size_t stride = std::max<std::size_t>(1, items.size() / std::max<std::size_t>(1, count));
  for (std::size_t i = 0; i < items.size() && chosen.size() < count; i += stride) chosen.push_back(items[i]);
  return chosen;
}

}  // namespace fmm_test
