// Options of ringlet bench.

#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "commands/bench_case.h"
#include "commands/bench_experiments.h"
#include "commands/command_options.h"
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

/// Names of sets, "all" for each of them, or "scene" with what follows it.
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
          "Elements and targets of each row; default: what the machine does in a few seconds. With --tuning of each "
          "set")
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

/// A published table or figure.
CLI::Validator experimentName() {
  return CLI::Validator(
      [](const std::string& name) {
        const std::vector<std::string> known = experimentNames();
        if (std::find(known.begin(), known.end(), name) != known.end()) return std::string();
        return fmt::format("{} is no experiment; allowed: {}{}", name, fmt::join(known, ", "), didYouMean(name, known));
      },
      "");
}

}  // namespace

void addBenchCommand(CLI::App& root, BenchOptions& out) {
  CLI::App& bench =
      addCommand(root, "bench", "Times of evaluations with the errors that they are reached at, on this machine");
  addWhat(bench, out);
  fmm::FieldSettings& field = out.settings;
  fmm::MotionSettings& motion = out.settings;
  addSetting(bench, "--tolerance", field, &fmm::FieldSettings::tolerance, "default 1e-4; float: 1e-6 at the finest");
  addSetting(bench, "--precision", field, &fmm::FieldSettings::precision, "default float");
  addSetting(bench, "--backend", field, &fmm::FieldSettings::backend);
  addSetting(bench, "--threads", field, &fmm::FieldSettings::threads);
  addTuning(bench, field);
  addSharing(bench, out.sharing);
  addGpu(bench, out);
  addSetting(bench, "--stretching", motion, &fmm::MotionSettings::stretching,
             "off: no gradients at the elements; default transpose");
  bench.add_flag("--targets-only", out.targetsOnly, "Velocities at the targets alone, none of the elements");
  bench.add_option("--repeat", out.repeats, "Evaluations that are timed; default: as many as a second allows, 5 to 50")
      ->check(wholeIn({1, kMostRepeats}));
  CLI::Option* tuning =
      bench.add_flag("--tuning", out.tuning,
                     "The settings that the program chooses against the best of a grid of orders, angles and leaf "
                     "sizes that keep the tolerance");
  CLI::Option* experiment =
      bench
          .add_option("--experiment", out.experiment,
                      "Compute a published table or figure anew and set its printed numbers beside; all: each of them")
          ->check(experimentName())
          ->type_name("NAME");
  CLI::Option* page = bench
                          .add_option("--page", out.page,
                                      "Write the results as a page of tables in Markdown; without a workload, --tuning "
                                      "or --experiment of all of them")
                          ->check(givenPath())
                          ->type_name("FILE");
  bench.add_option("--from", out.from, "Earlier results (--json) that the page is made of, in place of a fresh run")
      ->check(givenPath())
      ->type_name("FILE")
      ->needs(page)
      ->excludes(tuning)
      ->excludes(experiment);
  bench.add_flag("--force", out.force, "Replace the page if it is already there")->needs(page);
  bench.add_flag("--json", out.json, "Report as JSON on standard output");
  bench.footer(
      "Examples:\n"
      "  ringlet bench --workload rings cube --sizes 4096:65536,32768:1048576\n"
      "  ringlet bench --workload scene leapfrog --precision double --tolerance 1e-7\n"
      "  ringlet bench --tuning --backend cuda --json\n"
      "  ringlet bench --experiment all\n"
      "  ringlet bench --page benchmarks.md --from cpu.json gpu.json");
}

}  // namespace app
