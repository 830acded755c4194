#include "commands/bench_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>

#include "commands/bench_steady.h"
#include "commands/report_json.h"
#include "files/json.h"
#include "fmm/field.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

constexpr std::size_t kErrorSamples = 512;

/// The middle of sorted numbers, or another part of them.
double quantile(const std::vector<double>& sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

int repeatsWithin(double second) {
  constexpr double kBudget = 1;
  constexpr int kFewest = 5, kMost = 50;
  return std::clamp(static_cast<int>(kBudget / std::max(second, 1e-6)), kFewest, kMost);
}

/// Seconds of direct sums at all of `targets`, from as many of them as `pairs` allows, spread over the whole.
double directSeconds(const fmm::Settings& settings, const fmm::Elements& elements,
                     const std::vector<fmm::Vec3>& targets, bool gradient, double pairs, std::size_t& timed) {
  if (targets.empty()) return 0;
  const auto most = static_cast<std::size_t>(std::max(1.0, pairs / static_cast<double>(elements.size())));
  const std::size_t stride = (targets.size() + most - 1) / most;
  std::vector<fmm::Vec3> chosen;
  for (std::size_t i = 0; i < targets.size(); i += stride) chosen.push_back(targets[i]);
  double best = INFINITY;
  for (int run = 0; run < 2; ++run)
    best = std::min(best, fmm::evaluateField(settings, elements, chosen, gradient).report.seconds);
  timed += chosen.size();
  return best * static_cast<double>(targets.size()) / static_cast<double>(chosen.size());
}

BenchDirect directSum(const BenchCase& given) {
  constexpr double kPairsOnCpu = 0x1p30, kPairsOnGpu = 0x1p37;  // about 0.2 s each
  fmm::Settings settings = given.settings;
  settings.solver = fmm::SolverKind::direct;
  const double pairs = runsOnGpu(settings.backend) ? kPairsOnGpu : kPairsOnCpu;
  BenchDirect direct;
  const fmm::Elements& elements = given.work.elements;
  if (!given.targetsOnly)
    direct.seconds =
        directSeconds(settings, elements, elements.position, needsGradient(settings), pairs, direct.targets);
  direct.seconds += directSeconds(settings, elements, given.work.targets, false, pairs, direct.targets);
  return direct;
}

}  // namespace

double secondsOf(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

BenchTimes timesOf(std::vector<double> seconds) {
  if (seconds.empty()) return {};
  std::sort(seconds.begin(), seconds.end());
  const double median = quantile(seconds, 0.5);
  return {0, median, (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / median};
}

double startBackend(const fmm::Settings& settings) {
  const BenchCase small = benchCase("cube", {4096, 4096}, "thin", settings);
  return secondsOf([&] { makeSteady(small)->evaluate(); });
}

BenchRow measureCase(const BenchCase& given, const BenchEffort& effort) {
  BenchRow row;
  row.workload = given.work.name;
  row.core = given.core;
  row.elements = given.work.elements.size();
  row.targets = given.work.targets.size();
  row.settings = given.settings;
  row.targetsOnly = given.targetsOnly;
  const bool gradient = !given.targetsOnly && row.settings.stretching != fmm::Stretching::off;
  const fmm::SharedParts parts = {false, !given.targetsOnly, gradient};
  if (effort.ranks)
    row.sharing = fmm::resolve(effort.sharing, row.settings, given.work.elements, given.work.targets, parts,
                               effort.ranks->size());
  std::unique_ptr<SteadyEvaluation> steady;
  const double first = secondsOf([&] {
    steady = makeSteady(given, effort.ranks, row.sharing);
    steady->evaluate();
  });
  std::vector<double> seconds;
  std::map<std::string, std::vector<double>> stages;
  const auto timed = [&] { return secondsOf([&] { steady->evaluate(); }); };
  const double warm = timed();
  row.repeats = effort.repeats > 0 ? effort.repeats : repeatsWithin(warm);
  if (effort.ranks) effort.ranks->broadcast(&row.repeats, sizeof row.repeats);  // which a clock has chosen
  const fmm::RankTraffic before = effort.ranks ? effort.ranks->traffic() : fmm::RankTraffic();
  for (int i = 0; i < row.repeats; ++i) {
    seconds.push_back(timed());
    for (const fmm::StageTime& stage : steady->report().stages) stages[stage.name].push_back(stage.seconds);
  }
  if (effort.ranks) {
    const fmm::RankTraffic now = effort.ranks->traffic();
    const auto repeats = static_cast<std::uint64_t>(row.repeats);
    row.ranks = effort.ranks->size();
    row.traffic = {(now.messages - before.messages) / repeats, (now.bytes - before.bytes) / repeats};
  }
  row.loads = steady->loads();
  row.times = timesOf(seconds);
  row.times.first = first;
  row.report = steady->report();
  for (fmm::StageTime& stage : row.report.stages) stage.seconds = timesOf(stages[stage.name]).median;
  row.error = steady->error(kErrorSamples);
  steady.reset();  // gives its memory back before direct sums take some
  if (effort.direct && row.ranks == 1) row.direct = directSum(given);
  return row;
}

double stageSeconds(const fmm::EvaluationReport& report, const std::string& name) {
  for (const fmm::StageTime& stage : report.stages)
    if (stage.name == name) return stage.seconds;
  return 0;
}

namespace {

/// What an evaluation of the row finds.
const char* evaluates(const BenchRow& row) {
  if (row.targetsOnly) return "velocity at targets";
  return needsGradient(row.settings) ? "velocity, stretching" : "velocity";
}

}  // namespace

nlohmann::ordered_json toJson(const BenchRow& row, double peak) {
  // Offset 3, its square 5, the inverse cube 3, the factored sums 12; a core's own function is not counted.
  constexpr double kFlopsPerPair = 23;
  const fmm::EvaluationReport& report = row.report;
  Json stages = Json::object();
  for (const fmm::StageTime& stage : report.stages) stages[stage.name] = 1e3 * stage.seconds;
  const auto rate = [](double count, double seconds) { return seconds > 0 ? Json(count / seconds) : Json(nullptr); };
  const double near = stageSeconds(report, "near"), transfer = stageSeconds(report, "transfer");
  const auto pairs = static_cast<double>(report.nearPairs), far = static_cast<double>(report.farPairs);
  const std::size_t points = row.targets + (row.targetsOnly ? 0 : row.elements);
  Json json = {{"workload", row.workload},
               {"ns", row.elements},
               {"nt", row.targets},
               {"core", row.core},
               {"tolerance", row.settings.tolerance},
               {"precision", fmm::toString(row.settings.precision)},
               {"backend", report.backend},
               {"evaluates", evaluates(row)},
               {"stretching", fmm::toString(row.settings.stretching)},
               {"total_ms", 1e3 * row.times.median},
               {"spread", row.times.spread},
               {"repeats", row.repeats},
               {"first_ms", 1e3 * row.times.first},
               {"stages", stages},
               {"error", row.error.relativeL2},
               {"error_bound", row.error.bound}};
  json["predicted_ms"] = report.predicted.total() > 0 ? Json(1e3 * report.predicted.total()) : Json(nullptr);
  json["direct_ms"] = 1e3 * row.direct.seconds;
  json["direct_targets"] = row.direct.targets;
  json["direct_sampled"] = row.direct.targets < points;
  if (row.direct.seconds > 0) json["speedup"] = row.direct.seconds / row.times.median;
  json["near_pairs"] = report.nearPairs;
  json["near_gpairs_s"] = rate(1e-9 * pairs, near);
  json["near_peak_share"] = peak > 0 ? rate(kFlopsPerPair * pairs / peak, near) : Json(nullptr);
  json["translations"] = report.farPairs;
  json["translations_s"] = rate(far, transfer);
  json["bytes"] = report.bytes;
  json["ranks"] = row.ranks;
  json["rank_messages"] = row.traffic.messages;
  json["rank_bytes"] = row.traffic.bytes;
  json["order"] = report.order;
  json["theta"] = report.theta;
  json["leaf_elements"] = report.leafElements;
  json["leaf_points"] = report.leafPoints;
  const auto [x, y, z] = report.mesh;
  json["mesh"] = x > 0 ? Json(fmt::format("{}x{}x{}", x, y, z)) : Json(nullptr);
  json["levels"] = report.levels;
  json["cells"] = report.cells;
  if (row.loads.empty()) return json;
  json["sharing"] = fmm::toString(row.sharing);
  json["rank_held"] = Json::array();
  std::size_t most = 0;
  for (const fmm::RankLoad& load : row.loads) {
    json["rank_held"].push_back(toJson(load));
    most = std::max(most, load.bytes);
  }
  json["rank_memory"] = most;
  return json;
}

}  // namespace app
