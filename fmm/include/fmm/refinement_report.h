#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

namespace fmm {

/// What splitting and merging have done to the elements of a vortex system since its start.
struct RefinementReport {
  static constexpr std::size_t kBudgetFactor = 8;

  std::size_t given = 0;  ///< elements that came from outside: at the start and by append()
  /// Most elements: Settings::elementBudget, or kBudgetFactor times `given` where that is 0.
  std::size_t budget = 0;
  std::uint64_t split = 0;    ///< elements that were split ...
  std::uint64_t merged = 0;   ///< ... that went into a neighbour ...
  std::uint64_t removed = 0;  ///< ... that had next to no strength, which a neighbour took
  /// Sum of |change of linear impulse| by merging over all steps, each relative to 1/2 sum |x - c| |alpha| about the
  /// mean position c. Splitting changes nothing.
  double impulseDrift = 0;
  Vec3 centroidShift;  ///< by which the mean position of the elements was moved, though nothing moved [L]
  bool full = false;   ///< elements that should have been split were not, for want of room or for the ground

  friend bool operator==(const RefinementReport& a, const RefinementReport& b) {
    return a.given == b.given && a.budget == b.budget && a.split == b.split && a.merged == b.merged &&
           a.removed == b.removed && a.impulseDrift == b.impulseDrift && a.centroidShift == b.centroidShift &&
           a.full == b.full;
  }
};

}  // namespace fmm
