#include "commands/bench_experiments.h"

#include "files/json.h"
#include "simulation/backend_choice.h"

namespace app {
namespace {

constexpr int kRepeats = 5;

std::vector<Experiment> allExperiments() {
  std::vector<Experiment> all;
  for (const auto& paper : {huExperiments(), goudeExperiments(), yokotaExperiments(), cruzExperiments()})
    all.insert(all.end(), paper.begin(), paper.end());
  return all;
}

Json numberOrNull(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json experimentJson(const Experiment& of, const ExperimentRow& row) {
  const bool comparable = row.printed && row.ours > 0;
  return {{"experiment", of.name},
          {"source", of.source},
          {"printed_on", of.machine},
          {"statement", of.statement},
          {"what", row.what},
          {"printed", numberOrNull(row.printed)},
          {"ours", row.ours},
          {"unit", row.unit},
          {"printed_over_ours", comparable ? Json(*row.printed / row.ours) : Json(nullptr)},
          {"error", numberOrNull(row.error)}};
}

}  // namespace

std::vector<std::string> experimentNames() {
  std::vector<std::string> names = {"all"};
  for (const Experiment& experiment : allExperiments()) names.emplace_back(experiment.name);
  return names;
}

std::vector<Experiment> chosenExperiments(const std::string& name) {
  std::vector<Experiment> chosen;
  for (const Experiment& experiment : allExperiments())
    if (name == "all" || name == experiment.name) chosen.push_back(experiment);
  return chosen;
}

void runExperiments(const BenchOptions& options, const std::vector<Experiment>& chosen, BenchProgress& progress) {
  ExperimentContext context;
  context.settings.backend = options.settings.backend;
  context.settings.threads = options.settings.threads;
  context.gpu = runsOnGpu(options.settings.backend);
  context.mostPoints = context.gpu ? std::size_t{1} << 25 : std::size_t{1} << 18;
  for (const BenchSize size : options.sizes) context.mostPoints = size.elements + size.targets;
  for (const Experiment& experiment : chosen) {
    if (!progress.next(experiment.name)) return;
    for (const ExperimentRow& row : experiment.run(context)) progress.add(experimentJson(experiment, row));
  }
}

const std::vector<BenchColumn>& experimentColumns() {
  static const std::vector<BenchColumn> columns = {
      {"experiment", "experiment", ""}, {"what                              ", "what", ""},
      {"printed", "printed", "{:.4g}"}, {"ours", "ours", "{:.4g}"},
      {"unit       ", "unit", ""},      {"printed/ours", "printed_over_ours", "{:.3g}"},
      {"our error", "error", "{:.1e}"}};
  return columns;
}

bool fits(const ExperimentContext& context, std::size_t elements, std::size_t targets) {
  return elements + targets <= context.mostPoints;
}

std::size_t largest(const ExperimentContext& context, std::size_t wanted) {
  while (wanted > 1 && !fits(context, wanted, wanted)) wanted /= 2;
  return wanted;
}

BenchCase caseOf(const ExperimentContext& context, const ExperimentSetup& setup) {
  fmm::Settings settings = context.settings;
  settings.precision = setup.precision;
  settings.tolerance = setup.tolerance;
  settings.order = setup.tuning.order;
  settings.theta = setup.tuning.theta;
  settings.leafElements = setup.tuning.leafElements;
  settings.leafPoints = setup.tuning.leafPoints;
  settings.stretching = setup.stretching;
  settings.solver = setup.solver;
  return benchCase(setup.workload, setup.size, setup.core, settings);
}

BenchRow measured(const ExperimentContext& context, const ExperimentSetup& setup) {
  return measureCase(caseOf(context, setup), {kRepeats, false});
}

}  // namespace app
