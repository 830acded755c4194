#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/math.h"
#include "fmm/settings.h"
#include "fmm/types.h"

namespace fmm {

/// What elements are held to.
struct RefinementRules {
  double minimumOverlap = 0;  ///< least sigma/l; 0: any
  double coreGrowth = 0;      ///< most sigma over the reference radius; 0: any
  double mergeTolerance = 0;  ///< most change of impulse by merging, of 1/2 sum |x - c| |alpha|; 0: no merging
  std::size_t budget = 0;     ///< most elements
  std::optional<GroundPlane> ground;
};

/// From where the rules bite: a measure of 1 is split, and with it all that are not far from it, so that this happens
/// now and then and not in every step.
constexpr double kEarly = 0.95;

/// How far an element is beyond the rules: above 1 it is to be split. 0 for an element without strength or core.
template <class T>
FMM_HD inline T breach(T minimumOverlap, T coreGrowth, T strength, T sigma, T length, T reference) {
  if (!(strength > T(0)) || !(sigma > T(0))) return T(0);
  const T thin = minimumOverlap * length / sigma, allowed = coreGrowth * reference;
  return larger(thin, allowed > T(0) ? sigma / allowed : T(0));
}

/// Elements that keep the rules, made of given ones.
struct Refinement {
  Elements elements;
  std::vector<std::size_t> parent;  ///< [elements] given element, of merged ones the strongest, that stood here
  std::vector<double> share;        ///< [elements] of the parent's strength, where it was only split
  std::size_t split = 0;            ///< given elements that were split
  std::size_t merged = 0;           ///< given elements that went into a neighbour of their own size ...
  std::size_t removed = 0;          ///< ... and negligible ones whose strength a neighbour took
  double impulse = 0;               ///< sum |change of impulse| by merging, of 1/2 sum |x - c| |alpha|
  bool full = false;                ///< elements that should be split were not: the budget, or the ground, forbade it

  bool changed() const { return split + merged + removed > 0; }
};

/// Splits elements that break the rules and merges negligible ones, the smallest first; all of them where the budget
/// would not do otherwise. In double precision, the same bits every time.
///
/// An element with sigma/l below the bound becomes 2, 4, 8, ... equal ones along its strength over the length l:
/// keeps total strength, linear and angular impulse exactly. An element that viscosity has made too thick becomes seven
/// of radius sigma/coreGrowth, one in the middle and six about it: keeps total strength, linear impulse and the second
/// and third moments of its vorticity (and so the field's angular impulse) exactly, and on an even line, which the
/// other elements continue, the fourth and fifth across it. Two elements closer than half a core become one with the
/// strength of both at the |alpha|-weighted mean position: keeps the total strength exactly, and the impulse where the
/// two are parallel.
///
/// `precision`: that the elements will be stored in, as which no piece may lie below the ground.
Refinement refine(const Elements& elements, const RefinementRules& rules, Precision precision = Precision::real64);

Vec3 meanPosition(const std::vector<Vec3>& positions);

}  // namespace fmm
