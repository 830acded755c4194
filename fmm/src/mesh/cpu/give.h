#pragma once

#include "exec/cpu/exec.h"
#include "mesh/mesh_give.h"

namespace fmm {

/// All nodes about elements get what those give; the others keep what they have.
template <class Real>
void giveToNodes(CpuExec& exec, const MeshGivers<Real>& givers) {
  exec.forEach("fmm::meshGive", givers.bins.count(), MeshGiveBin<Real>{givers}, 4);
}

}  // namespace fmm
