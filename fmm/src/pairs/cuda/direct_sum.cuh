#pragma once

#include "exec/cuda/stage_timer.cuh"
#include "pairs/cuda/near_field.cuh"
#include "pairs/direct_sum.h"

namespace fmm {

/// Direct sums on the GPU.
template <class Real>
class DirectSum<CudaExec, Real> {
 public:
  void evaluate(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    begin(exec, task, settings, report);
    exec.synchronize();
    complete(report);
  }
  /// Enqueues the sums. Results are valid after exec.synchronize(); complete() then adds their time to the report.
  void begin(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    timer_.start(exec);
    if (task.elementsAreTargets()) {
      launchDirectSum(exec, task.elements, task.elementCount, elementResults(task), task.elementCount, settings);
    }
    launchDirectSum(exec, task.elements, task.elementCount, tracerResults(task), task.tracerCount, settings);
    timer_.finish(exec, "direct");
    report.nearPairs += pairsOf(task);
  }
  void complete(EvaluationReport& report) { timer_.read(report); }
  void drop() { timer_.forget(); }

 private:
  CudaStageTimer timer_;
};

}  // namespace fmm
