// ringlet bench: what an evaluation costs on this machine, and how exact it is.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands/bench_case.h"
#include "commands/bench_machine.h"
#include "commands/bench_measure.h"
#include "commands/bench_progress.h"
#include "commands/bench_tuning.h"
#include "commands/commands.h"
#include "film/interrupt.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

std::vector<BenchSize> usualSizes(bool gpu) {
  if (gpu) return {{1 << 12, 1 << 16}, {1 << 15, 1 << 20}, {1 << 17, 1 << 22}};
  return {{1 << 12, 1 << 16}, {1 << 15, 1 << 18}};
}

/// The rows of the plain table.
class TimeTable {
 public:
  TimeTable(const BenchOptions& options, double peak) : options_(options), peak_(peak) {
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
  void add(BenchProgress& progress, const BenchCase& given) const {
    progress.add(toJson(measureCase(given, options_.repeats), peak_));
  }

  const BenchOptions& options_;
  const double peak_;
  std::vector<BenchSize> sizes_;
  std::vector<std::string> names_;
};

/// Machine and rows of what was asked for.
int measureAll(const BenchOptions& options, Json& json) {
  const InterruptGuard guard;
  const BenchMachine machine = benchMachine(options.settings);
  json["machine"] = toJson(machine);
  if (!options.json) fmt::print("{}\n", machine.text());
  if (options.tuning) {
    const std::vector<TuningCase> cases = tuningCases(options);
    BenchProgress progress(tuningColumns(), static_cast<std::int64_t>(cases.size()), options.json);
    measureTuning(options, cases, progress);
    json["rows"] = progress.rows();
    return progress.finish();
  }
  const TimeTable table(options, machine.peak);
  BenchProgress progress(timeColumns(), table.count(), options.json);
  table.measure(progress);
  json["rows"] = progress.rows();
  return progress.finish();
}

}  // namespace

int benchCommand(const BenchOptions& options) {
  Json json;
  const int code = measureAll(options, json);
  if (options.json) fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  return code;
}

}  // namespace app
