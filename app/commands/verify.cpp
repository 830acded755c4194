// ringlet verify: compares this build on this machine with theory.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "commands/commands.h"
#include "commands/line/progress_bar.h"
#include "files/json.h"
#include "simulation/backend_choice.h"
#include "simulation/keep_pace.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kRow = "{:<50} {:>14} {:>14} {:>10} {:<8} {}\n";
constexpr int kMostDecimals = 12;

std::vector<fmm::Check> chosenChecks(const VerifyOptions& options, const std::vector<fmm::Check>& all) {
  std::vector<fmm::Check> chosen;
  for (const fmm::Check& check : all) {
    const bool named = std::any_of(options.only.begin(), options.only.end(),
                                   [&](const std::string& name) { return belongsTo(check.name, name); });
    if (options.only.empty() ? check.quick || options.full : named) chosen.push_back(check);
  }
  return chosen;
}

/// Successive checks with the same statement print it once.
void printList(const std::vector<fmm::Check>& checks) {
  for (std::size_t i = 0; i < checks.size(); ++i) {
    fmt::print("{}{}\n", checks[i].name, checks[i].quick ? "" : " (long)");
    if (i + 1 == checks.size() || checks[i + 1].statement != checks[i].statement)
      fmt::print("    {}\n", checks[i].statement);
  }
}

/// With as many decimals as the tolerance needs; in exponential form if the expected value is 0.
std::string numberText(double value, const fmm::Measurement& of) {
  if (!std::isfinite(value)) return "none";
  if (of.expected == 0) return value == 0 ? "0" : fmt::format("{:.1e}", value);
  if (!of.isMarked()) return fmt::format("{:.5g}", value);
  const int decimals = of.tolerance > 0 ? static_cast<int>(std::ceil(-std::log10(of.tolerance))) + 1 : kMostDecimals;
  return fmt::format("{:.{}f}", value, std::clamp(decimals, 0, kMostDecimals));
}

void printRow(const fmm::Measurement& row) {
  fmt::print(kRow, row.name, numberText(row.measured, row), numberText(row.expected, row),
             row.isMarked() ? fmt::format("{:.1e}", row.tolerance) : "", row.unit == "1" ? "" : row.unit,
             !row.isMarked()    ? ""
             : row.pass()       ? "pass"
             : row.note.empty() ? "FAIL"
                                : "FAIL: " + row.note);
}

Json rowJson(const fmm::Measurement& row, double seconds) {
  Json json = {{"name", row.name},           {"measured", row.measured}, {"expected", row.expected},
               {"tolerance", row.tolerance}, {"pass", row.pass()},       {"unit", row.unit},
               {"seconds", seconds}};
  if (!row.isMarked()) json["pass"] = nullptr;
  if (!row.note.empty()) json["note"] = row.note;
  return json;
}

}  // namespace

int verify(const VerifyOptions& options, const std::vector<fmm::Check>& checks) {
  const std::vector<fmm::Check> chosen = chosenChecks(options, checks);
  if (options.list) {
    printList(chosen);
    return 0;
  }
  checkBackend(options.machine.backend);
  const Clock::time_point start = Clock::now();
  ProgressBar bar("", static_cast<std::int64_t>(chosen.size()));
  bar.setUnit("checks");
  Json rows = Json::array();
  std::size_t failed = 0;
  std::int64_t done = 0;
  if (!options.json) fmt::print(kRow, "check", "measured", "expected", "tolerance", "unit", "result");
  for (const fmm::Check& check : chosen) {
    bar.setLabel(check.name);
    bar.update(done++);
    const Clock::time_point begin = Clock::now();
    const std::vector<fmm::Measurement> measured = measure(check, options.machine);
    const double seconds = secondsSince(begin);
    bar.clear();
    for (const fmm::Measurement& row : measured) {
      rows.push_back(rowJson(row, seconds));
      failed += row.pass() ? 0 : 1;
      if (!options.json) printRow(row);
    }
    std::fflush(stdout);
  }
  if (options.json) {
    fmt::print("{}\n", Json{{"checks", rows}}.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    fmt::print("{} checks, {} numbers, {}, {:.0f} s\n", chosen.size(), rows.size(),
               failed == 0 ? "all pass" : fmt::format("{} FAIL", failed), secondsSince(start));
  }
  return failed == 0 ? 0 : 1;
}

int verifyCommand(const VerifyOptions& options) {
  return verify(options, fmm::checks());
}

}  // namespace app
