#pragma once

#include "core/math.h"
#include "fmm/settings.h"
#include "pairs/pair_sums.h"
#include "tree/octree.h"

namespace fmm {

/// The parameters of an evaluation.
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

/// Leaf limits where nothing was counted: `elements`, and as many points as belong to them on average, clamped to
/// fewestPoints and mostPoints. Where mostPoints lowers the points, the limit of elements may rise to mostElements.
struct UsualLeaves {
  Index elements = 44, mostElements = 44, fewestPoints = 96, mostPoints = 512;

  TreeLimits at(Index elementCount, Index tracerCount) const;
};
/// For a CPU, whose blocks of targets are full in smaller leaves than a GPU's.
constexpr UsualLeaves kProcessorsLeaves = {44, 88, 96, 256};

/// Parameters from the tolerance and from counts, never from timings: runs repeat bit for bit. Order, angle and leaf
/// sizes of the settings that are not 0 take precedence.
FmmParameters chooseParameters(const FieldSettings& settings, Index elements, Index tracers, bool gradient,
                               const UsualLeaves& leaves = {});

/// Parameters for sums over near pairs only: cells meet directly unless they are separated by the cores' cutoff.
FmmParameters chooseNearParameters(const FieldSettings& settings, Index elements, Index tracers);

/// The finest tolerance allowed with these settings: finestTolerance(), whose header nvcc does not compile.
double leastTolerance(const FieldSettings& settings);

}  // namespace fmm
