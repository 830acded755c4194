#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/stage_timer.h"
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
  /// Everything since start() was the same stages as those of the last sequence of its kind that was timed by stages,
  /// whose shares of the time it is taken to have.
  void finishAll(CudaExec& exec) { mark(exec, kAllStages); }
  /// Of what is timed from now on: [0, kKinds).
  void setKind(int kind) { kind_ = kind; }
  /// The times since the last call of read() do not count.
  void forget() { marks_.clear(); }
  /// After a synchronisation of the stream: adds the times since the last call to the report. Whole sequences tell the
  /// shares of stages.
  void read(EvaluationReport& report, bool whole = false) {
    std::vector<StageTime> stages;  // since the last start()
    for (std::size_t k = 1; k < marks_.size(); ++k) {
      const Mark& mark = marks_[k];
      if (!mark.stage) {  // another start()
        if (whole) keep(marks_[k - 1].kind, stages);
        stages.clear();
        continue;
      }
      float milliseconds = 0;
      FMM_CUDA(cudaEventElapsedTime(&milliseconds, events_[k - 1], events_[k]));
      const double seconds = 1e-3 * static_cast<double>(milliseconds);
      if (mark.stage == kAllStages) {
        addByShares(shares_[mark.kind], seconds, report);
      } else {
        add(mark.stage, seconds, report);
        stages.push_back({mark.stage, seconds});
      }
    }
    if (whole && !marks_.empty()) keep(marks_.back().kind, stages);
    forget();
  }

  static constexpr int kKinds = 2;

 private:
  static constexpr char kAllStages[] = "all";
  struct Mark {
    const char* stage;  ///< what lies before the event; null: nothing does
    int kind;
  };

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
  static void addByShares(const std::vector<StageTime>& shares, double seconds, EvaluationReport& report) {
    for (const StageTime& share : shares) add(share.name, share.seconds * seconds, report);
    if (shares.empty()) add("evaluation", seconds, report);
  }
  /// As shares of their sum, those of a sequence that was timed by stages.
  void keep(int kind, const std::vector<StageTime>& stages) {
    double sum = 0;
    for (const StageTime& stage : stages) sum += stage.seconds;
    if (!(sum > 0)) return;
    shares_[kind] = stages;
    for (StageTime& share : shares_[kind]) share.seconds /= sum;
  }

  void mark(CudaExec& exec, const char* stage) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    FMM_CUDA(cudaStreamIsCapturing(exec.stream(), &status));
    if (status != cudaStreamCaptureStatusNone) return;
    const std::size_t k = marks_.size();
    marks_.push_back({stage, kind_});
    if (events_.size() == k) {
      events_.push_back(nullptr);
      FMM_CUDA(cudaEventCreate(&events_.back()));
    }
    FMM_CUDA(cudaEventRecord(events_[k], exec.stream()));
  }

  std::vector<Mark> marks_;
  std::vector<cudaEvent_t> events_;
  int kind_ = 0;
  std::vector<StageTime> shares_[kKinds];  ///< of the whole
};

template <>
class StageClock<CudaExec> : public CudaStageTimer {};

}  // namespace fmm
