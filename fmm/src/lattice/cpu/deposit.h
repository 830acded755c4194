#pragma once

#include "exec/cpu/exec.h"
#include "lattice/deposit_steps.h"

namespace fmm {

/// Deposits parcels on all nodes of the bricks.
template <class Real, std::size_t N>
void depositOnNodes(CpuExec& exec, const Deposit<Real, N>& to, Index bricks) {
  exec.forEach("fmm::lattice::deposit", bricks, DepositByBrick<Real, N>{to}, 1);
}

}  // namespace fmm
