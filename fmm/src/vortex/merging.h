#pragma once

#include <cstddef>
#include <vector>

#include "vortex/refinement.h"

namespace fmm {

/// Two elements that become one.
struct MergePair {
  std::size_t small, large;  ///< by |alpha|
  bool negligible;           ///< the small one has next to no strength
};

struct MergePlan {
  std::vector<MergePair> pairs;  ///< each element at most once
  double impulse = 0;            ///< sum |change of impulse|, relative to impulseScale()
};

/// One element by itself.
struct Element {
  Vec3 position, strength;
  double coreRadius, length, volume, referenceRadius;
};
Element elementAt(const Elements& elements, std::size_t i);

/// One element for two: the strength of both at the |alpha|-weighted mean position, so that its second moment is
/// theirs; side by side they keep their mean length, one behind the other the sum.
Element mergedOf(const Element& small, const Element& large);

/// 1/2 sum |x - c| |alpha| [L^4/T] about the mean position c: what the impulse's change is measured by.
double impulseScale(const Elements& elements);

/// Chooses pairs, the smallest elements first, until the impulse has changed by rules.mergeTolerance. Elements of less
/// than half the mean strength; of any where `deficit` > 0, and then no more than so many. Elements that are marked in
/// `taken` stay as they are, and no pair is chosen that would come near the rules' bounds.
MergePlan planMerges(const Elements& elements, const RefinementRules& rules, const std::vector<char>& taken,
                     std::size_t deficit);

/// Might planMerges() without a deficit choose any of so many elements? Not where the weakest one that is not taken has
/// half the mean strength; `weakest` may be rounded to a float. `strength` is sum |alpha|.
bool mayMerge(const RefinementRules& rules, std::size_t count, double weakest, double strength);

}  // namespace fmm
