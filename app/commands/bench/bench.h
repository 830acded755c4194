#pragma once

// Parts of ringlet bench: cases, measurement and report.

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
#include "scene/scene.h"

namespace app {

/// Particles and settings of one row of a benchmark.
struct BenchCase {
  fmm::workloads::Workload work;  ///< with core radii; its name is that of the workload only
  std::string core;               ///< as named by the user
  fmm::Settings settings;         ///< with the core's function
  BenchPart part = BenchPart::flow;
};

/// True for "thin", "overlapped" and the names of core functions that the fast multipole method supports.
bool isBenchCore(std::string_view name);
/// All names with isBenchCore(), for messages: "thin, overlapped, cutoff, ...".
std::string benchCoreNames();

/// The workload of that name (fmm::workloads::named()) with cores (isBenchCore()) for `settings`.
BenchCase benchCase(const std::string& workload, BenchSize size, const std::string& core, fmm::Settings settings);

/// The initial particles of a scene, with its own core function and radii; `size`, if not null, sets the numbers of
/// elements and tracers. Throws as makeElements() does.
BenchCase benchScene(Scene scene, const BenchSize* size, fmm::Settings settings);

/// Times of repeated runs of one case.
struct BenchTimes {
  double first = 0;   ///< first run, including all initialisation [s]
  double median = 0;  ///< [s]
  double spread = 0;  ///< interquartile range over the median
};

/// Results of one case.
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
  double directSeconds = 0;       ///< direct sums over all pairs; 0: not measured
  std::size_t directTargets = 0;  ///< number of targets timed for it
  int ranks = 1;
  fmm::ElementSharing sharing = fmm::ElementSharing::everywhere;
  std::vector<fmm::RankLoad> loads;  ///< [ranks]; empty for a single process
  fmm::RankTraffic traffic;          ///< between the first rank and the others, per evaluation
};

/// Times evaluations of a case by wall clock, from unsorted positions to results, and measures their error. Uses the
/// options repeats, direct and sharing. Throws as fmm::VortexSystem does.
BenchRow measureCase(const BenchCase& given, const BenchOptions& options, fmm::Ranks* ranks);

/// Starts what a process initialises once (threads, the GPU's context, the cost model) by a small untimed evaluation;
/// returns its duration [s].
double startBackend(const fmm::Settings& settings);

/// The machine of a benchmark: "cpu", "simd", "threads", "gpu", "backend", its peak rate with a multiply-add counted as
/// two operations, and the time of the first use. Starts the backend. Throws fmm::EnvironmentError.
nlohmann::ordered_json benchMachine(const fmm::Settings& settings);
/// The machine in one line.
std::string machineText(const nlohmann::ordered_json& machine);

/// A row for --json; `machine` is from benchMachine().
nlohmann::ordered_json toJson(const BenchRow& row, const nlohmann::ordered_json& machine);

/// A line of the table for people; null: the line of titles. Columns for several ranks appear only with `ranks`.
std::string tableLine(const nlohmann::ordered_json* row, bool ranks);

}  // namespace app
