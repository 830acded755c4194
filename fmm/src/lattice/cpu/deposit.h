#pragma once

#include "exec/cpu/exec.h"
#include "lattice/deposit_steps.h"

namespace fmm {

/// Deposits parcels on all nodes of the bricks.
template <class Real>
void depositOnNodes(CpuExec& exec, const Deposit<Real>& to, Index bricks) {
  exec.forEach("fmm::lattice::deposit", bricks, DepositByBrick<Real>{to}, 1);
}

}  // namespace fmm
