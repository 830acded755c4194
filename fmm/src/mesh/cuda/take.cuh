#pragma once

#include "exec/cuda/exec.cuh"
#include "mesh/mesh_accuracy.h"
#include "mesh/mesh_take.h"

namespace fmm {

template <int kWidth, class Real>
void takeByWidth(CudaExec& exec, const MeshTakers<Real>& t, Index count) {
  constexpr int kMost = sizeof(Real) == sizeof(float) ? MeshAccuracy::kMostWidthOfFloats : MeshAccuracy::kMostWidth;
  if constexpr (kWidth < kMost) {
    if (t.width > kWidth) return takeByWidth<kWidth + 1>(exec, t, count);
  }
  const MeshWeights<Real, kWidth> weights = {t.bump};
  if (t.gradient[0]) {
    exec.forEach("fmm::meshTake", count,
                 MeshInterpolate<Real, kWidth, true>{t.grid, weights, t.vectors, t.order, t.x, t.out, t.gradient});
  } else {
    exec.forEach("fmm::meshTake", count,
                 MeshInterpolate<Real, kWidth, false>{t.grid, weights, t.vectors, t.order, t.x, t.out, {}});
  }
}

/// All targets take from the nodes about them.
template <class Real>
void takeFromNodes(CudaExec& exec, const MeshTakers<Real>& takers, Index count) {
  takeByWidth<MeshAccuracy::kLeastWidth>(exec, takers, count);
}

}  // namespace fmm
