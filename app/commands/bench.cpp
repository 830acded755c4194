// ringlet bench: what an evaluation costs on this machine, and how exact it is.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "commands/bench_case.h"
#include "commands/bench_experiments.h"
#include "commands/bench_machine.h"
#include "commands/bench_measure.h"
#include "commands/bench_page.h"
#include "commands/bench_progress.h"
#include "commands/bench_tuning.h"
#include "commands/commands.h"
#include "commands/output_paths.h"
#include "commands/rank_session.h"
#include "files/atomic_file.h"
#include "files/json.h"
#include "files/user_error.h"
#include "film/interrupt.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

std::vector<BenchSize> usualSizes(bool gpu) {
  if (gpu) return {{1 << 12, 1 << 16}, {1 << 15, 1 << 20}, {1 << 17, 1 << 22}};
  return {{1 << 12, 1 << 16}, {1 << 15, 1 << 18}};
}

/// The rows of the plain table.
class TimeTable {
 public:
  TimeTable(const BenchOptions& options, double peak, fmm::Ranks* ranks)
      : options_(options), peak_(peak), ranks_(ranks) {
    sizes_ = options.sizes.empty() ? usualSizes(runsOnGpu(options.settings.backend)) : options.sizes;
    names_ = options.workloads;
    if (names_.empty() && options.scene.empty()) names_ = {"rings"};
  }

  std::int64_t count() const {
    const std::size_t ofScene = options_.scene.empty() ? 0 : std::max<std::size_t>(1, options_.sizes.size());
    return static_cast<std::int64_t>(names_.size() * sizes_.size() + ofScene);
  }
  void measure(BenchProgress& progress) const {
    for (const std::string& name : names_)
      for (const BenchSize size : sizes_) {
        if (!progress.next(fmt::format("{} {}:{}", name, size.elements, size.targets))) return;
        add(progress, benchCase(name, size, options_.core, options_.settings));
      }
    if (!options_.scene.empty()) measureScene(progress);
  }

 private:
  void measureScene(BenchProgress& progress) const {
    const std::size_t rows = std::max<std::size_t>(1, options_.sizes.size());
    for (std::size_t i = 0; i < rows && progress.next(options_.scene); ++i)
      add(progress,
          benchScene(options_.scene, options_.sizes.empty() ? nullptr : &options_.sizes[i], options_.settings));
  }
  void add(BenchProgress& progress, BenchCase given) const {
    given.targetsOnly = options_.targetsOnly;
    if (given.targetsOnly && given.work.targets.empty())
      throw UserError("--targets-only: " + given.work.name + " has no targets");
    progress.add(toJson(measureCase(given, {options_.repeats, true, ranks_, options_.sharing}), peak_));
  }

  const BenchOptions& options_;
  const double peak_;
  fmm::Ranks* const ranks_;
  std::vector<BenchSize> sizes_;
  std::vector<std::string> names_;
};

/// Which of the three kinds of rows are wanted.
struct Parts {
  bool times, tuning, experiments;
};
Parts partsOf(const BenchOptions& options) {
  const bool set = !options.workloads.empty() || !options.scene.empty();
  const bool chosen = set || options.tuning || !options.experiment.empty();
  if (!chosen && !options.page.empty()) return {true, true, true};
  return {set || !chosen, options.tuning, !options.experiment.empty()};
}

/// Adds rows of one kind to the report; the exit code.
template <class Measure>
int addRows(Json& report, const BenchOptions& options, const std::vector<BenchColumn>& columns, std::int64_t count,
            const Measure& measure) {
  BenchProgress progress(columns, count, options.json);
  measure(progress);
  for (const Json& row : progress.rows()) report["rows"].push_back(row);
  return progress.finish();
}

/// Machine and rows of what was asked for; the exit code.
int measureAll(const BenchOptions& options, Json& report, fmm::Ranks* ranks) {
  const Parts parts = partsOf(options);
  const BenchMachine machine = benchMachine(options.settings);
  report["machine"] = toJson(machine);
  report["rows"] = Json::array();
  if (!options.json) fmt::print("{}\n", machine.text());
  int code = 0;
  if (parts.times) {
    const TimeTable table(options, machine.peak, ranks);
    code = addRows(report, options, timeColumns(), table.count(), [&](auto& progress) { table.measure(progress); });
  }
  if (parts.tuning && code == 0) {
    const std::vector<TuningCase> cases = tuningCases(options);
    code = addRows(report, options, tuningColumns(), static_cast<std::int64_t>(cases.size()),
                   [&](auto& progress) { measureTuning(options, cases, progress); });
  }
  if (parts.experiments && code == 0) {
    const std::vector<Experiment> chosen = chosenExperiments(options.experiment.empty() ? "all" : options.experiment);
    code = addRows(report, options, experimentColumns(), static_cast<std::int64_t>(chosen.size()),
                   [&](auto& progress) { runExperiments(options, chosen, progress); });
  }
  return code;
}

void writePage(const BenchOptions& options, const std::vector<Json>& reports) {
  AtomicFile file(options.page, options.force ? Existing::replace : Existing::keep);
  file.write(benchPage(reports));
  file.commit();
}

/// A page of what was measured before.
int pageOfFiles(const BenchOptions& options) {
  std::vector<GivenPath> inputs;
  std::vector<Json> reports;
  for (const std::string& path : options.from) inputs.push_back({"--from", path});
  requireDistinct({{"--page", options.page}}, inputs);
  for (const std::string& path : options.from) reports.push_back(readBenchReport(path));
  writePage(options, reports);
  return 0;
}

}  // namespace

int benchCommand(const BenchOptions& options, fmm::Ranks* ranks) {
  if (ranks && (options.targetsOnly || options.tuning || !options.experiment.empty() || !options.page.empty()))
    throw UsageError(
        "several ranks measure rows of evaluations alone, without --targets-only, --tuning, --experiment "
        "and --page; start those without mpirun");
  if (!options.from.empty()) return pageOfFiles(options);
  requireSameMachine(ranks, options.settings.backend);
  const InterruptGuard guard;
  // Refused before the rows that it would cost.
  if (!options.page.empty() && !options.force && std::filesystem::exists(options.page))
    throw UserError(options.page + ": is already there; --force replaces it");
  Json report;
  const int code = measureAll(options, report, ranks);
  if (!options.page.empty() && code == 0) writePage(options, {report});
  if (options.json) fmt::print("{}\n", report.dump(2, ' ', false, Json::error_handler_t::replace));
  return code;
}

}  // namespace app
