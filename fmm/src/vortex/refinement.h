#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/math.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// Bounds that elements must keep.
struct RefinementRules {
  double minimumOverlap = 0;  ///< least sigma/l; 0: any
  double coreGrowth = 0;      ///< most sigma over the reference radius; 0: any
  double mergeTolerance = 0;  ///< most change of impulse by merging, of 1/2 sum |x - c| |alpha|; 0: no merging
  std::size_t budget = 0;     ///< most elements
  std::optional<GroundPlane> ground;
};

/// Fraction of the bounds above which elements are split once any element exceeds the bounds, so that splitting happens
/// now and then and not in every step.
constexpr double kEarly = 0.95;

/// Measure of an element by the rules: above 1 it must be split. 0 for an element without strength or core.
template <class T>
FMM_HD inline T breach(T minimumOverlap, T coreGrowth, T strength, T sigma, T length, T reference) {
  if (!(strength > T(0)) || !(sigma > T(0))) return T(0);
  const T thin = minimumOverlap * length / sigma, allowed = coreGrowth * reference;
  return larger(thin, allowed > T(0) ? sigma / allowed : T(0));
}

/// Elements that keep the rules, made from given ones.
struct Refinement {
  Elements elements;
  std::vector<std::size_t> parent;  ///< [elements] index of the given element, the stronger one if merged
  std::vector<double> share;        ///< [elements] share of the parent's strength; 1 unless it was split
  std::size_t split = 0;            ///< given elements that were split
  std::size_t merged = 0;           ///< given elements that merged with a neighbour ...
  std::size_t removed = 0;          ///< ... and negligible ones whose strength a neighbour took
  double impulse = 0;               ///< sum |change of impulse| by merging, of 1/2 sum |x - c| |alpha|
  bool full = false;                ///< elements that should be split were not: the budget, or the ground, forbade it

  bool changed() const { return split + merged + removed > 0; }
};

/// Splits elements that break the rules and merges weak ones, the weakest first; elements of any strength if the budget
/// is short. In double precision, with the same bits every time.
///
/// An element with sigma/l below the bound becomes 2, 4, 8, ... equal ones along its strength over the length l, which
/// keeps total strength, linear and angular impulse exactly. An element that viscosity has made too thick becomes seven
/// of radius sigma/coreGrowth, one in the middle and six about it, which keeps total strength, linear impulse and the
/// second and third moments of its vorticity (and so the field's angular impulse) exactly, and in an evenly spaced line
/// also the fourth and fifth moments across the line. Two elements closer than half a core become one with the sum of
/// their strengths at the |alpha|-weighted mean position, which keeps total strength exactly, and impulse if the two
/// are parallel.
Refinement refine(const Elements& elements, const RefinementRules& rules);

Vec3 meanPosition(const std::vector<Vec3>& positions);

}  // namespace fmm
