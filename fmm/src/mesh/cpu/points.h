#pragma once

#include "exec/cpu/exec.h"
#include "mesh/mesh_interpolation.h"
#include "mesh/mesh_spreading.h"

namespace fmm {

// Spreading and interpolation on a CPU, by SIMD registers over nodes.

/// Sets each node of bin `bin` to sum alpha window, over the elements within width/2 spacings along each axis.
template <class Real>
void spreadToBin(const MeshSpreading<Real>& spreading, Index bin);

/// Interpolates to items [first, end) of the order.
template <class Real>
void interpolateFromNodes(const MeshTargets<Real>& targets, Index first, Index end);

/// Spreads all elements to the nodes.
template <class Real>
void spreadToNodes(CpuExec& exec, const MeshSpreading<Real>& spreading) {
  exec.forEach(
      "fmm::meshSpread", spreading.bins.count(), [&](Index bin) { spreadToBin(spreading, bin); }, 4);
}

/// Interpolates to all targets.
template <class Real>
void interpolateFromNodes(CpuExec& exec, const MeshTargets<Real>& targets, Index count) {
  constexpr Index kTogether = 256;
  exec.forEach(
      "fmm::meshInterpolate", (count + kTogether - 1) / kTogether,
      [&](Index i) { interpolateFromNodes(targets, i * kTogether, smaller(count, (i + 1) * kTogether)); }, 1);
}

}  // namespace fmm
