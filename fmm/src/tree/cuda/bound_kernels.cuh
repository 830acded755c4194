#pragma once

#include <cooperative_groups.h>

#include "tree/cuda/tree_kernels.cuh"

// Tight boxes and radii of all cells: the steps of BoundCells, with a leaf's particles or a parent's children in the
// lanes of a warp.

namespace fmm {

template <class Real>
__device__ Real warpMaximum(Real value) {
  for (int offset = 16; offset > 0; offset /= 2) value = larger(value, __shfl_xor_sync(0xFFFFFFFFu, value, offset));
  return value;
}

template <class Real>
__device__ Box<Real> warpJoin(Box<Real> b) {
  return {{-warpMaximum(-b.low.x), -warpMaximum(-b.low.y), -warpMaximum(-b.low.z)},
          {warpMaximum(b.high.x), warpMaximum(b.high.y), warpMaximum(b.high.z)}};
}

/// Bounds of a leaf by a warp: BoundCells::boundLeaf with the particles spread over the lanes.
template <class Real>
__device__ void boundLeafByWarp(const BoundCells<Real>& task, Index c) {
  using B = BoundCells<Real>;
  const auto lane = static_cast<Index>(threadIdx.x % 32);
  const Cell cell = task.cells[c];
  CellBounds<Real> b;
  b.sources = b.targets = B::emptyBox();
  b.largestSigma = b.sourceRadius = b.targetRadius = 0;
  b.smallestSigma = B::emptyBox().low.x;
  for (Index i = cell.elements.begin + lane; i < cell.elements.end; i += 32) {
    B::include(b.sources, task.element, IndexRange{i, i + 1});
    b.largestSigma = larger(b.largestSigma, task.sigma[i]);
    b.smallestSigma = smaller(b.smallestSigma, task.sigma[i]);
  }
  for (Index i = cell.tracers.begin + lane; i < cell.tracers.end; i += 32) {
    B::include(b.targets, task.tracer, IndexRange{i, i + 1});
  }
  b.sources = warpJoin(b.sources);
  b.targets = warpJoin(b.targets);
  b.largestSigma = warpMaximum(b.largestSigma);
  b.smallestSigma = -warpMaximum(-b.smallestSigma);
  if (task.elementsAreTargets) B::include(b.targets, b.sources);
  for (Index i = cell.elements.begin + lane; i < cell.elements.end; i += 32) {
    const IndexRange one = {i, i + 1};
    b.sourceRadius = larger(b.sourceRadius, B::largestDistance(b.sources.middle(), task.element, one));
    if (task.elementsAreTargets) {
      b.targetRadius = larger(b.targetRadius, B::largestDistance(b.targets.middle(), task.element, one));
    }
  }
  for (Index i = cell.tracers.begin + lane; i < cell.tracers.end; i += 32) {
    b.targetRadius = larger(b.targetRadius, B::largestDistance(b.targets.middle(), task.tracer, IndexRange{i, i + 1}));
  }
  b.sourceRadius = warpMaximum(b.sourceRadius);
  b.targetRadius = warpMaximum(b.targetRadius);
  task.widen(cell, b);
  if (lane == 0) task.bounds[c] = b;
}

/// Lanes that bound a parent together, one a child.
constexpr Index kFamily = 8;

/// Bounds of a parent by kFamily neighbouring lanes: BoundCells::boundParent with a child a lane.
template <class Real>
__device__ void boundParentByFamily(const BoundCells<Real>& task, Index c) {
  using B = BoundCells<Real>;
  const auto lane = static_cast<Index>(threadIdx.x % kFamily);
  const unsigned lanes = 0xFFu << (threadIdx.x % 32 / kFamily * kFamily);
  const auto most = [&](Real value) {
    for (int offset = kFamily / 2; offset > 0; offset /= 2)
      value = larger(value, __shfl_xor_sync(lanes, value, offset));
    return value;
  };
  const auto join = [&](const Box<Real>& box) -> Box<Real> {
    return {{-most(-box.low.x), -most(-box.low.y), -most(-box.low.z)},
            {most(box.high.x), most(box.high.y), most(box.high.z)}};
  };
  const Cell cell = task.cells[c];
  CellBounds<Real> child = {B::emptyBox(), B::emptyBox(), 0, 0, B::emptyBox().low.x, 0};
  if (lane < cell.childCount) child = task.bounds[cell.firstChild + lane];
  CellBounds<Real> b;
  b.sources = join(child.sources);
  b.targets = join(child.targets);
  b.largestSigma = most(child.largestSigma);
  b.smallestSigma = -most(-child.smallestSigma);
  const auto radius = [&](const Box<Real>& box, const Box<Real>& part, Real partRadius) {
    const Real reach = part.isEmpty() ? Real(0) : B::distance(box.middle(), part.middle()) + partRadius;
    const Real all = most(reach);
    return box.isEmpty() ? all : smaller(all, B::distance(box.middle(), box.high));
  };
  b.sourceRadius = radius(b.sources, child.sources, child.sourceRadius);
  b.targetRadius = radius(b.targets, child.targets, child.targetRadius);
  task.widen(cell, b);
  if (lane == 0) task.bounds[c] = b;
}

/// Bounds of all cells: leaves first, then level by level from the deepest up. Cooperative launch.
template <class Real>
__global__ void __launch_bounds__(kTreeThreads)
    boundKernel(BoundCells<Real> task, const CudaTreeStatus* status, const Index* leaves) {
  const auto grid = cooperative_groups::this_grid();
  task.rootEdge = status->counts.root.edge;
  const auto thread = static_cast<Index>(blockIdx.x * kTreeThreads + threadIdx.x);
  const auto threads = static_cast<Index>(gridDim.x * kTreeThreads);
  for (Index k = thread / 32; k < status->counts.leafCount; k += threads / 32) boundLeafByWarp(task, leaves[k]);
  for (int level = status->counts.levels - 2; level >= 0; --level) {
    grid.sync();
    const Index end = status->counts.levelStart[level + 1];
    for (Index c = status->counts.levelStart[level] + thread / kFamily; c < end; c += threads / kFamily) {
      if (!task.cells[c].isLeaf()) boundParentByFamily(task, c);
    }
  }
}

}  // namespace fmm
