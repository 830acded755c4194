#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "exec/value_range.h"
#include "fmm/diagnostics.h"
#include "fmm/report.h"
#include "vortex/dynamics.h"
#include "vortex/element_cuts.h"
#include "vortex/merging.h"
#include "vortex/particle_state.h"

namespace fmm {

/// Elements in the rows of a system.
template <class Real>
struct StoredElements {
  std::array<const double*, kElementRows> row;
  const Real *volume, *reference;

  FMM_HD LoneElement operator[](Index i) const {
    const double length = row[kLengthRow][i];  // a far too long step makes l negative
    return {{row[0][i], row[1][i], row[2][i]},
            {row[3][i], row[4][i], row[5][i]},
            row[kCoreRow][i],
            length < 0 ? -length : length,
            volume[i],
            reference[i]};
  }
};

/// Number of elements that each element becomes.
template <class Real>
struct CountPieces {
  StoredElements<Real> from;
  CutRules rules;
  Index* count;

  FMM_HD void operator()(Index i) const { count[i] = cutOf(rules, from[i]).count(); }
};

/// Counts the elements after splitting, the split elements, and those of them with a piece below the ground.
template <class Real>
struct CutSums {
  static constexpr std::size_t kCount = 3;
  StoredElements<Real> from;
  CutRules rules;
  FluidSide fluid;
  const Index* count;

  FMM_HD void operator()(Index i, double* sums) const {
    sums[0] += count[i];
    if (count[i] == 1) return;
    sums[1] += 1;
    if (!staysInFluid(fluid, rules, from[i], ElementCut::ofCount(count[i]))) sums[2] += 1;
  }
};

/// |alpha| of an element that stays whole, at most the largest float; infinite for split elements.
template <class Real>
struct WholeStrength {
  StoredElements<Real> from;
  const Index* count;

  FMM_HD void operator()(Index i, float* values) const {
    using Floats = std::numeric_limits<float>;
    const double length = lengthOf(from[i].strength);
    const float kept = length > Floats::max() ? Floats::max() : static_cast<float>(length);
    values[0] = count[i] > 1 ? Floats::infinity() : kept;
  }
};

/// Writes the pieces of each element from first[i] on, with the element's velocity and ring and their share of its
/// strength rate. Other rates are 0.
template <class Real>
struct WritePieces {
  StoredElements<Real> from;
  std::array<const Real*, kElementRows> fromRate;
  const Real* fromRing;
  CutRules rules;
  const Index* first;  ///< [before]
  Index before, after;
  std::array<double*, kElementRows> to;
  std::array<Real*, kElementRows> rate;
  std::array<Real*, 3> fixed;  ///< volume, reference radius, ring

  FMM_HD void operator()(Index i) const {
    const Index end = i + 1 < before ? first[i + 1] : after;
    const LoneElement whole = from[i];
    if (end - first[i] == 1) return write(first[i], whole, 1, i);
    const CutPieces pieces(rules, whole, ElementCut::ofCount(end - first[i]));
    for (Index at = first[i]; at < end; ++at) write(at, pieces[at - first[i]], pieces.share(at - first[i]), i);
  }

 private:
  FMM_HD void write(Index at, const LoneElement& e, double share, Index parent) const {
    const double numbers[kElementRows] = {e.position.x, e.position.y, e.position.z, e.strength.x,
                                          e.strength.y, e.strength.z, e.coreRadius, e.length};
    for (std::size_t k = 0; k < kElementRows; ++k) to[k][at] = numbers[k];
    for (std::size_t k = 0; k < 3; ++k) rate[k][at] = fromRate[k][parent];
    for (std::size_t k = 3; k < kCoreRow; ++k) rate[k][at] = static_cast<Real>(share * double(fromRate[k][parent]));
    for (std::size_t k = kCoreRow; k < kElementRows; ++k) rate[k][at] = 0;
    fixed[0][at] = static_cast<Real>(e.volume);
    fixed[1][at] = static_cast<Real>(e.referenceRadius);
    fixed[2][at] = fromRing[parent];
  }
};

/// Splits and merges a system's elements where they break the rules. Splitting alone is done in the execution space,
/// with the results of refine() except for rounding: of centroidShift everywhere, of pieces where a machine contracts
/// products and sums. refine() on the host does all if the budget is short, a piece would enter the ground, or elements
/// might merge: with a mergeTolerance, if an element that stays whole has less than half the mean strength. Only
/// refine() finds whether it has a neighbour to merge with.
template <class Exec, class Real>
class ElementSplitter {
 public:
  /// Sums over the cuts that the rules ask for.
  struct Cuts {
    double after = 0;     ///< elements after the cuts
    double split = 0;     ///< elements that are split ...
    double grounded = 0;  ///< ... of which a piece would enter the ground
    double weakest = 0;   ///< smallest |alpha| of the others, rounded to a float; infinite without any
    double strength = 0;  ///< sum |alpha|
    Vec3 centroid;        ///< before the cuts
  };

  /// Splits and merges elements if `worst`, the largest breach(), is above 1; every kRetry steps only, if the last
  /// attempt could not keep the rules. True if the elements were replaced; nothing changes if it throws.
  bool keepResolved(Exec& exec, ParticleState<Exec, Real>& state, const RefinementRules& rules, double worst,
                    std::int64_t steps, RefinementReport& report) {
    constexpr std::int64_t kRetry = 16;
    if (!(worst > 1)) {
      report.full = false;
      return false;
    }
    if (report.full && steps % kRetry != 0) return false;
    const Cuts cuts = findCuts(exec, state, rules);
    return splittingSuffices(cuts, rules, state) ? split(exec, state, rules, cuts, report)
                                                 : refineOnHost(state, rules, report);
  }

  /// Leaves the number of pieces of each element in counts_. Synchronises.
  Cuts findCuts(Exec& exec, const ParticleState<Exec, Real>& state, const RefinementRules& rules) {
    using Sums = CutSums<Real>;
    const Index n = state.elementCount();
    const StoredElements<Real> from = storedIn(state);
    counts_.resize(static_cast<std::size_t>(n));
    exec.forEach("fmm::split::count", n, CountPieces<Real>{from, cutRules(rules), counts_.data()});
    const auto sums = exec.template sumsLater<Sums::kCount>(
        "fmm::split::sum", n, Sums{from, cutRules(rules), FluidSide(rules.ground), counts_.data()});
    const auto weakest =
        exec.template rangesLater<1>("fmm::split::weakest", n, WholeStrength<Real>{from, counts_.data()});
    const auto moments = state.beginMoments();
    exec.synchronize();
    const LatticeMoments found = momentsOf(moments.value(), state.origin());
    const std::array<double, Sums::kCount>& sum = sums.value();
    return {sum[0], sum[1], sum[2], double(weakest.value()[0].low), found.size, found.centre};
  }

  /// True if splitting in the execution space is all that the rules ask for.
  static bool splittingSuffices(const Cuts& cuts, const RefinementRules& rules,
                                const ParticleState<Exec, Real>& state) {
    const double room = static_cast<double>(rules.budget), most = std::numeric_limits<Index>::max();
    return cuts.after <= room && cuts.after <= most && cuts.grounded == 0 && state.ringsFitRows() &&
           !mayMerge(rules, static_cast<std::size_t>(state.elementCount()), cuts.weakest, cuts.strength);
  }

  std::size_t bytes() const { return counts_.bytes() + sums_.bytes(); }

 private:
  static CutRules cutRules(const RefinementRules& rules) { return {rules.minimumOverlap, rules.coreGrowth}; }
  static StoredElements<Real> storedIn(const ParticleState<Exec, Real>& state) {
    const auto& fixed = state.fixed;
    return {state.exactElement.all(), fixed[0], fixed[1]};
  }

  bool split(Exec& exec, ParticleState<Exec, Real>& state, const RefinementRules& rules, const Cuts& cuts,
             RefinementReport& report) {
    Vec3 centroid = cuts.centroid;
    if (cuts.split > 0) {
      sums_.before(exec, counts_.data(), state.elementCount());
      centroid = state.replaceElements(static_cast<Index>(cuts.after), [&](auto& element, auto& rate, auto& fixed) {
        exec.forEach(
            "fmm::split::write", state.elementCount(),
            WritePieces<Real>{storedIn(state), std::as_const(state.elementRate).all(), std::as_const(state.fixed)[2],
                              cutRules(rules), counts_.data(), state.elementCount(), static_cast<Index>(cuts.after),
                              element.all(), rate.all(), fixed.all()});
      });
    }
    report.split += static_cast<std::uint64_t>(cuts.split);
    report.centroidShift = report.centroidShift + (centroid - cuts.centroid);
    report.full = false;
    return cuts.split > 0;
  }

  static bool refineOnHost(ParticleState<Exec, Real>& state, const RefinementRules& rules, RefinementReport& report) {
    const Elements before = state.elements();
    const Refinement refined = refine(before, rules);
    report.split += refined.split;
    report.merged += refined.merged;
    report.removed += refined.removed;
    report.impulseDrift += refined.impulse;
    report.centroidShift = report.centroidShift + (centroid(refined.elements) - centroid(before));
    report.full = refined.full;
    if (refined.changed()) state.replaceElements(refined);  // last, as it cannot be undone
    return refined.changed();
  }

  typename Exec::template Buffer<Index> counts_;
  RunningSums<Exec> sums_;
};

}  // namespace fmm
