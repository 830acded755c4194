#pragma once

#include "exec/cpu/exec.h"
#include "exec/stage_timer.h"

namespace fmm {

/// Launches are synchronous, so the wall clock serves.
template <>
class StageClock<CpuExec> {
 public:
  void start(CpuExec& /*exec*/) { timer_.emplace(times_); }
  void finish(CpuExec& /*exec*/, const char* stage) { timer_->finish(stage); }
  void read(EvaluationReport& report) {
    for (const StageTime& stage : times_.stages) {
      report.seconds += stage.seconds;
      StageTimer::addTo(report, stage.name, stage.seconds);
    }
    forget();
  }
  void forget() { times_ = {}; }

 private:
  EvaluationReport times_;
  std::optional<StageTimer> timer_;
};

}  // namespace fmm
