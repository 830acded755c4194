#include "commands/bench_tuning.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands/bench_case.h"
#include "commands/bench_measure.h"
#include "commands/bench_search.h"
#include "files/json.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

constexpr double kSeconds = 400;    // of all cases together
constexpr double kSearching = 0.6;  // of a case's time: the rest is for what comes before and after

struct TuningSet {
  const char *workload, *core;
  bool line;  ///< few elements and many tracers, as rings have them
};
constexpr TuningSet kSets[] = {{"rings", "thin", true},      {"rings", "overlapped", true},
                               {"cube", "thin", false},      {"sphere", "thin", false},
                               {"plummer", "thin", false},   {"filament", "overlapped", true},
                               {"knot", "overlapped", true}, {"lattice", "overlapped", true}};

/// Elements and targets of `points` together.
BenchSize sizeOf(const TuningSet& set, std::size_t points) {
  constexpr std::size_t kTracersEach = 15;
  const std::size_t elements = set.line ? points / (kTracersEach + 1) : points / 2;
  return {elements, points - elements};
}

Json tuningJson(const fmm::Tuning& tuning) {
  return {{"order", tuning.order},
          {"theta", tuning.theta},
          {"leaf_elements", tuning.leafElements},
          {"leaf_points", tuning.leafPoints}};
}

Json caseJson(const TuningCase& of, const BenchCase& given, const TuningSearch& found) {
  return {{"set", of.workload},
          {"core", of.core},
          {"ns", given.work.elements.size()},
          {"nt", given.work.targets.size()},
          {"tolerance", given.settings.tolerance},
          {"precision", fmm::toString(given.settings.precision)},
          {"predicted_ms", found.predicted > 0 ? Json(1e3 * found.predicted) : Json(nullptr)},
          {"chosen_ms", 1e3 * found.chosenSeconds},
          {"best_ms", 1e3 * found.bestSeconds},
          {"ratio", found.chosenSeconds / found.bestSeconds},
          {"error", found.chosenError.relativeL2},
          {"error_bound", found.chosenError.bound},
          {"best_error", found.bestError.relativeL2},
          {"chosen", tuningJson(found.chosen)},
          {"best", tuningJson(found.best)},
          {"tried", found.tried},
          {"grid", found.grid},
          {"complete", found.complete}};
}

}  // namespace

std::vector<TuningCase> tuningCases(const BenchOptions& options) {
  std::vector<TuningCase> cases;
  const std::vector<int> usual =
      runsOnGpu(options.settings.backend) ? std::vector{12, 15, 18, 20, 22} : std::vector{12, 15, 18};
  for (const TuningSet& set : kSets) {
    for (const BenchSize size : options.sizes) cases.push_back({set.workload, set.core, size});
    if (!options.sizes.empty()) continue;
    for (const int power : usual) cases.push_back({set.workload, set.core, sizeOf(set, std::size_t{1} << power)});
  }
  // Time goes by points, but what is small is given enough to be done, too.
  constexpr double kLeast = 1 << 14;
  for (TuningCase& of : cases) of.weight = kLeast + static_cast<double>(of.size.elements + of.size.targets);
  return cases;
}

void measureTuning(const BenchOptions& options, const std::vector<TuningCase>& cases, BenchProgress& progress) {
  double left = kSeconds, weights = 0;
  for (const TuningCase& of : cases) weights += of.weight;
  for (const TuningCase& of : cases) {
    if (!progress.next(fmt::format("{} {}:{}", of.workload, of.size.elements, of.size.targets))) return;
    left -= secondsOf([&] {
      const BenchCase given = benchCase(of.workload, of.size, of.core, options.settings);
      progress.add(caseJson(of, given, searchTuning(given, kSearching * std::max(left, 0.0) * of.weight / weights)));
    });
    weights -= of.weight;
  }
}

}  // namespace app
