#pragma once

#include "exec/cpu/exec.h"
#include "mesh/cpu/point_passes.h"

namespace fmm {

/// All nodes get what elements give.
template <class Real>
void giveToNodes(CpuExec& exec, const MeshGivers<Real>& givers) {
  exec.forEach(
      "fmm::meshGive", givers.bins.count(), [&](Index bin) { giveToBin(givers, bin); }, 4);
}

/// All targets take from the nodes about them.
template <class Real>
void takeFromNodes(CpuExec& exec, const MeshTakers<Real>& takers, Index count) {
  constexpr Index kTogether = 256;
  exec.forEach(
      "fmm::meshTake", (count + kTogether - 1) / kTogether,
      [&](Index i) { takeFromNodes(takers, i * kTogether, smaller(count, (i + 1) * kTogether)); }, 1);
}

}  // namespace fmm
