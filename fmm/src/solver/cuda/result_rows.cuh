#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "exec/cuda/buffer.h"
#include "exec/cuda/exec.cuh"
#include "solver/cuda/view.cuh"

namespace fmm {

/// What expansions give at one kind of target, in sorted order: velocity and gradient, those that were ever wanted.
template <class Real>
class ResultRows {
 public:
  /// The targets at x with room for what is wanted of them.
  CudaTargets<Real> targets(const std::array<const Real*, 3>& x, Index count, const Index* order,
                            const TargetArrays<Real>& wanted) {
    CudaTargets<Real> targets = {};
    targets.x = x[0];
    targets.y = x[1];
    targets.z = x[2];
    targets.order = order;
    targets.out = wanted;
    const auto row = [&](std::size_t k, const Real* caller) -> Real* {
      if (!caller) return nullptr;
      rows_[k].reserveExactly(static_cast<std::size_t>(count));
      return rows_[k].data();
    };
    targets.ux = row(0, wanted.ux);
    targets.uy = row(1, wanted.uy);
    targets.uz = row(2, wanted.uz);
    for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = row(3 + k, wanted.gradient[k]);
    std::copy(std::begin(wanted.vorticity), std::end(wanted.vorticity), targets.vorticity);
    return targets;
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& row : rows_) sum += row.bytes();
    return sum;
  }

 private:
  std::array<CudaBuffer<Real>, 12> rows_;
};

/// Without elements nothing moves.
template <class Real>
void clearResults(CudaExec& exec, const FieldTask<Real>& task) {
  const TargetArrays<Real> rows = tracerResults(task);
  const auto fill = [&](Real* row) {
    if (row) exec.fill(row, task.tracerCount, Real(0));
  };
  fill(rows.ux);
  fill(rows.uy);
  fill(rows.uz);
  for (Real* row : rows.gradient) fill(row);
  for (Real* row : rows.vorticity) fill(row);
}

}  // namespace fmm
