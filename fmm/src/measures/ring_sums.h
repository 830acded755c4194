#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/math.h"
#include "fmm/diagnostics.h"

namespace fmm {

/// What a ring's measures are made of, at one element.
struct RingElement {
  Vector3<double> x, alpha;
  Vector3<double> velocity, rate;  ///< dx/dt, d(alpha)/dt
  double sigma;
};

/// RingElement(i) of elements that stand in rows; those of the state and of its rates.
template <class Real>
struct RingElementRows {
  std::array<const Real*, 3> position, strength, velocity, rate;
  const Real* sigma;

  FMM_HD RingElement operator()(Index i) const {
    const auto at = [i](const std::array<const Real*, 3>& row) {
      return Vector3<double>{double(row[0][i]), double(row[1][i]), double(row[2][i])};
    };
    return {at(position), at(strength), at(velocity), at(rate), double(sigma[i])};
  }
};

/// Elements [first, first + count), which belong to one ring.
struct RingRun {
  std::size_t ring;  ///< its place among the rings that are measured
  Index first, count;
};

/// Runs whose sums are taken in one go, with what is known of their rings; passed to kernels by value.
struct RingParts {
  static constexpr Index kMost = 32;
  Index parts = 0;
  Index first[kMost] = {}, size[kMost] = {};
  Vector3<double> centre[kMost] = {}, axis[kMost] = {};
};

// Sums over the elements of a run, in three rounds: each needs what the ones before have found.

template <class At>
struct RingPlace {
  enum Sum { kStrength, kMoment, kSigma = 4, kCount };
  At at;
  RingParts runs;

  FMM_HD Index count(Index run) const { return runs.size[run]; }
  FMM_HD void operator()(Index run, Index i, double* sums) const {
    const RingElement e = at(runs.first[run] + i);
    const double weight = std::sqrt(dotProduct(e.alpha, e.alpha));
    sums[kStrength] += weight;
    sums[kMoment] += weight * e.x.x;
    sums[kMoment + 1] += weight * e.x.y;
    sums[kMoment + 2] += weight * e.x.z;
    sums[kSigma] += e.sigma;
  }
};

template <class At>
struct RingMotion {
  enum Sum { kImpulse, kMotion = 3, kCount = 6 };  ///< arm x alpha; |alpha| u + d|alpha|/dt arm
  At at;
  RingParts runs;

  FMM_HD Index count(Index run) const { return runs.size[run]; }
  FMM_HD void operator()(Index run, Index i, double* sums) const {
    const RingElement e = at(runs.first[run] + i);
    const Vector3<double> a = e.alpha, arm = e.x - runs.centre[run];
    const double weight = std::sqrt(dotProduct(a, a));
    const double growth = weight > 0 ? dotProduct(a, e.rate) / weight : 0;
    sums[kImpulse] += arm.y * a.z - arm.z * a.y;
    sums[kImpulse + 1] += arm.z * a.x - arm.x * a.z;
    sums[kImpulse + 2] += arm.x * a.y - arm.y * a.x;
    sums[kMotion] += weight * e.velocity.x + growth * arm.x;
    sums[kMotion + 1] += weight * e.velocity.y + growth * arm.y;
    sums[kMotion + 2] += weight * e.velocity.z + growth * arm.z;
  }
};

template <class At>
struct RingShape {
  enum Sum { kDistance, kTurn, kSquare, kCount };  ///< |alpha| r, alpha_phi/r, |alpha| |arm|^2
  At at;
  RingParts runs;

  FMM_HD Index count(Index run) const { return runs.size[run]; }
  FMM_HD void operator()(Index run, Index i, double* sums) const {
    const RingElement e = at(runs.first[run] + i);
    const Vector3<double> arm = e.x - runs.centre[run], axis = runs.axis[run];
    const double weight = std::sqrt(dotProduct(e.alpha, e.alpha)), height = dotProduct(arm, axis);
    const Vector3<double> out = {arm.x - height * axis.x, arm.y - height * axis.y, arm.z - height * axis.z};
    const double r2 = dotProduct(out, out);
    const Vector3<double> round = {axis.y * out.z - axis.z * out.y, axis.z * out.x - axis.x * out.z,
                                   axis.x * out.y - axis.y * out.x};
    sums[kDistance] += weight * std::sqrt(r2);
    sums[kTurn] += r2 > 0 ? dotProduct(round, e.alpha) / r2 : 0;
    sums[kSquare] += weight * dotProduct(arm, arm);
  }
};

/// The rings' indices, in order, with the numbers of their elements, and the runs of them all; all elements are one
/// ring where `ring` is empty.
inline std::vector<RingRun> runsOf(const std::vector<std::int32_t>& ring, Index count,
                                   std::vector<RingMeasures>& rings) {
  std::map<std::int32_t, std::size_t> elements;
  std::vector<std::pair<std::int32_t, RingRun>> runs;
  if (ring.empty() && count > 0) runs.push_back({0, {0, 0, count}});
  for (std::size_t first = 0; first < ring.size();) {
    std::size_t end = first + 1;
    while (end < ring.size() && ring[end] == ring[first]) ++end;
    runs.push_back({ring[first], {0, static_cast<Index>(first), static_cast<Index>(end - first)}});
    first = end;
  }
  for (const auto& [index, run] : runs) elements[index] += static_cast<std::size_t>(run.count);
  std::map<std::int32_t, std::size_t> place;
  for (const auto& [index, size] : elements) {
    place[index] = rings.size();
    RingMeasures measures;
    measures.ring = index;
    measures.elements = size;
    rings.push_back(measures);
  }
  std::vector<RingRun> placed;
  for (const auto& [index, run] : runs) placed.push_back({place[index], run.first, run.count});
  return placed;
}

inline Vector3<double> deviceVector(Vec3 v) {
  return {v.x, v.y, v.z};
}

/// Sums of a round for every ring: kMost runs in one go.
template <template <class> class Round, class At, class Exec>
auto sumRings(const std::vector<RingRun>& runs, const std::vector<RingMeasures>& rings, const At& at, Exec& exec) {
  constexpr std::size_t kCount = Round<At>::kCount;
  std::vector<std::array<double, kCount>> totals(rings.size(), std::array<double, kCount>{});
  for (std::size_t begin = 0; begin < runs.size(); begin += RingParts::kMost) {
    RingParts parts;
    Index most = 0;
    for (std::size_t r = begin; r < std::min(runs.size(), begin + RingParts::kMost); ++r) {
      const RingMeasures& ring = rings[runs[r].ring];
      parts.first[parts.parts] = runs[r].first;
      parts.size[parts.parts] = runs[r].count;
      parts.centre[parts.parts] = deviceVector(ring.centre);
      parts.axis[parts.parts] = deviceVector(ring.axis);
      most = std::max(most, runs[r].count);
      ++parts.parts;
    }
    const auto sums = exec.template sumsOfParts<kCount>("fmm::ring", parts.parts, most, Round<At>{at, parts});
    for (std::size_t r = 0; r < sums.size(); ++r)
      for (std::size_t k = 0; k < kCount; ++k) totals[runs[begin + r].ring][k] += sums[r][k];
  }
  return totals;
}

/// Every ring, in order of index. `exec` sums as an execution space does; at(i) is RingElement i there.
template <class Exec, class At>
std::vector<RingMeasures> measureRings(Exec& exec, const std::vector<std::int32_t>& ring, Index count, const At& at) {
  constexpr double kPi = 3.14159265358979323846;
  std::vector<RingMeasures> rings;
  const std::vector<RingRun> runs = runsOf(ring, count, rings);
  const auto vector = [](const double* sums) { return Vec3{sums[0], sums[1], sums[2]}; };

  using Place = RingPlace<At>;
  const auto places = sumRings<RingPlace>(runs, rings, at, exec);
  for (std::size_t k = 0; k < rings.size(); ++k) {
    rings[k].strength = places[k][Place::kStrength];
    rings[k].centre = (1 / rings[k].strength) * vector(&places[k][Place::kMoment]);
    rings[k].sigma = places[k][Place::kSigma] / static_cast<double>(rings[k].elements);
  }
  using Motion = RingMotion<At>;
  const auto motions = sumRings<RingMotion>(runs, rings, at, exec);
  for (std::size_t k = 0; k < rings.size(); ++k) {
    const Vec3 impulse = vector(&motions[k][Motion::kImpulse]);
    const double length = norm(impulse);
    rings[k].axis = length > 0 ? (1 / length) * impulse : Vec3{};
    rings[k].velocity = (1 / rings[k].strength) * vector(&motions[k][Motion::kMotion]);
    rings[k].speed = dot(rings[k].velocity, rings[k].axis);
  }
  using Shape = RingShape<At>;
  const auto shapes = sumRings<RingShape>(runs, rings, at, exec);
  for (std::size_t k = 0; k < rings.size(); ++k) {
    RingMeasures& m = rings[k];
    m.radius = shapes[k][Shape::kDistance] / m.strength;
    m.circulation = shapes[k][Shape::kTurn] / (2 * kPi);
    // |x - c|^2 = r^2 + h^2, so its mean less R^2 is the mean of (r - R)^2 + h^2.
    m.thickness = std::sqrt(std::max(shapes[k][Shape::kSquare] / m.strength - m.radius * m.radius, 0.0));
  }
  return rings;
}

}  // namespace fmm
