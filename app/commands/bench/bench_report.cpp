// Report of ringlet bench on its machine and rows, as JSON and as lines for people.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "commands/bench/bench.h"
#include "commands/report_json.h"
#include "files/json.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

/// "Intel(R) Xeon(R) ...": the model of the first processor; "unknown" if the kernel does not provide it.
std::string cpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

/// Quantities evaluated in a row.
const char* evaluates(const BenchRow& row) {
  if (row.part == BenchPart::vorticity) return "vorticity at targets";
  if (row.part == BenchPart::targets) return "velocity at targets";
  return needsGradient(row.settings) ? "velocity, stretching" : "velocity";
}

double stageSeconds(const fmm::EvaluationReport& report, const char* name) {
  for (const fmm::StageTime& stage : report.stages)
    if (stage.name == name) return stage.seconds;
  return 0;
}

void addWork(const BenchRow& row, const Json& peak, Json& json) {
  // Flops: offset 3, its square 5, the inverse cube 3, the factored sums 12; without the core function.
  constexpr double kFlopsPerPair = 23;
  const fmm::EvaluationReport& report = row.report;
  const auto rate = [](double count, double seconds) { return seconds > 0 ? Json(count / seconds) : Json(nullptr); };
  const bool direct = row.settings.solver == fmm::SolverKind::direct;
  const double near = direct ? row.times.median : stageSeconds(report, "near");
  const auto pairs = 1e-9 * static_cast<double>(report.nearPairs);
  json["near_pairs"] = report.nearPairs;
  json["near_gpairs_s"] = rate(pairs, near);
  json["near_peak_share"] = peak.is_number() ? rate(kFlopsPerPair * pairs / peak.get<double>(), near) : Json(nullptr);
  json["translations"] = report.farPairs;
  json["translations_s"] = rate(static_cast<double>(report.farPairs), stageSeconds(report, "transfer"));
}

void addRanks(const BenchRow& row, Json& json) {
  json["ranks"] = row.ranks;
  json["rank_messages"] = row.traffic.messages;
  json["rank_bytes"] = row.traffic.bytes;
  if (row.loads.empty()) return;
  json["sharing"] = fmm::toString(row.sharing);
  json["rank_held"] = Json::array();
  std::size_t most = 0;
  for (const fmm::RankLoad& load : row.loads) {
    json["rank_held"].push_back(toJson(load));
    most = std::max(most, load.bytes);
  }
  json["rank_memory"] = most;
}

/// A column of the table for people.
struct Column {
  const char* title;
  const char* key;     ///< of the row
  const char* format;  ///< of fmt, for numbers; null values show as "-"
  double scale = 1;    ///< factor for numbers
};

constexpr Column kColumns[] = {{"elements", "ns", "{:.0f}"},
                               {"targets", "nt", "{:.0f}"},
                               {"of                  ", "evaluates", ""},
                               {"core      ", "core", ""},
                               {"precision", "precision", ""},
                               {"tolerance", "tolerance", "{:.0e}"},
                               {"ms", "total_ms", "{:.4g}"},
                               {"spread", "spread", "{:.0f} %", 100},
                               {"first ms", "first_ms", "{:.4g}"},
                               {"error", "error", "{:.1e}"},
                               {"at most", "error_bound", "{:.1e}"},
                               {"direct/fmm", "speedup", "{:.3g}"},
                               {"near Gpairs/s", "near_gpairs_s", "{:.3g}"},
                               {"of peak", "near_peak_share", "{:.0f} %", 100},
                               {"MiB", "bytes", "{:.0f}", 0x1p-20},
                               {"p", "order", "{:.0f}"},
                               {"theta", "theta", "{:.2f}"},
                               {"leaf", "leaf_elements", "{:.0f}"},
                               {"points", "leaf_points", "{:.0f}"},
                               {"mesh       ", "mesh", ""}};
constexpr Column kOfRanks[] = {{"ranks", "ranks", "{:.0f}"},
                               {"messages", "rank_messages", "{:.0f}"},
                               {"MiB sent", "rank_bytes", "{:.3g}", 0x1p-20},
                               {"sharing   ", "sharing", ""},
                               {"MiB a rank", "rank_memory", "{:.0f}", 0x1p-20}};

std::string cell(const Column& column, const Json* row) {
  constexpr std::size_t kNarrowest = 6;
  std::string text = row == nullptr ? column.title : "-";
  const auto value = row == nullptr ? Json::const_iterator() : row->find(column.key);
  if (row != nullptr && value != row->end() && value->is_string()) text = value->get<std::string>();
  if (row != nullptr && value != row->end() && value->is_number())
    text = fmt::format(fmt::runtime(column.format), column.scale * value->get<double>());
  return fmt::format(" {:>{}}", text, std::max(kNarrowest, std::string_view(column.title).size() + 1));
}

}  // namespace

Json benchMachine(const fmm::Settings& settings) {
  checkBackend(settings.backend);
  const bool gpu = runsOnGpu(settings.backend);
  const double firstUse = startBackend(settings);
  const fmm::ArithmeticPeak peak = fmm::arithmeticPeak(settings);
  return {{"version", RINGLET_VERSION},
          {"backend", gpu ? "cuda" : "cpu"},
          {"cpu", cpuModel()},
          {"simd", fmm::simdInstructions()},
          {"threads", fmm::cpuThreads(settings.threads)},
          {"gpu", gpu ? Json(fmm::cudaDevice().name) : Json(nullptr)},
          {"peak_gflops", peak.flops > 0 ? Json(1e-9 * peak.flops) : Json(nullptr)},
          {"peak_is", peak.measured ? "measured" : "from the device's properties"},
          {"first_use_ms", 1e3 * firstUse}};
}

std::string machineText(const Json& machine) {
  const auto cpu = machine["cpu"].get<std::string>();
  const int threads = machine["threads"].get<int>();
  std::string text = machine["gpu"].is_null() ? fmt::format("{}, {} thread{}, {}", cpu, threads,
                                                            threads == 1 ? "" : "s", machine["simd"].get<std::string>())
                                              : fmt::format("{} (beside {})", machine["gpu"].get<std::string>(), cpu);
  if (machine["peak_gflops"].is_null()) return text;
  return fmt::format("{}; {:.0f} Gflop/s {}", text, machine["peak_gflops"].get<double>(),
                     machine["peak_is"] == "measured" ? "measured by multiply-adds" : "by its clock and cores");
}

Json toJson(const BenchRow& row, const Json& machine) {
  const fmm::EvaluationReport& report = row.report;
  Json stages = Json::object();
  for (const fmm::StageTime& stage : report.stages) stages[stage.name] = 1e3 * stage.seconds;
  const std::size_t points = row.targets + (row.part == BenchPart::flow ? row.elements : 0);
  const auto positive = [](double number) { return number > 0 ? Json(number) : Json(nullptr); };
  Json json = {{"workload", row.workload},
               {"ns", row.elements},
               {"nt", row.targets},
               {"core", row.core},
               {"tolerance", row.settings.tolerance},
               {"precision", fmm::toString(row.settings.precision)},
               {"backend", report.backend},
               {"solver", fmm::toString(row.settings.solver)},
               {"evaluates", evaluates(row)},
               {"stretching", fmm::toString(row.settings.stretching)},
               {"total_ms", 1e3 * row.times.median},
               {"spread", row.times.spread},
               {"repeats", row.repeats},
               {"first_ms", 1e3 * row.times.first},
               {"stages", stages},
               {"error", row.error.relativeL2},
               {"error_bound", row.error.bound},
               {"stretching_error", positive(row.stretchingError)},
               {"predicted_ms", positive(1e3 * report.predicted.total())},
               {"direct_ms", 1e3 * row.directSeconds},
               {"direct_targets", row.directTargets},
               {"direct_sampled", row.directTargets < points}};
  if (row.directSeconds > 0) json["speedup"] = row.directSeconds / row.times.median;
  addWork(row, machine["peak_gflops"], json);
  json["bytes"] = report.bytes;
  json["order"] = report.order;
  json["theta"] = report.theta;
  json["leaf_elements"] = report.leafElements;
  json["leaf_points"] = report.leafPoints;
  const auto [x, y, z] = report.mesh;
  json["mesh"] = x > 0 ? Json(fmt::format("{}x{}x{}", x, y, z)) : Json(nullptr);
  json["levels"] = report.levels;
  json["cells"] = report.cells;
  addRanks(row, json);
  return json;
}

std::string tableLine(const Json* row, bool ranks) {
  std::string line = fmt::format("{:<12}", row ? (*row)["workload"].get<std::string>() : "set");
  for (const Column& column : kColumns) line += cell(column, row);
  if (ranks)
    for (const Column& column : kOfRanks) line += cell(column, row);
  return line;
}

}  // namespace app
