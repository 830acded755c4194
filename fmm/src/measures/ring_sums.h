#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/equal_runs.h"
#include "core/math.h"
#include "exec/later.h"
#include "fmm/diagnostics.h"
#include "measures/vector_at.h"

namespace fmm {

/// Data of one element for the measures of its ring.
struct RingElement {
  Vector3<double> x, alpha;
  Vector3<double> velocity, rate;  ///< dx/dt, d(alpha)/dt
  double sigma;
};

/// RingElement(i) of elements in rows: rows of the state and of its rates.
template <class Real>
struct RingElementRows {
  std::array<const double*, 3> position, strength;
  std::array<const Real*, 3> velocity, rate;
  const double* sigma;

  FMM_HD RingElement operator()(Index i) const {
    return {vectorAt(position, i), vectorAt(strength, i), vectorAt(velocity, i), vectorAt(rate, i), sigma[i]};
  }
};

/// Elements [first, first + count), which belong to one ring.
struct RingRun {
  std::size_t ring;  ///< index among the measured rings
  Index first, count;
};

/// Runs that are summed together; passed to kernels by value.
struct RingParts {
  static constexpr Index kMost = 32;
  Index parts = 0;
  Index ring[kMost] = {}, first[kMost] = {}, size[kMost] = {};
};

/// The sums of all rounds for one ring, side by side.
struct RingTotals {
  enum Sum { kStrength, kMoment, kSigma = 4, kImpulse, kMotion = 8, kDistance = 11, kTurn, kSquare, kCount };

  /// sum |alpha| x / sum |alpha|
  FMM_HD static Vector3<double> centre(const double* totals) {
    const double inverse = 1 / totals[kStrength];
    return {inverse * totals[kMoment], inverse * totals[kMoment + 1], inverse * totals[kMoment + 2]};
  }
  /// Direction of the impulse about the centre; 0 if there is none.
  FMM_HD static Vector3<double> axis(const double* totals) {
    const Vector3<double> impulse = {totals[kImpulse], totals[kImpulse + 1], totals[kImpulse + 2]};
    const double length = std::sqrt(dotProduct(impulse, impulse));
    if (!(length > 0)) return {0, 0, 0};
    const double inverse = 1 / length;
    return {inverse * impulse.x, inverse * impulse.y, inverse * impulse.z};
  }
};

// Sums over the elements of a run, in three rounds. Each needs the sums of those before, which stay in the execution
// space. kFirst: index of the first sum in RingTotals; kCount: number of sums.

template <class At>
struct RingPlace {
  enum Sum { kStrength, kMoment, kSigma = 4, kCount };
  static constexpr Index kFirst = RingTotals::kStrength;
  At at;
  RingParts runs;
  const double* totals;

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
  static constexpr Index kFirst = RingTotals::kImpulse;
  At at;
  RingParts runs;
  const double* totals;

  FMM_HD Index count(Index run) const { return runs.size[run]; }
  FMM_HD void operator()(Index run, Index i, double* sums) const {
    const RingElement e = at(runs.first[run] + i);
    const Vector3<double> a = e.alpha, arm = e.x - RingTotals::centre(totals + runs.ring[run] * RingTotals::kCount);
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
  static constexpr Index kFirst = RingTotals::kDistance;
  At at;
  RingParts runs;
  const double* totals;

  FMM_HD Index count(Index run) const { return runs.size[run]; }
  FMM_HD void operator()(Index run, Index i, double* sums) const {
    const RingElement e = at(runs.first[run] + i);
    const double* const found = totals + runs.ring[run] * RingTotals::kCount;
    const Vector3<double> arm = e.x - RingTotals::centre(found), axis = RingTotals::axis(found);
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

/// Finds the rings of some runs, in order of index, with their numbers of elements. Returns the runs with the places of
/// their rings.
inline std::vector<RingRun> placedRuns(const std::vector<EqualRun>& runs, std::vector<RingMeasures>& rings) {
  std::map<std::int32_t, std::size_t> elements;
  for (const EqualRun& run : runs) elements[run.number] += static_cast<std::size_t>(run.count);
  std::map<std::int32_t, std::size_t> place;
  for (const auto& [index, size] : elements) {
    place[index] = rings.size();
    RingMeasures measures;
    measures.ring = index;
    measures.elements = size;
    rings.push_back(measures);
  }
  std::vector<RingRun> placed;
  for (const EqualRun& run : runs) placed.push_back({place[run.number], run.first, run.count});
  return placed;
}

/// Adds the sums of some runs, [runs][count], to those of their rings, in the order of the runs.
struct AddRuns {
  RingParts runs;
  Index first, count;
  const double* sums;
  double* totals;

  FMM_HD void operator()(Index k) const {
    for (Index r = 0; r < runs.parts; ++r) totals[runs.ring[r] * RingTotals::kCount + first + k] += sums[r * count + k];
  }
};

/// Pending measures of rings: the rings, and all their sums.
struct RingFigures {
  std::vector<RingMeasures> rings;  ///< with their indices and elements
  Later<std::vector<double>> totals;

  /// Call it after a synchronisation of the execution space.
  std::vector<RingMeasures> measures() const {
    constexpr double kPi = 3.14159265358979323846;
    const auto vector = [](Vector3<double> v) { return Vec3{v.x, v.y, v.z}; };
    std::vector<RingMeasures> all = rings;
    const double* found = totals.value().data();
    for (RingMeasures& m : all) {
      using Totals = RingTotals;
      m.strength = found[Totals::kStrength];
      m.centre = vector(Totals::centre(found));
      m.sigma = found[Totals::kSigma] / static_cast<double>(m.elements);
      m.axis = vector(Totals::axis(found));
      m.velocity =
          (1 / m.strength) * Vec3{found[Totals::kMotion], found[Totals::kMotion + 1], found[Totals::kMotion + 2]};
      m.speed = dot(m.velocity, m.axis);
      m.radius = found[Totals::kDistance] / m.strength;
      m.circulation = found[Totals::kTurn] / (2 * kPi);
      // |x - c|^2 = r^2 + h^2, so its mean less R^2 is the mean of (r - R)^2 + h^2.
      m.thickness = std::sqrt(std::max(found[Totals::kSquare] / m.strength - m.radius * m.radius, 0.0));
      found += Totals::kCount;
    }
    return all;
  }
};

/// Sums over every ring, in order of index, in the elements' execution space; the host reads only the result of the
/// last round. Keeps its buffers between calls.
template <class Exec>
class RingSummer {
 public:
  /// at(i) is a RingElement; each run of `ofRings` belongs to one ring.
  template <class At>
  RingFigures begin(Exec& exec, const std::vector<EqualRun>& ofRings, const At& at) {
    RingFigures figures;
    const std::vector<RingRun> runs = placedRuns(ofRings, figures.rings);
    const std::size_t size = RingTotals::kCount * figures.rings.size();
    totals_.resize(size);
    exec.fill(totals_.data(), static_cast<Index>(size), 0.0);
    addRound<RingPlace>(exec, runs, at);
    addRound<RingMotion>(exec, runs, at);
    addRound<RingShape>(exec, runs, at);
    figures.totals = exec.read(static_cast<const double*>(totals_.data()), size);
    return figures;
  }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  /// Sums of a round for every ring, kMost runs at a time.
  template <template <class> class Round, class At>
  void addRound(Exec& exec, const std::vector<RingRun>& runs, const At& at) {
    constexpr Index kCount = Round<At>::kCount;
    sums_.resize(static_cast<std::size_t>(kCount) * RingParts::kMost);
    for (std::size_t begin = 0; begin < runs.size(); begin += RingParts::kMost) {
      RingParts parts;
      Index most = 0;
      for (std::size_t r = begin; r < std::min(runs.size(), begin + RingParts::kMost); ++r) {
        parts.ring[parts.parts] = static_cast<Index>(runs[r].ring);
        parts.first[parts.parts] = runs[r].first;
        parts.size[parts.parts] = runs[r].count;
        most = std::max(most, runs[r].count);
        ++parts.parts;
      }
      exec.template sumParts<kCount>("fmm::ring", parts.parts, most, Round<At>{at, parts, totals_.data()},
                                     sums_.data());
      exec.forEach("fmm::ringTotals", kCount, AddRuns{parts, Round<At>::kFirst, kCount, sums_.data(), totals_.data()});
    }
  }

  Buffer<double> sums_, totals_;
};

}  // namespace fmm
