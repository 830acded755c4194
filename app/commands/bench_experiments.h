#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/bench_measure.h"
#include "commands/bench_progress.h"

namespace app {

/// A number of a paper, and what this program has in its place.
struct ExperimentRow {
  std::string what;               ///< "N = 65536, velocity"
  double ours = 0;                ///< measured here
  std::optional<double> printed;  ///< in the paper; empty: a figure shows it without a number
  const char* unit = "ms";        ///< of both
  std::optional<double> error{};  ///< measured error of the velocities that `ours` belongs to
};

/// What experiments are run with.
struct ExperimentContext {
  fmm::Settings settings;  ///< backend and threads; an experiment chooses the rest
  bool gpu = false;
  std::size_t mostPoints = 0;  ///< elements and targets of one evaluation; what is larger is left out
};

/// A table or a figure of a paper that can be computed anew.
struct Experiment {
  const char *name, *source;  ///< "hu-t3.1"; "Hu 2013, table 3.1"
  const char* machine;        ///< of the paper
  const char* statement;      ///< what is compared, and where it differs
  std::vector<ExperimentRow> (*run)(const ExperimentContext& context);
};

/// Those of one paper, in its order; bench_hu.cpp and others have them.
std::vector<Experiment> huExperiments();
std::vector<Experiment> goudeExperiments();
std::vector<Experiment> yokotaExperiments();
std::vector<Experiment> cruzExperiments();

/// "all", and the names of all experiments.
std::vector<std::string> experimentNames();

/// Runs the one of that name, or all, and adds their rows.
void runExperiments(const BenchOptions& options, const std::vector<Experiment>& chosen, BenchProgress& progress);
std::vector<Experiment> chosenExperiments(const std::string& name);

const std::vector<BenchColumn>& experimentColumns();

/// Does an evaluation of so many elements and targets fit into what experiments may take?
bool fits(const ExperimentContext& context, std::size_t elements, std::size_t targets);
/// `wanted`, or a half, a quarter ... of it, so that as many elements and as many targets fit.
std::size_t largest(const ExperimentContext& context, std::size_t wanted);

/// How one row of a paper is computed.
struct ExperimentSetup {
  const char* workload = "cube";
  BenchSize size;
  const char* core = "thin";
  fmm::Precision precision = fmm::Precision::single;
  double tolerance = 1e-4;
  fmm::Tuning tuning{};  ///< zeros: chosen by the program
  fmm::Stretching stretching = fmm::Stretching::off;
  fmm::SolverKind solver = fmm::SolverKind::fmm;
};
BenchCase caseOf(const ExperimentContext& context, const ExperimentSetup& setup);
/// Few repeats, no direct sum beside it.
BenchRow measured(const ExperimentContext& context, const ExperimentSetup& setup);

}  // namespace app
