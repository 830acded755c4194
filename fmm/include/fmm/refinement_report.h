#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

namespace fmm {

/// What redistribution has done to the elements of a vortex system since its start.
struct LatticeReport {
  static constexpr double kMet = 0.1;

  std::uint64_t passes = 0;
  double spacing = 0;             ///< h of the last one [L]; 0: there was none
  double spread = 0;              ///< nu t that it still has to account for [L^2]
  double turned = 0;              ///< time integral of max |grad u| since then, what `auto` goes by
  std::int64_t atStep = 0;        ///< steps that were done then
  std::uint64_t coarsenings = 0;  ///< how often h had to grow to keep the budget
  /// Part of the strongest node's strength below which nodes went the last time; 0: there was none.
  double threshold = 0;
  /// Most that a node had from a ring other than the one that gave it most, of the strongest node's strength.
  double met = 0;

  /// Have rings come so close that nodes are as much of one as of another? Elements are of single rings no longer then.
  bool ringsHaveMet() const { return met >= kMet; }

  friend bool operator==(const LatticeReport& a, const LatticeReport& b) {
    return a.passes == b.passes && a.spacing == b.spacing && a.spread == b.spread && a.turned == b.turned &&
           a.atStep == b.atStep && a.coarsenings == b.coarsenings && a.threshold == b.threshold && a.met == b.met;
  }
};

/// What splitting and merging have done to the elements of a vortex system since its start.
struct RefinementReport {
  static constexpr std::size_t kBudgetFactor = 8, kLatticeBudgetFactor = 2;
  static constexpr std::size_t kLeastLatticeBudget = 4096;  ///< a few elements spread to hundreds of nodes each
  static constexpr std::size_t kMostBudget = 1000000000;    ///< as Settings::elementBudget may ask for
  /// The budget of a system that was given so many elements where its settings leave it open.
  static constexpr std::size_t budgetFor(std::size_t given, bool redistributes) {
    const std::size_t wanted =
        redistributes ? std::max(kLatticeBudgetFactor * given, kLeastLatticeBudget) : kBudgetFactor * given;
    return std::min(wanted, kMostBudget);
  }

  std::size_t given = 0;  ///< elements that came from outside: at the start and by append()
  /// Most elements: Settings::elementBudget, or budgetFor() where that is 0.
  std::size_t budget = 0;
  std::uint64_t split = 0;    ///< elements that were split ...
  std::uint64_t merged = 0;   ///< ... that went into a neighbour ...
  std::uint64_t removed = 0;  ///< ... that had next to no strength, which a neighbour took
  /// Sum of |change of linear impulse| by merging over all steps, each relative to 1/2 sum |x - c| |alpha| about the
  /// mean position c. Splitting changes nothing.
  double impulseDrift = 0;
  Vec3 centroidShift;  ///< by which the centroid of the elements was moved, though nothing moved [L]
  LatticeReport lattice;
  bool full = false;  ///< elements that should have been split were not, for want of room or for the ground

  friend bool operator==(const RefinementReport& a, const RefinementReport& b) {
    return a.given == b.given && a.budget == b.budget && a.split == b.split && a.merged == b.merged &&
           a.removed == b.removed && a.impulseDrift == b.impulseDrift && a.centroidShift == b.centroidShift &&
           a.full == b.full && a.lattice == b.lattice;
  }
};

}  // namespace fmm
