#pragma once

#include <array>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "mesh/mesh_grid.h"
#include "tuning/work_counts.h"

namespace fmm {

/// Cost of an operation by order p [s of one CPU thread, or of a whole GPU]: cubic n^3 + square n^2 + fixed with
/// n = p + 1, as operators by rotation have it.
struct OrderCost {
  double cubic, square, fixed;

  double at(int order) const {
    const double n = order + 1;
    return (cubic * n + square) * n * n + fixed;
  }
};

/// One factor for each core function, in the order of Regularisation.
using CoreFactors = std::array<double, namesOf(Regularisation{}).size()>;
constexpr bool hasAll(const CoreFactors& factors) {
  for (const double factor : factors)
    if (factor <= 0) return false;
  return true;
}

/// Costs of the parts of an evaluation on a device in a precision: seconds of one CPU thread, or of a whole GPU.
struct CostModel {
  double pair;             ///< an element and a target, `cutoff` core, fast; times the factors below
  double gradientFactor;   ///< a pair with its gradient over one without
  double exactFactor;      ///< PairAccuracy::exact over fast
  CoreFactors coreFactor;  ///< a pair over one with `cutoff`
  double correctedFactor;  ///< a pair of the correction lists over a whole one
  OrderCost translation;   ///< M2L
  OrderCost cell;          ///< M2M and L2L, expansions of velocity at leaves
  OrderCost element;       ///< P2M
  OrderCost target;        ///< L2P; times gradientTargetFactor where a gradient is wanted
  double gradientTargetFactor;
  double nearRead, correctedRead;  ///< one element of a list for one block of targets
  double point;                    ///< sort, gather, bounds, scatter
  double listEntry;
  OrderCost level;    ///< launches and barriers of a level, and the wait for its longest translation
  double evaluation;  ///< fixed cost, whatever the size
  WorkGrain grain;
  /// An element of the longest list (`cutoff`, fast; times the factors of a pair), as far as other work does not hide
  /// it: a single warp goes through that list while others may have ended. 0 on a CPU, whose threads share the rest.
  double listLatency = 0;

  double pairOf(Regularisation core, bool gradient, bool exact) const {
    return pair * coreFactor[static_cast<std::size_t>(core)] * (gradient ? gradientFactor : 1) *
           (exact ? exactFactor : 1);
  }
  /// Times of the parts of an evaluation whose work is shared by `threads` [s].
  CostParts parts(const WorkCounts& work, Regularisation core, bool exact, int order, int threads = 1) const;
  double seconds(const WorkCounts& work, Regularisation core, bool exact, int order, int threads = 1) const {
    return parts(work, core, exact, order, threads).total();
  }
  /// AcceptanceRule::directPairs: pairs that cost as much as one translation.
  Index directPairs(Regularisation core, bool exact, int order) const;
};

/// The built-in constants, for threads of the CPU with the instruction set in use, or for a GPU.
CostModel costModel(bool gpu, Precision precision, Space space = Space::space);

/// Costs of the parts of a sum over a mesh, in seconds of one thread, or of a whole GPU: fitted to evaluations of rings
/// and of a cube (docs/performance.md).
struct MeshCosts {
  double value;       ///< a value of the periodic mesh through all transforms
  double give;        ///< a node that is visited about an element
  double take;        ///< a node that is read about a target
  double point;       ///< sorting an element or a tracer
  double fixed;       ///< whatever the size
  double mostValues;  ///< largest number of values of the periodic mesh, for its memory

  /// Time of velocities, with or without gradients [s]. Nodes that are visited about an element lie within width +
  /// kEdge of it. `points`: number of elements and tracers.
  double seconds(const MeshGrid& grid, int width, double elements, double targets, double points) const {
    const double w = width, about = w + MeshBins::kEdge;
    return fixed + value * static_cast<double>(grid.values()) + give * elements * about * about * about +
           take * targets * w * w * w + point * points;
  }
};

/// The built-in constants of MeshCosts.
MeshCosts meshCosts(bool gpu, Precision precision);

}  // namespace fmm
