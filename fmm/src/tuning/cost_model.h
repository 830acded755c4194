#pragma once

#include <array>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "mesh/mesh_grid.h"
#include "tuning/work_counts.h"

namespace fmm {

/// What the work of an evaluation costs on a device: seconds of one CPU thread, or of a whole GPU. An order's cost is
/// that of operators by rotation, with n = p + 1: cubic n^3 + square n^2 + fixed.
struct OrderCost {
  double cubic, square, fixed;

  double at(int order) const {
    const double n = order + 1;
    return (cubic * n + square) * n * n + fixed;
  }
};

/// One for each core function, in the order of Regularisation.
using CoreFactors = std::array<double, namesOf(Regularisation{}).size()>;
constexpr bool hasAll(const CoreFactors& factors) {
  for (const double factor : factors)
    if (factor <= 0) return false;
  return true;
}

/// Constants of a kind of device and a precision, and the core functions' relative costs.
struct CostModel {
  double pair;             ///< of an element and a target, `cutoff` core, fast; times the factors below
  double gradientFactor;   ///< of a pair with its gradient over one without
  double exactFactor;      ///< of PairAccuracy::exact over fast
  CoreFactors coreFactor;  ///< of a pair over one with `cutoff`
  double correctedFactor;  ///< of a pair of the correction lists over a whole one
  OrderCost translation;   ///< M2L
  OrderCost cell;          ///< M2M and L2L, expansions of velocity at leaves
  OrderCost element;       ///< P2M
  OrderCost target;        ///< L2P; times gradientTargetFactor where a gradient is wanted
  double gradientTargetFactor;
  double nearRead, correctedRead;  ///< one element of a list for one block of targets
  double point;                    ///< sort, gather, bounds, scatter
  double listEntry;
  OrderCost level;    ///< launches and barriers of a level, and the wait for its longest translation
  double evaluation;  ///< whatever the size
  WorkGrain grain;
  /// An element of the longest list, which one warp goes through while others may have ended, as far as other work does
  /// not hide it: with `cutoff`, fast, times the factors of a pair. Nothing on a CPU, whose threads share out what is
  /// left.
  double listLatency = 0;

  double pairOf(Regularisation core, bool gradient, bool exact) const {
    return pair * coreFactor[static_cast<std::size_t>(core)] * (gradient ? gradientFactor : 1) *
           (exact ? exactFactor : 1);
  }
  /// Seconds of an evaluation, whose work so many threads share.
  CostParts parts(const WorkCounts& work, Regularisation core, bool exact, int order, int threads = 1) const;
  double seconds(const WorkCounts& work, Regularisation core, bool exact, int order, int threads = 1) const {
    return parts(work, core, exact, order, threads).total();
  }
  /// AcceptanceRule::directPairs: pairs that cost as much as one translation.
  Index directPairs(Regularisation core, bool exact, int order) const;
};

/// The constants that the program comes with, for threads of the CPU with the instruction set in use, or for a GPU.
CostModel costModel(bool gpu, Precision precision, Space space = Space::space);

/// What the parts of a sum over a mesh take, in seconds of one thread, or of a whole GPU: fitted to evaluations of
/// rings and of a cube (docs/performance.md).
struct MeshCosts {
  double value;       ///< a value of the periodic mesh through all transforms
  double give;        ///< a node within reach of an element, or near to that
  double take;        ///< a node about a target
  double point;       ///< an element or a target put in order
  double fixed;       ///< whatever the size
  double mostValues;  ///< of the periodic mesh: memory

  /// Velocities, with gradients or without; nodes that take from elements lie within width + kEdge of them. `points`:
  /// elements and tracers.
  double seconds(const MeshGrid& grid, int width, double elements, double targets, double points) const {
    const double w = width, about = w + MeshBins::kEdge;
    return fixed + value * static_cast<double>(grid.values()) + give * elements * about * about * about +
           take * targets * w * w * w + point * points;
  }
};

/// For threads of the CPU, or for a GPU.
inline MeshCosts meshCosts(bool gpu, Precision precision) {
  const bool single = precision == Precision::single;
  if (gpu) {
    return single ? MeshCosts{3e-11, 5e-13, 8e-13, 0, 2e-4, 1 << 26}
                  : MeshCosts{6.5e-11, 3e-12, 2.6e-12, 0, 3e-4, 1 << 26};
  }
  return single ? MeshCosts{1.5e-8, 3e-10, 3.3e-10, 5.7e-8, 0, 1 << 24}
                : MeshCosts{3e-8, 1e-9, 1.2e-9, 5.7e-8, 0, 1 << 24};
}

}  // namespace fmm
