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

  void start(CudaExec& exec) { mark(exec, nullptr); }
  /// Everything enqueued since start() or the last call was `stage`.
  void finish(CudaExec& exec, const char* stage) { mark(exec, stage); }
  /// The times since the last call of read() do not count.
  void forget() { names_.clear(); }
  /// After a synchronisation of the stream: adds the times since the last call to the report.
  void read(EvaluationReport& report) {
    for (std::size_t k = 1; k < names_.size(); ++k) {
      if (!names_[k]) continue;  // another start()
      float milliseconds = 0;
      FMM_CUDA(cudaEventElapsedTime(&milliseconds, events_[k - 1], events_[k]));
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
    forget();
  }

 private:
  void mark(CudaExec& exec, const char* stage) {
    const std::size_t k = names_.size();
    names_.push_back(stage);
    if (events_.size() == k) {
      events_.push_back(nullptr);
      FMM_CUDA(cudaEventCreate(&events_.back()));
    }
    FMM_CUDA(cudaEventRecord(events_[k], exec.stream()));
  }

  std::vector<const char*> names_;  ///< of what lies before each event; null: nothing does
  std::vector<cudaEvent_t> events_;
};

}  // namespace fmm
