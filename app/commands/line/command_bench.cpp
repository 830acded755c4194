// Options of ringlet bench.

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "commands/bench/bench.h"
#include "commands/line/command_line.h"
#include "commands/line/command_options.h"
#include "files/suggest.h"
#include "fmm/settings_table.h"
#include "fmm/workloads.h"

namespace app {
namespace {

constexpr std::size_t kMostPoints = std::size_t{1} << 28;
constexpr int kMostRepeats = 100000;

[[noreturn]] void refuse(const char* option, const std::string& why) {
  throw CLI::ValidationError(option, why);
}

/// "NS:NT" or "N" for both.
BenchSize takeSize(std::string_view text) {
  BenchSize size;
  const auto number = [&](std::string_view part, std::size_t least) {
    std::size_t value = 0;
    const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (code != std::errc() || end != part.data() + part.size() || value < least || value > kMostPoints)
      refuse("--sizes", fmt::format("{} is no size; allowed: NS:NT,... with 1 to {} elements and 0 to as many targets",
                                    text, kMostPoints));
    return value;
  };
  const std::size_t colon = text.find(':');
  size.elements = number(text.substr(0, colon), 1);
  size.targets = colon == std::string_view::npos ? size.elements : number(text.substr(colon + 1), 0);
  return size;
}

void takeSizes(const std::string& text, std::vector<BenchSize>& out) {
  std::string_view rest = text;
  for (;;) {
    const std::size_t comma = rest.find(',');
    out.push_back(takeSize(rest.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    rest.remove_prefix(comma + 1);
  }
}

/// Names of workloads, "all", or "scene" followed by a scene.
void takeWorkloads(const std::vector<std::string>& words, BenchOptions& out) {
  std::vector<std::string> known = {"all", "scene"};
  for (const auto& named : fmm::workloads::named()) known.emplace_back(named.name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "scene") {
      if (++i == words.size()) refuse("--workload", "scene is followed by the name of one, or by a file");
      out.scene = words[i];
    } else if (word == "all") {
      out.workloads.assign(known.begin() + 2, known.end());
    } else if (std::find(known.begin(), known.end(), word) == known.end()) {
      refuse("--workload",
             fmt::format("{} is not known; allowed: {}{}", word, fmt::join(known, ", "), didYouMean(word, known)));
    } else {
      out.workloads.push_back(word);
    }
  }
}

std::string workloadHelp() {
  std::string help = "What is evaluated, one or several";
  for (const auto& named : fmm::workloads::named()) help += fmt::format("; {}: {}", named.name, named.statement);
  return help + "; scene FILE: the particles of a scene; all: all but scenes; default rings";
}

void addWhat(CLI::App& bench, BenchOptions& out) {
  bench
      .add_option_function<std::vector<std::string>>(
          "--workload", [&out](const std::vector<std::string>& words) { takeWorkloads(words, out); }, workloadHelp())
      ->type_name("NAME");
  bench
      .add_option_function<std::string>(
          "--sizes", [&out](const std::string& text) { takeSizes(text, out.sizes); },
          "Elements and targets of each row; default: what the machine does in a few seconds")
      ->type_name("NS:NT,...");
  bench
      .add_option(
          "--core", out.core,
          "thin: cutoff with half the mean spacing; overlapped: gaussian with 1.5 spacings; or a core function, "
          "with 1.5 spacings; default thin")
      ->check(CLI::Validator(
          [](const std::string& name) {
            return isBenchCore(name) ? std::string() : name + " is not known; allowed: " + benchCoreNames();
          },
          ""))
      ->type_name("NAME");
}

void addBench(CLI::App& bench, BenchOptions& out) {
  addWhat(bench, out);
  fmm::FieldSettings& field = out.settings;
  fmm::MotionSettings& motion = out.settings;
  addSetting(bench, "--tolerance", field, &fmm::FieldSettings::tolerance, "default 1e-4; float: 1e-6 at the finest");
  addSetting(bench, "--precision", field, &fmm::FieldSettings::precision, "default float");
  addSetting(bench, "--solver", field, &fmm::FieldSettings::solver, "default fmm");
  addSetting(bench, "--backend", field, &fmm::FieldSettings::backend);
  addSetting(bench, "--threads", field, &fmm::FieldSettings::threads);
  addTuning(bench, field);
  addSharing(bench, out.sharing);
  addGpu(bench, out);
  addSetting(bench, "--stretching", motion, &fmm::MotionSettings::stretching,
             "off: no gradients at the elements; default transpose");
  CLI::Option* targets = bench.add_flag_callback(
      "--targets-only", [&out] { out.part = BenchPart::targets; },
      "Velocities at the targets alone, none of the elements");
  bench
      .add_flag_callback(
          "--vorticity", [&out] { out.part = BenchPart::vorticity; }, "The vorticity at the targets alone")
      ->excludes(targets);
  bench.add_option("--repeat", out.repeats, "Number of timed evaluations; default: as many as take a second, 5 to 50")
      ->check(wholeIn({1, kMostRepeats}));
  bench.add_flag_callback(
      "--no-direct", [&out] { out.direct = false; }, "Without the time of the direct sum");
  bench.add_flag("--json", out.json, "Report as JSON on standard output");
  bench.footer(
      "Examples:\n"
      "  ringlet bench --workload rings cube --sizes 4096:65536,32768:1048576\n"
      "  ringlet bench --workload scene leapfrog --precision double --tolerance 1e-7\n"
      "  ringlet bench --workload cube --sizes 100000:0 --order 6 --theta 0.6 --stretching off --json");
}

}  // namespace

CommandKind benchKind() {
  return commandKind<BenchOptions>("bench", "Time evaluations on this machine and measure their errors", addBench,
                                   benchCommand);
}

}  // namespace app
