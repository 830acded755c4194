#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "commands/bench_case.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/shared_field.h"

namespace app {

/// Times of several runs of the same.
struct BenchTimes {
  double first = 0;   ///< [s] of the very first, with everything that it had to make
  double median = 0;  ///< [s]
  double spread = 0;  ///< distance of the quartiles over the median
};

/// The median and the spread of times; 0 without any.
BenchTimes timesOf(std::vector<double> seconds);

/// The same sums over every pair.
struct BenchDirect {
  double seconds = 0;       ///< of all targets
  std::size_t targets = 0;  ///< of which so many were timed
};

/// What one case came to.
struct BenchRow {
  std::string workload, core;
  std::size_t elements = 0, targets = 0;
  bool targetsOnly = false;
  fmm::Settings settings;
  BenchTimes times;
  int repeats = 0;
  fmm::EvaluationReport report;  ///< of the last evaluation, with the medians of its stages
  fmm::MeasuredError error;
  BenchDirect direct;
  int ranks = 1;
  fmm::ElementSharing sharing = fmm::ElementSharing::everywhere;
  std::vector<fmm::RankLoad> loads;  ///< [ranks]; empty where there is one
  fmm::RankTraffic traffic;          ///< between the first rank and the others, an evaluation
};

/// How much is measured.
struct BenchEffort {
  int repeats = 0;              ///< evaluations that are timed; 0: as many as a second allows, 5 to 50
  bool direct = true;           ///< direct sums, too; not where there are ranks
  fmm::Ranks* ranks = nullptr;  ///< that evaluate together; null: there is no other
  fmm::ElementSharing sharing = fmm::ElementSharing::automatic;
};

/// Times evaluations of a case: from positions that nobody has sorted to velocities of elements and targets and the
/// elements' stretching, by the wall clock. Throws as fmm::VortexSystem does.
BenchRow measureCase(const BenchCase& given, const BenchEffort& effort);

/// Starts what is made once a process (threads, the GPU's context, a model of its costs), by a small evaluation that
/// nobody times; returns what it took [s].
double startBackend(const fmm::Settings& settings);

/// Seconds that `work` takes by the wall clock.
double secondsOf(const std::function<void()>& work);

/// Seconds of the stage, 0 where there is none of that name.
double stageSeconds(const fmm::EvaluationReport& report, const std::string& name);

/// A row for --json; `peak` is that of fmm::arithmeticPeak() [1/s], 0 where it is not known.
nlohmann::ordered_json toJson(const BenchRow& row, double peak);

}  // namespace app
