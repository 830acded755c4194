#pragma once

#include "exec/cpu/exec.h"
#include "mesh/mesh_give.h"

namespace fmm {

/// All nodes get what elements give.
template <class Real>
void giveToNodes(CpuExec& exec, const MeshGivers<Real>& givers) {
  exec.forEach("fmm::meshGive", givers.bins.count(), MeshGiveBin<Real>{givers}, 4);
}

}  // namespace fmm
