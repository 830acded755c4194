#pragma once

#include <vector>

#include "exec/cuda/exec.cuh"
#include "fmm/report.h"

namespace fmm {

/// Times of named stages on the GPU, by events in the stream. Nothing waits until read().
class CudaStageTimer {
 public:
  CudaStageTimer() = default;
  ~CudaStageTimer() {
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
  }
  CudaStageTimer(const CudaStageTimer&) = delete;
  CudaStageTimer& operator=(const CudaStageTimer&) = delete;

  void start(CudaExec& exec) {
    names_.clear();
    mark(exec);
  }
  /// Everything enqueued since start() or the last call was `stage`.
  void finish(CudaExec& exec, const char* stage) {
    names_.push_back(stage);
    mark(exec);
  }
  /// After a synchronisation of the stream: adds the times to the report.
  void read(EvaluationReport& report) const {
    for (std::size_t k = 0; k < names_.size(); ++k) {
      float milliseconds = 0;
      FMM_CUDA(cudaEventElapsedTime(&milliseconds, events_[k], events_[k + 1]));
      const double seconds = 1e-3 * static_cast<double>(milliseconds);
      report.seconds += seconds;
      auto at = report.stages.begin();
      while (at != report.stages.end() && at->name != names_[k]) ++at;
      if (at == report.stages.end()) {
        report.stages.push_back({names_[k], seconds});
      } else {
        at->seconds += seconds;
      }
    }
  }

 private:
  void mark(CudaExec& exec) {
    const std::size_t k = names_.size();
    if (events_.size() == k) {
      events_.push_back(nullptr);
      FMM_CUDA(cudaEventCreate(&events_.back()));
    }
    FMM_CUDA(cudaEventRecord(events_[k], exec.stream()));
  }

  std::vector<const char*> names_;
  std::vector<cudaEvent_t> events_;
};

}  // namespace fmm
