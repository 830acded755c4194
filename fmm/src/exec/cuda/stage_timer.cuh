#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "fmm/report.h"

namespace fmm {

/// Times of named stages on the GPU, by events in the stream. Nothing waits until read(). While the stream is captured
/// there is none; what is enqueued as a graph is timed as a whole, between start() and finishAll().
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
  /// Everything since start() was the same stages as those of the last sequence that was timed by stages, whose shares
  /// of the time it is taken to have.
  void finishAll(CudaExec& exec) { mark(exec, kAllStages); }
  /// The times since the last call of read() do not count.
  void forget() { names_.clear(); }
  /// After a synchronisation of the stream: adds the times since the last call to the report.
  void read(EvaluationReport& report) {
    std::vector<StageTime> stages;  // since the last start()
    for (std::size_t k = 1; k < names_.size(); ++k) {
      if (!names_[k]) {  // another start()
        keep(stages);
        continue;
      }
      float milliseconds = 0;
      FMM_CUDA(cudaEventElapsedTime(&milliseconds, events_[k - 1], events_[k]));
      const double seconds = 1e-3 * static_cast<double>(milliseconds);
      if (names_[k] == kAllStages) {
        for (const StageTime& stage : lastStages_)
          add(stage.name, stage.seconds / secondsOf(lastStages_) * seconds, report);
      } else {
        add(names_[k], seconds, report);
        stages.push_back({names_[k], seconds});
      }
    }
    keep(stages);
    forget();
  }

 private:
  static constexpr const char* kAllStages = "";

  static void add(const std::string& name, double seconds, EvaluationReport& report) {
    report.seconds += seconds;
    auto at = report.stages.begin();
    while (at != report.stages.end() && at->name != name) ++at;
    if (at == report.stages.end()) {
      report.stages.push_back({name, seconds});
    } else {
      at->seconds += seconds;
    }
  }
  static double secondsOf(const std::vector<StageTime>& stages) {
    double sum = 0;
    for (const StageTime& stage : stages) sum += stage.seconds;
    return sum;
  }
  /// Those of a sequence that was timed by stages, if it was.
  void keep(std::vector<StageTime>& stages) {
    if (secondsOf(stages) > 0) lastStages_ = stages;
    stages.clear();
  }

  void mark(CudaExec& exec, const char* stage) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    FMM_CUDA(cudaStreamIsCapturing(exec.stream(), &status));
    if (status != cudaStreamCaptureStatusNone) return;
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
  std::vector<StageTime> lastStages_;
};

}  // namespace fmm
