#pragma once

#include <cstddef>
#include <vector>

#include "vortex/refinement.h"

namespace fmm {

/// Two elements to merge.
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

/// Merges two elements: the sum of strengths at the |alpha|-weighted mean position, with a core that keeps the second
/// moment. The length is the mean of elements side by side, and the sum of elements in line.
Element mergedOf(const Element& small, const Element& large);

/// 1/2 sum |x - c| |alpha| [L^4/T] about the mean position c: the scale of changes of impulse.
double impulseScale(const Elements& elements);

/// Chooses pairs, the weakest elements first, until the impulse has changed by rules.mergeTolerance: elements of less
/// than half the mean strength, or with `deficit` > 0 of any strength, but at most `deficit` pairs. Skips elements
/// marked in `taken`, and pairs whose merged element would come near the rules' bounds.
MergePlan planMerges(const Elements& elements, const RefinementRules& rules, const std::vector<char>& taken,
                     std::size_t deficit);

/// True if planMerges() without a deficit might choose any of `count` elements: if the weakest element not taken has
/// less than half the mean strength. `weakest` may be rounded to a float. `strength` is sum |alpha|.
bool mayMerge(const RefinementRules& rules, std::size_t count, double weakest, double strength);

}  // namespace fmm
