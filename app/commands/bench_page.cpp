#include "commands/bench_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "commands/bench_experiments.h"
#include "commands/bench_table.h"
#include "files/data_paths.h"
#include "files/json.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr const char* kHead =
    "# Benchmarks\n\n"
    "Made by `ringlet bench --page`, from a run or from what `ringlet bench --json` printed on other machines. Times "
    "are medians by the wall clock of steady evaluations: from unsorted positions to the velocities of elements and "
    "targets and the elements' stretching. `first ms` is the very first one, with all that it has to make and to "
    "choose. Errors are relative L2 of the velocity against direct sums in double precision, `at most` their bound "
    "with "
    "99 % confidence. `direct/fmm` compares with the direct sum on the same backend, of a sample of the targets where "
    "all would take long (`direct at` so many). `of peak` counts 23 operations a pair, without its core function. The "
    "sets are those of "
    "[fmm/workloads.h](../fmm/include/fmm/workloads.h).\n";

std::string machineText(const Json& machine) {
  const auto text = [&](const char* key) {
    const auto at = machine.find(key);
    return at != machine.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  std::string line = text("backend") == "cuda" ? text("gpu") + ", beside " : std::string();
  line += fmt::format("{}, {} threads, {}", text("cpu"), cellText({"", "threads", "{:.0f}"}, machine), text("simd"));
  if (machine.contains("peak_gflops") && machine["peak_gflops"].is_number())
    line += fmt::format("; peak {:.0f} Gflop/s, {}", machine["peak_gflops"].get<double>(), text("peak_is"));
  return line;
}

void addTable(std::string& page, const std::vector<BenchColumn>& columns, const std::vector<const Json*>& rows) {
  const auto line = [&](const auto& cell) {
    for (const BenchColumn& column : columns) page += "| " + cell(column) + " ";
    page += "|\n";
  };
  line([](const BenchColumn& column) {
    const std::string_view title = column.title;
    return std::string(title.substr(0, title.find_last_not_of(' ') + 1));
  });
  line([](const BenchColumn& column) { return std::string(*column.format != 0 ? "---:" : "---"); });
  for (const Json* row : rows) line([&](const BenchColumn& column) { return cellText(column, *row); });
  page += '\n';
}

std::string textOf(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// A heading and a table for each experiment of which there are rows.
void addExperiments(std::string& page, const std::vector<const Json*>& rows) {
  const std::vector<BenchColumn>& all = experimentColumns();
  const std::vector<BenchColumn> columns(all.begin() + 1, all.end());
  std::vector<std::pair<std::string, std::vector<const Json*>>> tables;
  for (const Json* row : rows) {
    const std::string name = textOf(*row, "experiment");
    auto table = std::find_if(tables.begin(), tables.end(), [&](const auto& other) { return other.first == name; });
    if (table == tables.end()) table = tables.insert(table, {name, {}});
    table->second.push_back(row);
  }
  for (const auto& [name, ofIt] : tables) {
    const Json& first = *ofIt.front();
    page += fmt::format("### {}: {}\n\n{} Printed for {}.\n\n", name, textOf(first, "source"),
                        textOf(first, "statement"), textOf(first, "printed_on"));
    addTable(page, columns, ofIt);
  }
}

void addReport(std::string& page, const Json& report) {
  std::vector<const Json*> times, tuning, experiments;
  for (const Json& row : report["rows"])
    (row.contains("experiment") ? experiments : row.contains("chosen_ms") ? tuning : times).push_back(&row);
  page += "On " + machineText(report["machine"]) + ".\n\n";
  if (!times.empty()) addTable(page, timeColumns(), times);
  if (!tuning.empty()) {
    page += "What the program chooses against the best of a grid of orders, angles and leaves:\n\n";
    addTable(page, tuningColumns(), tuning);
  }
  addExperiments(page, experiments);
}

/// Reports of one machine as one, with the largest of its measured peaks: other work makes them smaller.
std::vector<Json> byMachine(const std::vector<Json>& reports) {
  static constexpr const char* kPeak = "peak_gflops";
  const auto peakless = [](Json machine) {
    for (const char* key : {kPeak, "first_use_ms"}) machine.erase(key);
    return machine;
  };
  const auto peakOf = [](const Json& machine) {
    const auto peak = machine.find(kPeak);
    return peak != machine.end() && peak->is_number() ? peak->get<double>() : 0;
  };
  std::vector<Json> merged;
  for (const Json& report : reports) {
    Json* same = nullptr;
    for (Json& other : merged)
      if (peakless(other["machine"]) == peakless(report["machine"])) same = &other;
    if (same == nullptr) {
      merged.push_back(report);
      continue;
    }
    Json& machine = (*same)["machine"];
    if (peakOf(report["machine"]) > peakOf(machine)) machine[kPeak] = peakOf(report["machine"]);
    for (const Json& row : report["rows"]) (*same)["rows"].push_back(row);
  }
  return merged;
}

}  // namespace

Json readBenchReport(const std::string& path) {
  const std::string text = readTextFile(path);
  Json report = Json::parse(text, nullptr, false);
  const bool sound = report.is_object() && report.contains("machine") && report["machine"].is_object() &&
                     report.contains("rows") && report["rows"].is_array();
  if (!sound) throw UserError(path + ": is not what ringlet bench --json prints");
  for (const Json& row : report["rows"])
    if (!row.is_object()) throw UserError(path + ": has a row that is none");
  return report;
}

std::string benchPage(const std::vector<Json>& reports) {
  std::string page = kHead;
  for (const Json& report : byMachine(reports)) {
    const std::string backend = textOf(report["machine"], "backend");
    page += fmt::format("\n## {}\n\n", backend == "cuda" ? "On a GPU" : "On the CPU");
    addReport(page, report);
  }
  while (page.size() > 1 && page[page.size() - 2] == '\n') page.pop_back();
  return page;
}

}  // namespace app
