#pragma once

// Start and report of ringlet run.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera_path.h"
#include "commands/commands.h"
#include "commands/run/run_files.h"
#include "film/film.h"
#include "film/recorder.h"
#include "fmm/diagnostics.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "scene/scene.h"
#include "simulation/diagnostics_sample.h"
#include "simulation/flow_meters.h"
#include "simulation/flow_start.h"

namespace app {

/// Start and plan of a run, determined before anything is computed or written. The scene has the command line's values,
/// fixed counts, and the clock's time step; `from` is the checkpoint of --resume.
struct RunStart : FlowStart {
  FilmPlan plan;
  std::optional<RecorderSettings> film;  ///< empty: none
  std::optional<CheckpointFiles> checkpoints;
  std::optional<RunExports> exports;  ///< empty: none
  double askedCourant = 0;            ///< of scene or checkpoint; ignored by a run

  /// True if only the checkpoint's state is to be exported.
  bool nothingToDo() const { return plan.frames == plan.firstFrame; }
};

/// Reads the scene or the checkpoint, applies the command line, and plans the film. Throws UsageError, UserError,
/// FileError. Neither creates nor changes files, except for the folder of the checkpoints.
RunStart makeStart(const RunOptions& options);

/// Traffic between the first of several ranks and the others.
struct RankReport {
  int count = 1;              ///< 1: no others
  fmm::RankTraffic flow;      ///< for steps, measurements and checkpoints
  fmm::RankTraffic pictures;  ///< for pictures
  double pictureSeconds = 0;  ///< for exchanging pictures, waiting included
};

/// Contents of the report on a run, collected during it.
struct RunReport {
  Scene scene;
  FilmClock clock;
  std::int64_t firstFrame = 0;
  std::int64_t frames = 0;  ///< requested, counted from the film's beginning
  std::string film;         ///< empty: none
  std::string renderer;
  std::string checkpoint;            ///< the last one written; empty: none
  std::vector<std::string> exports;  ///< the last exported files
  std::string coarseness;            ///< coarsenessOf() the start; empty: not coarse, or a checkpoint
  double encodeSeconds = 0, waitSeconds = 0;
  std::size_t elements = 0, tracers = 0;
  double time = 0;  ///< [T]
  std::int64_t steps = 0;
  fmm::Settings settings;
  fmm::LatticeReport lattice;
  fmm::EvaluationReport last;  ///< of the last step
  fmm::MeasuredError error;
  fmm::Invariants start, end;
  double impulseDrift = 0;  ///< ImpulseWatch::drift()
  DissipationMeter dissipation;
  double energyDrift = kNotMeasured;          ///< InvariantDrift::energy of the last energy measured
  std::optional<std::vector<double>> passes;  ///< when two coaxial rings passed [T]; none: there are no two rings
  double leastOverlap = 0;                    ///< as in fmm::FlowMeasures
  FilmResult result;
  RankReport ranks;
};

/// The report as JSON, for --json.
std::string formatJson(const RunReport& report);

/// The report in short lines: output, duration and measurements.
std::vector<std::string> formatSummary(const RunReport& report);
/// Warnings about the reliability of the flow, one per line; may be empty.
std::vector<std::string> formatWarnings(const RunReport& report);

}  // namespace app
