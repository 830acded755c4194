#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "film/film.h"
#include "fmm/diagnostics.h"
#include "fmm/ranks.h"
#include "fmm/refinement_report.h"
#include "fmm/report.h"
#include "scene/scene.h"
#include "simulation/diagnostics_sample.h"
#include "simulation/dissipation_meter.h"

namespace app {

/// What went between the first of several ranks and the others.
struct RankReport {
  int count = 1;              ///< 1: there were no others
  fmm::RankTraffic flow;      ///< for steps and what is measured and saved
  fmm::RankTraffic pictures;  ///< for pictures
};

/// What there is to say of a run, gathered as it goes.
struct RunReport {
  Scene scene;
  FilmClock clock;
  std::int64_t firstFrame = 0;
  std::int64_t frames = 0;  ///< asked for, counted from the film's beginning
  std::int64_t kept = 0;    ///< pictures of the range that were there already
  std::string film;         ///< empty: none
  std::string renderer;
  std::string checkpoint;            ///< the last one written; empty: none
  std::vector<std::string> exports;  ///< the last files written for other programs
  std::string coarseness;            ///< coarsenessOf() a start; empty: none, or a checkpoint
  double encodeSeconds = 0, waitSeconds = 0;
  std::size_t elements = 0, tracers = 0;
  double time = 0;  ///< [T]
  std::int64_t steps = 0;
  fmm::Settings settings;
  fmm::RefinementReport refinement;
  fmm::EvaluationReport last;  ///< of the last step
  fmm::MeasuredError error;
  fmm::Invariants start, end;
  double impulseDrift = 0;  ///< as ImpulseWatch has it
  DissipationMeter dissipation;
  double energyDrift = kNotMeasured;          ///< of the last energy measured, as InvariantDrift has it
  std::optional<std::vector<double>> passes;  ///< when two coaxial rings passed [T]; none: there are not two
  double leastOverlap = 0;                    ///< as fmm::FlowMeasures has it
  FilmResult result;
  RankReport ranks;
};

/// The report as JSON, for --json.
std::string formatJson(const RunReport& report);

/// The report in short lines: what was made, how long it took, what it was measured to be.
std::vector<std::string> formatSummary(const RunReport& report);
/// What is to be known before the flow is believed, a line each; none: nothing.
std::vector<std::string> formatWarnings(const RunReport& report);

}  // namespace app
