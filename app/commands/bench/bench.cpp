// ringlet bench: cost and error of evaluations on this machine.

#include "commands/bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "commands/line/progress_bar.h"
#include "commands/rank_session.h"
#include "files/json.h"
#include "files/message.h"
#include "files/user_error.h"
#include "film/interrupt.h"
#include "scene/text/scene_file.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

std::vector<BenchSize> usualSizes(bool gpu) {
  if (gpu) return {{1 << 12, 1 << 16}, {1 << 15, 1 << 20}, {1 << 17, 1 << 22}};
  return {{1 << 12, 1 << 16}, {1 << 15, 1 << 18}};
}

/// Contents of a row; without a size the scene's own numbers.
struct RowPlan {
  std::string workload;  ///< empty: the scene
  const BenchSize* size = nullptr;
};

class Bench {
 public:
  Bench(const BenchOptions& options, fmm::Ranks* ranks)
      : options_(options),
        ranks_(ranks),
        sizes_(options.sizes.empty() ? usualSizes(runsOnGpu(options.settings.backend)) : options.sizes) {
    std::vector<std::string> names = options.workloads;
    if (names.empty() && options.scene.empty()) names = {"rings"};
    for (const std::string& name : names)
      for (const BenchSize& size : sizes_) plan_.push_back({name, &size});
    if (options.scene.empty()) return;
    scene_ = loadScene(options.scene);
    if (options.sizes.empty()) plan_.push_back({});
    for (const BenchSize& size : options.sizes) plan_.push_back({"", &size});
  }

  /// Returns the exit code. After an interruption the rows measured so far are reported.
  int run() {
    const Json machine = benchMachine(options_.settings);
    Json rows = Json::array();
    if (!options_.json) fmt::print("{}\n", machineText(machine));
    ProgressBar bar("", static_cast<std::int64_t>(plan_.size()));
    bar.setUnit("rows");
    for (const RowPlan& plan : plan_) {
      if (InterruptGuard::caught() != 0) break;
      bar.setLabel(plan.workload.empty() ? options_.scene : plan.workload);
      bar.update(static_cast<std::int64_t>(rows.size()));
      rows.push_back(toJson(measureCase(caseOf(plan), options_, ranks_), machine));
      bar.clear();
      if (!options_.json) print(rows);
    }
    const std::size_t done = rows.size();
    if (options_.json)
      fmt::print("{}\n", Json{{"machine", machine}, {"rows", std::move(rows)}}.dump(2, ' ', false,
                                                                                    Json::error_handler_t::replace));
    const int signal = InterruptGuard::caught();
    if (signal == 0) return 0;
    tellError(fmt::format("interrupted ({}) after {} of {} rows", strsignal(signal), done, plan_.size()));
    return 128 + signal;
  }

 private:
  BenchCase caseOf(const RowPlan& plan) const {
    BenchCase made = plan.workload.empty() ? benchScene(scene_, plan.size, options_.settings)
                                           : benchCase(plan.workload, *plan.size, options_.core, options_.settings);
    made.part = options_.part;
    if (made.part != BenchPart::flow && made.work.targets.empty())
      throw UserError(fmt::format("{} has no targets, which --{} is about", made.work.name,
                                  made.part == BenchPart::targets ? "targets-only" : "vorticity"));
    return made;
  }
  void print(const Json& rows) const {
    if (rows.size() == 1) fmt::print("{}\n", tableLine(nullptr, ranks_ != nullptr));
    fmt::print("{}\n", tableLine(&rows.back(), ranks_ != nullptr));
    std::fflush(stdout);
  }

  const BenchOptions& options_;
  fmm::Ranks* const ranks_;
  const std::vector<BenchSize> sizes_;
  Scene scene_;  ///< with options.scene
  std::vector<RowPlan> plan_;
};

}  // namespace

int benchCommand(const BenchOptions& options, fmm::Ranks* ranks) {
  if (ranks && options.part != BenchPart::flow)
    throw UsageError(
        "several ranks measure whole evaluations alone, without --targets-only and --vorticity; start those without "
        "mpirun");
  requireSameMachine(ranks, options.settings.backend);
  const InterruptGuard guard;
  return Bench(options, ranks).run();
}

}  // namespace app
