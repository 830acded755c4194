#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "exec/stage_timer.h"
#include "fmm/report.h"

namespace fmm {

/// Times of named stages on the GPU, by events in the stream. Nothing waits until read(). Records nothing while the
/// stream is captured; a graph is timed as a whole, between start() and finishAll().
class CudaStageTimer {
 public:
  CudaStageTimer() = default;
  ~CudaStageTimer() {
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
  }
  CudaStageTimer(const CudaStageTimer&) = delete;
  CudaStageTimer& operator=(const CudaStageTimer&) = delete;

  void start(CudaExec& exec) { mark(exec, nullptr); }
  /// Names the time of everything enqueued since start() or the last call `stage`.
  void finish(CudaExec& exec, const char* stage) { mark(exec, stage); }
  /// Everything enqueued since start() had the stages of the last sequence of its kind that was timed by stages; the
  /// time is divided in the same proportions.
  void finishAll(CudaExec& exec) { mark(exec, kAllStages); }
  /// Kind of the following sequences: [0, kKinds).
  void setKind(int kind) { kind_ = kind; }
  /// Discards the times since the last call of read().
  void forget() { marks_.clear(); }
  /// Call it after a synchronisation of the stream: adds the times since the last call to the report. With `whole` the
  /// proportions of complete sequences are kept for finishAll().
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
    const char* stage;  ///< stage before the event; null: none
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
  /// Keeps the stages of a sequence as shares of their sum.
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
  std::vector<StageTime> shares_[kKinds];  ///< of a whole sequence
};

template <>
class StageClock<CudaExec> : public CudaStageTimer {};

}  // namespace fmm
