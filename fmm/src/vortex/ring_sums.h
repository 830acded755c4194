#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
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

/// Sums over `first` and the elements behind it, in three rounds: each needs what the ones before have found.
template <class At>
struct RingPlace {
  enum Sum { kStrength, kMoment, kSigma = 4, kCount };
  At at;
  Index first;

  FMM_HD void operator()(Index i, double* sums) const {
    const RingElement e = at(first + i);
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
  Index first;
  Vector3<double> centre;

  FMM_HD void operator()(Index i, double* sums) const {
    const RingElement e = at(first + i);
    const Vector3<double> a = e.alpha, arm = e.x - centre;
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
  Index first;
  Vector3<double> centre, axis;

  FMM_HD void operator()(Index i, double* sums) const {
    const RingElement e = at(first + i);
    const Vector3<double> arm = e.x - centre;
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

/// Elements [first, first + count), which belong to one ring.
struct RingRun {
  Index first, count;
};

/// The runs of every ring, by its index; all elements are one ring where `ring` is empty.
inline std::map<std::int32_t, std::vector<RingRun>> runsOf(const std::vector<std::int32_t>& ring, Index count) {
  std::map<std::int32_t, std::vector<RingRun>> runs;
  if (ring.empty() && count > 0) runs[0].push_back({0, count});
  for (std::size_t first = 0; first < ring.size();) {
    std::size_t end = first + 1;
    while (end < ring.size() && ring[end] == ring[first]) ++end;
    runs[ring[first]].push_back({static_cast<Index>(first), static_cast<Index>(end - first)});
    first = end;
  }
  return runs;
}

/// RingMeasures of the elements of these runs. `sum.of<N>(name, n, add)` gives N sums over n items.
template <class Sum, class At>
RingMeasures measureRing(std::int32_t index, const std::vector<RingRun>& runs, const At& at, Sum& sum) {
  constexpr double kPi = 3.14159265358979323846;
  using Place = RingPlace<At>;
  using Motion = RingMotion<At>;
  using Shape = RingShape<At>;
  const auto overRuns = [&](auto add, auto& total) {
    for (const RingRun& run : runs) {
      add.first = run.first;
      const auto part = sum.template of<decltype(add)::kCount>("fmm::ring", run.count, add);
      for (std::size_t k = 0; k < part.size(); ++k) total[k] += part[k];
    }
  };
  const auto device = [](Vec3 v) { return Vector3<double>{v.x, v.y, v.z}; };
  RingMeasures m;
  m.ring = index;
  for (const RingRun& run : runs) m.elements += static_cast<std::size_t>(run.count);

  std::array<double, Place::kCount> place = {};
  overRuns(Place{at, 0}, place);
  m.strength = place[Place::kStrength];
  m.centre = (1 / m.strength) * Vec3{place[Place::kMoment], place[Place::kMoment + 1], place[Place::kMoment + 2]};
  m.sigma = place[Place::kSigma] / static_cast<double>(m.elements);

  std::array<double, Motion::kCount> motion = {};
  overRuns(Motion{at, 0, device(m.centre)}, motion);
  const Vec3 impulse = {motion[Motion::kImpulse], motion[Motion::kImpulse + 1], motion[Motion::kImpulse + 2]};
  const double length = norm(impulse);
  m.axis = length > 0 ? (1 / length) * impulse : Vec3{};
  m.velocity =
      (1 / m.strength) * Vec3{motion[Motion::kMotion], motion[Motion::kMotion + 1], motion[Motion::kMotion + 2]};
  m.speed = dot(m.velocity, m.axis);

  std::array<double, Shape::kCount> shape = {};
  overRuns(Shape{at, 0, device(m.centre), device(m.axis)}, shape);
  m.radius = shape[Shape::kDistance] / m.strength;
  m.circulation = shape[Shape::kTurn] / (2 * kPi);
  // |x - c|^2 = r^2 + h^2, so its mean less R^2 is the mean of (r - R)^2 + h^2.
  m.thickness = std::sqrt(std::max(shape[Shape::kSquare] / m.strength - m.radius * m.radius, 0.0));
  return m;
}

/// Every ring, in order of index.
template <class Sum, class At>
std::vector<RingMeasures> measureRings(const std::vector<std::int32_t>& ring, Index count, const At& at, Sum&& sum) {
  std::vector<RingMeasures> measured;
  for (const auto& [index, runs] : runsOf(ring, count)) measured.push_back(measureRing(index, runs, at, sum));
  return measured;
}

/// Sums where the elements are.
template <class Exec>
struct SumsOnExec {
  Exec& exec;

  template <std::size_t N, class Add>
  std::array<double, N> of(const char* name, Index n, const Add& add) {
    return exec.template sums<N>(name, n, add);
  }
};

}  // namespace fmm
