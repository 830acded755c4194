#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include "fmm/report.h"

namespace fmm {

/// Times of named stages on an execution space's own clock:
///   void start(Exec&);
///   void finish(Exec&, const char* stage);     the time since the last call belongs to `stage`
///   void read(EvaluationReport&);              after exec.synchronize(): adds all to the report
///   void forget();
template <class Exec>
class StageClock;

/// Adds the time between its calls to named stages of a report.
class StageTimer {
 public:
  explicit StageTimer(EvaluationReport& report) : report_(report), last_(Clock::now()) {
    report.stages.reserve(report.stages.size() + 1);
  }

  /// Names the time since construction or the last call `stage`. The first call allocates nothing for a short name, so
  /// that it may follow operations that cannot be undone.
  void finish(const char* stage) {
    const double seconds = lap();
    report_.seconds += seconds;
    addTo(report_, stage, seconds);
  }
  /// Time since construction or the last call [s]; does not change the report.
  double lap() {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }
  /// Adds to a stage, which is created if it does not exist.
  static void addTo(EvaluationReport& report, const std::string& stage, double seconds) {
    const auto at =
        std::find_if(report.stages.begin(), report.stages.end(), [&](const StageTime& s) { return s.name == stage; });
    if (at == report.stages.end()) {
      report.stages.push_back({stage, seconds});
    } else {
      at->seconds += seconds;
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  EvaluationReport& report_;
  Clock::time_point last_;
};

}  // namespace fmm
