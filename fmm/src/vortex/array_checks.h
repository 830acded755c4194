#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/input_checks.h"
#include "core/length_unit.h"
#include "core/rows.h"
#include "fmm/error.h"
#include "fmm/field.h"
#include "fmm/particle_views.h"
#include "fmm/settings.h"

namespace fmm {

// Checks of the numbers in a caller's arrays, in the memory where they lie. A `Place` has
//   static constexpr MemorySpace kSpace;
//   Index firstFailure(Index n, const Test&);        the lowest i whose test(i) is false; -1: none
//   double numberAt(const InputArray&, Index i);
// Each check throws InvalidInput, which names the first particle that fails it.

/// Host memory, item by item.
struct HostMemory {
  static constexpr MemorySpace kSpace = MemorySpace::host;
  template <class Test>
  static Index firstFailure(Index n, const Test& test) {
    for (Index i = 0; i < n; ++i)
      if (!test(i)) return i;
    return -1;
  }
  static double numberAt(const InputArray& array, Index i) { return readerOf(array)[i]; }
};

struct VectorIsFinite {
  std::array<NumberReader, 3> v;
  FMM_HD bool operator()(Index i) const {
    return v[0][i] * 0.0 + v[1][i] * 0.0 + v[2][i] * 0.0 == 0.0;  // otherwise NaN
  }
};
struct NumberIsNotNegative {
  NumberReader v;
  FMM_HD bool operator()(Index i) const { return v[i] >= 0 && v[i] * 0.0 == 0.0; }
};
struct PointIsAbove {
  std::array<NumberReader, 3> x;
  Vector3<double> point, normal;  ///< unit normal
  FMM_HD bool operator()(Index i) const {
    return dotProduct(Vector3<double>{x[0][i], x[1][i], x[2][i]} - point, normal) > 0;
  }
};

inline std::array<NumberReader, 3> readersOf(const InputVectors& v) {
  return {readerOf(v.x), readerOf(v.y), readerOf(v.z)};
}

template <class Place>
void requireFinite(Place& place, const InputVectors& vectors, const char* what) {
  const Index i = place.firstFailure(static_cast<Index>(vectors.size()), VectorIsFinite{readersOf(vectors)});
  if (i >= 0) throw InvalidInput(std::string(what) + " " + std::to_string(i) + " is not finite");
}

struct NumberIsFinite {
  NumberReader x;
  FMM_HD bool operator()(Index i) const { return x[i] - x[i] == 0; }
};

template <class Place>
void requireFinite(Place& place, const InputArray& array, const char* what) {
  const Index i = place.firstFailure(static_cast<Index>(array.count), NumberIsFinite{readerOf(array)});
  if (i >= 0) throw InvalidInput(std::string(what) + " " + std::to_string(i) + " is not finite");
}

template <class Place>
void requireNotNegative(Place& place, const InputArray& array, const char* what) {
  const Index i = place.firstFailure(static_cast<Index>(array.count), NumberIsNotNegative{readerOf(array)});
  if (i >= 0)
    throw InvalidInput(std::string(what) + " " + std::to_string(i) + " is " + std::to_string(place.numberAt(array, i)) +
                       "; allowed is 0 and above");
}

template <class Place>
void requireAbove(Place& place, const GroundPlane& plane, const InputVectors& positions, const char* what) {
  const Vec3 p = plane.point, n = (1 / norm(plane.normal)) * plane.normal;
  const PointIsAbove above = {readersOf(positions), {p.x, p.y, p.z}, {n.x, n.y, n.z}};
  const Index i = place.firstFailure(static_cast<Index>(positions.size()), above);
  if (i < 0) return;
  const Vec3 x = {place.numberAt(positions.x, i), place.numberAt(positions.y, i), place.numberAt(positions.z, i)};
  throw InvalidInput(std::string(what) + " " + std::to_string(i) + " lies " + std::to_string(-height(plane, x)) +
                     " below the ground plane; allowed is above it");
}

/// Elements that induce a field.
template <class Place>
void requireSound(Place& place, const ElementViews& elements) {
  requireFinite(place, elements.position, "position of element");
  requireFinite(place, elements.strength, "strength of element");
  requireNotNegative(place, elements.coreRadius, "core radius of element");
  requireNotNegative(place, elements.length, "length of element");
  requireNotNegative(place, elements.volume, "volume of element");
  requireFinite(place, elements.heat, "heat of element");
}

struct VectorLies {
  std::array<NumberReader, 3> v;
  bool alongAxis;  ///< along z; else in the plane z = 0
  FMM_HD bool operator()(Index i) const { return alongAxis ? v[0][i] == 0 && v[1][i] == 0 : v[2][i] == 0; }
};
template <class Place>
void requireInPlane(Place& place, const InputVectors& vectors, bool alongAxis, const char* what) {
  const Index i = place.firstFailure(static_cast<Index>(vectors.size()), VectorLies{readersOf(vectors), alongAxis});
  if (i >= 0)
    throw InvalidInput(std::string(what) + " " + std::to_string(i) + " is not " +
                       (alongAxis ? "along z" : "in the plane z = 0") + "; with space = plane allowed are positions " +
                       "with z = 0 and strengths along z");
}
/// Elements and points of a plane flow.
template <class Place>
void requireInPlane(Place& place, const FieldSettings& settings, const ElementViews* elements,
                    const InputVectors* points, const char* what) {
  if (settings.space != Space::plane) return;
  if (elements) requireInPlane(place, elements->position, false, "position of element");
  if (elements) requireInPlane(place, elements->strength, true, "strength of element");
  if (points) requireInPlane(place, *points, false, what);
}

struct StrengthIsZero {
  std::array<NumberReader, 3> alpha;
  FMM_HD bool operator()(Index i) const { return alpha[0][i] == 0 && alpha[1][i] == 0 && alpha[2][i] == 0; }
};

struct VectorIsBelow {
  std::array<NumberReader, 3> v;
  double least;
  FMM_HD bool operator()(Index i) const { return within(v[0][i]) && within(v[1][i]) && within(v[2][i]); }
  FMM_HD bool within(double component) const { return -least < component && component < least; }
};

/// Bound of an element's strength, in any component, for sums in this precision [L^3/T].
inline double strongest(Precision precision) {
  return precision == Precision::single ? 1e33 : 1e270;
}

template <class Place>
void requireNotTooStrong(Place& place, Precision precision, const ElementViews& elements) {
  const VectorIsBelow below = {readersOf(elements.strength), strongest(precision)};
  const Index i = place.firstFailure(static_cast<Index>(elements.size()), below);
  if (i >= 0)
    throw InvalidInput("strength of element " + std::to_string(i) + " is beyond the range of " +
                       (precision == Precision::single ? "float; allowed is less than 1e33 ("
                                                         "double: 1e270)"
                                                       : "double; allowed is less than 1e270"));
}

/// Requires finite results at `count` targets: an overflow on the way must not pass for an answer.
template <class Place>
void requireResults(Place& place, Precision precision, const FieldResults& results, std::size_t count) {
  const auto require = [&](const OutputArray& x, const OutputArray& y, const OutputArray& z, const char* what) {
    if (!x.data || x.space != Place::kSpace) return;
    const VectorIsFinite finite = {{readerOf(x), readerOf(y), readerOf(z)}};
    const Index i = place.firstFailure(static_cast<Index>(count), finite);
    if (i < 0) return;
    const bool narrow = precision == Precision::single || !x.isDouble;
    throw InvalidInput(std::string(what) + " at target " + std::to_string(i) + " is beyond the range of " +
                       (narrow ? "float; double, and an array of it, reach farther" : "double"));
  };
  const OutputVectors &u = results.velocity, &w = results.vorticity;
  const auto& j = results.gradient.m;
  require(u.x, u.y, u.z, "velocity");
  for (std::size_t row = 0; row < 9; row += 3) require(j[row], j[row + 1], j[row + 2], "velocity gradient");
  require(w.x, w.y, w.z, "vorticity");
}

/// Requires strengths whose velocities fit this precision: none beyond its range, and either all zero or at least one
/// not below its range. Weak elements beside strong ones may vanish.
template <class Place>
void requireStrong(Place& place, Precision precision, const ElementViews& elements) {
  requireNotTooStrong(place, precision, elements);
  const double least = precision == Precision::single ? 1e-33 : 1e-270;
  const auto count = static_cast<Index>(elements.size());
  const std::array<NumberReader, 3> alpha = readersOf(elements.strength);
  if (count == 0 || place.firstFailure(count, VectorIsBelow{alpha, least}) >= 0) return;
  const Index i = place.firstFailure(count, StrengthIsZero{alpha});
  if (i >= 0)
    throw InvalidInput("strength of element " + std::to_string(i) + " and of all others is below the range of " +
                       (precision == Precision::single ? "float; allowed is 0, or one of 1e-33 at least "
                                                         "(double: 1e-270)"
                                                       : "double; allowed is 0, or one of 1e-270 at least"));
}

struct PointIsWithin {
  std::array<NumberReader, 3> x;
  double most;
  FMM_HD bool operator()(Index i) const { return within(x[0][i]) && within(x[1][i]) && within(x[2][i]); }
  FMM_HD bool within(double component) const { return -most <= component && component <= most; }
};

/// Requires elements whose velocities fit this precision: requireStrong(), and positions whose squared distances fit.
/// One element beyond would make the results at all targets NaN.
template <class Place>
void requireInRange(Place& place, Precision precision, const ElementViews& elements) {
  const bool single = precision == Precision::single;
  const double most = single ? 1e18 : 1e150;
  const InputVectors& positions = elements.position;
  const Index i = place.firstFailure(static_cast<Index>(elements.size()), PointIsWithin{readersOf(positions), most});
  if (i >= 0)
    throw InvalidInput("position of element " + std::to_string(i) + " (" + numberText(place.numberAt(positions.x, i)) +
                       ", " + numberText(place.numberAt(positions.y, i)) + ", " +
                       numberText(place.numberAt(positions.z, i)) + ") is beyond the range of " +
                       (single ? "float; allowed is up to 1e+18 from the origin (double: 1e+150)"
                               : "double; allowed is up to 1e+150 from the origin"));
  requireStrong(place, precision, elements);
}

/// Requires elements whose usual distances fit this precision, as far as their cubes occur in sums. Single fields have
/// a LengthUnit of their own instead.
template <class Place>
void requireLengths(Place& place, Precision precision, const ElementViews& elements) {
  constexpr Index kSamples = 32;
  const bool single = precision == Precision::single;
  const double least = single ? 1e-9 : 1e-90, most = single ? 1e10 : 1e90;
  const auto count = static_cast<Index>(elements.size());
  const InputVectors& x = elements.position;
  std::vector<Vec3> sample;
  for (Index k = 0; k < std::min(count, kSamples); ++k) {
    const Index i = k * (count / std::min(count, kSamples));
    sample.push_back({place.numberAt(x.x, i), place.numberAt(x.y, i), place.numberAt(x.z, i)});
  }
  const double size = typicalDistance(sample, medianOf(sample));
  if (size == 0 || (size >= least && size <= most)) return;  // 0: no distances, or all in one place
  throw InvalidInput(
      "distances of elements, " + numberText(size) + " from their middle, are beyond the range of " +
      (single ? "float; allowed are 1e-09 to 1e+10 (double: 1e-90 to 1e+90)" : "double; allowed are 1e-90 to 1e+90"));
}

/// All requirements of a system, checked for those particles that lie in this place. Their shapes have been checked.
template <class Place>
void requireParticles(Place& place, const Settings& settings, const ParticleViews& particles) {
  const ElementViews& elements = particles.elements;
  const TracerViews& tracers = particles.tracers;
  const bool ours = elements.position.x.space == Place::kSpace;
  const bool oursToo = tracers.position.x.space == Place::kSpace;
  if (elements.heat.count > 0 && !settings.heat)
    throw InvalidInput("elements have heat, and heat is off; allowed is heat = true");
  if (ours) requireSound(place, elements);
  if (ours) requireInRange(place, settings.precision, elements);
  if (ours) requireLengths(place, settings.precision, elements);
  if (oursToo) requireFinite(place, tracers.position, "position of tracer");
  if (settings.ground && ours) requireAbove(place, *settings.ground, elements.position, "element");
  if (settings.ground && oursToo) requireAbove(place, *settings.ground, tracers.position, "tracer");
  requireInPlane(place, settings, ours ? &elements : nullptr, oursToo ? &tracers.position : nullptr,
                 "position of tracer");
}

}  // namespace fmm
