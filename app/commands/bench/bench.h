#pragma once

// What ringlet bench is made of: cases, their measurement, and what is said of it.

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "commands/commands.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/shared_field.h"
#include "fmm/workloads.h"

namespace app {

/// What one row of a benchmark evaluates, and how.
struct BenchCase {
  fmm::workloads::Workload work;  ///< with core radii; its name is the workload's alone
  std::string core;               ///< as the user names it
  fmm::Settings settings;         ///< with the core's function
  BenchPart part = BenchPart::flow;
};

/// Is this "thin", "overlapped" or the name of a core function that the fast multipole method serves?
bool isBenchCore(std::string_view name);
/// Those for which it is true, for messages: "thin, overlapped, cutoff, ...".
std::string benchCoreNames();

/// The workload of that name (fmm::workloads::named()) with cores (isBenchCore()) for `settings`.
BenchCase benchCase(const std::string& workload, BenchSize size, const std::string& core, fmm::Settings settings);

/// The particles of a scene at its beginning, with its own core function and radii. With `size` as many elements and
/// tracers. Throws as loadFlow() and makeElements() do.
BenchCase benchScene(const std::string& nameOrPath, const BenchSize* size, fmm::Settings settings);

/// Times of several runs of the same.
struct BenchTimes {
  double first = 0;   ///< [s] of the very first, with everything that it had to make
  double median = 0;  ///< [s]
  double spread = 0;  ///< distance of the quartiles over the median
};

/// What one case came to.
struct BenchRow {
  std::string workload, core;
  std::size_t elements = 0, targets = 0;
  BenchPart part = BenchPart::flow;
  fmm::Settings settings;
  BenchTimes times;
  int repeats = 0;
  fmm::EvaluationReport report;  ///< of the last evaluation, with the medians of its stages
  fmm::MeasuredError error;
  double stretchingError = 0;     ///< relative L2 of the strengths' rates at sampled elements; 0: not measured
  double directSeconds = 0;       ///< the same sums over every pair; 0: not measured
  std::size_t directTargets = 0;  ///< of which so many were timed
  int ranks = 1;
  fmm::ElementSharing sharing = fmm::ElementSharing::everywhere;
  std::vector<fmm::RankLoad> loads;  ///< [ranks]; empty where there is one
  fmm::RankTraffic traffic;          ///< between the first rank and the others, an evaluation
};

/// Times evaluations of a case: from positions that nobody has sorted to its results, by the wall clock, and measures
/// their error. Of the options repeats, direct sums and sharing count. Throws as fmm::VortexSystem does.
BenchRow measureCase(const BenchCase& given, const BenchOptions& options, fmm::Ranks* ranks);

/// Starts what is made once a process (threads, the GPU's context, a model of its costs), by a small evaluation that
/// nobody times; returns what it took [s].
double startBackend(const fmm::Settings& settings);

/// What a benchmark ran on: "cpu", "simd", "threads", "gpu", "backend", the peak of its multiply-adds counted as two,
/// and the time of the first use. Starts the backend. Throws fmm::EnvironmentError.
nlohmann::ordered_json benchMachine(const fmm::Settings& settings);
/// The same in a line.
std::string machineText(const nlohmann::ordered_json& machine);

/// A row for --json; `machine` is that of benchMachine().
nlohmann::ordered_json toJson(const BenchRow& row, const nlohmann::ordered_json& machine);

/// A line of the table for people; without a row that of the titles. What only several ranks have shows with them.
std::string tableLine(const nlohmann::ordered_json* row, bool ranks);

}  // namespace app
