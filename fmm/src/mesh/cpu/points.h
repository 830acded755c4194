#pragma once

#include "exec/cpu/exec.h"
#include "mesh/mesh_give.h"
#include "mesh/mesh_take.h"

namespace fmm {

// Spreading and interpolation on a CPU, by SIMD registers over nodes.

/// Sets each node of bin `bin` to sum alpha window, over the elements within width/2 spacings along each axis.
template <class Real>
void giveToBin(const MeshGivers<Real>& givers, Index bin);

/// Interpolates to items [first, end) of the order.
template <class Real>
void takeFromNodes(const MeshTakers<Real>& takers, Index first, Index end);

/// Spreads all elements to the nodes.
template <class Real>
void giveToNodes(CpuExec& exec, const MeshGivers<Real>& givers) {
  exec.forEach(
      "fmm::meshGive", givers.bins.count(), [&](Index bin) { giveToBin(givers, bin); }, 4);
}

/// Interpolates to all targets.
template <class Real>
void takeFromNodes(CpuExec& exec, const MeshTakers<Real>& takers, Index count) {
  constexpr Index kTogether = 256;
  exec.forEach(
      "fmm::meshTake", (count + kTogether - 1) / kTogether,
      [&](Index i) { takeFromNodes(takers, i * kTogether, smaller(count, (i + 1) * kTogether)); }, 1);
}

}  // namespace fmm
