#pragma once

#include "core/math.h"
#include "fmm/settings.h"
#include "pairs/pair_sums.h"
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

/// What leaves hold where nothing was counted: so many elements and as many tracers as belong to them, but no more than
/// so many points. Where that cuts tracers off, leaves of elements alone may hold more elements.
struct UsualLeaves {
  Index elements = 44, mostElements = 44, fewestPoints = 96, mostPoints = 512;

  TreeLimits at(Index elementCount, Index tracerCount) const;
};
/// A processor's blocks of targets are full in smaller leaves than a GPU's.
constexpr UsualLeaves kProcessorsLeaves = {44, 88, 96, 256};

/// Parameters from the tolerance and from counts alone, never from a timing: runs repeat bit for bit. Fields of the
/// settings that are not 0 win.
FmmParameters chooseParameters(const FieldSettings& settings, Index elements, Index tracers, bool gradient,
                               const UsualLeaves& leaves = {});

/// The same for sums over near pairs alone: cells meet directly unless the cores' cutoff separates them.
FmmParameters chooseNearParameters(const FieldSettings& settings, Index elements, Index tracers);

/// The finest tolerance that these settings may ask for: finestTolerance(), whose header CUDA's compiler does not take.
double leastTolerance(const FieldSettings& settings);

}  // namespace fmm
