#pragma once

#include "exec/cuda_stage_timer.cuh"
#include "solver/direct_sum.h"
#include "solver/near_field.cuh"

namespace fmm {

/// Every pair on the GPU.
template <class Real>
class DirectSum<CudaExec, Real> {
 public:
  void evaluate(CudaExec& exec, const FieldTask<Real>& task, const Settings& settings, EvaluationReport& report) {
    timer_.start(exec);
    if (task.elementsAreTargets()) {
      sum(exec, task, settings, {task.elements.x, task.elements.y, task.elements.z}, task.elementCount,
          task.elementVelocity, task.elementGradient);
    }
    sum(exec, task, settings, task.tracers, task.tracerCount, task.tracerVelocity, task.tracerGradient);
    timer_.finish(exec, "direct");
    exec.synchronize();
    timer_.read(report);
    report.nearPairs += pairsOf(task);
  }

 private:
  void sum(CudaExec& exec, const FieldTask<Real>& task, const Settings& settings,
           const std::array<const Real*, 3>& positions, Index count, const VectorArrays<Real>& velocity,
           const MatrixArrays<Real>& gradient) {
    if (count == 0) return;
    TargetArrays<Real> targets = {positions[0], positions[1], positions[2], velocity[0], velocity[1], velocity[2], {}};
    for (int k = 0; k < 9; ++k) targets.gradient[k] = gradient[static_cast<std::size_t>(k)];
    launchDirectSum(exec, task.elements, task.elementCount, targets, count, settings.regularisation);
  }

  CudaStageTimer timer_;
};

}  // namespace fmm
