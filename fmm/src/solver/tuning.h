#pragma once

#include "core/math.h"
#include "fmm/settings.h"
#include "solver/pair_sums.h"
#include "tree/octree.h"

namespace fmm {

/// What an evaluation runs with.
struct FmmParameters {
  int order;      ///< p
  double theta;   ///< opening angle
  double cutoff;  ///< in core radii; 0 where g = 1 everywhere outside the core
  TreeLimits limits;
  Index directPairs;  ///< AcceptanceRule::directPairs
  PairAccuracy accuracy;
  bool bothCores = false;  ///< AcceptanceRule::bothCores
  double expandFrom = 0;   ///< AcceptanceRule::expandFrom
};

/// Parameters from the tolerance and from counts alone, never from a timing: runs repeat bit for bit. Fields of the
/// settings that are not 0 win.
FmmParameters chooseParameters(const FieldSettings& settings, Index elements, Index tracers, bool gradient);

/// The same for sums over near pairs alone: cells meet directly unless the cores' cutoff separates them.
FmmParameters chooseNearParameters(const FieldSettings& settings, Index elements, Index tracers);

}  // namespace fmm
