#pragma once

// Where a run of ringlet run starts, and what is said of it in the end.

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

namespace app {

/// Where a run starts and what it is to make, as found before anything is computed or touched.
struct RunStart {
  Scene scene;  ///< with what the command line says, counts that no longer depend on the machine, and the clock's step
  FilmPlan plan;
  std::optional<RecorderSettings> film;  ///< empty: none
  std::optional<CheckpointFiles> checkpoints;
  std::optional<RunExports> exports;     ///< empty: none
  std::optional<Checkpoint> checkpoint;  ///< to go on from; empty: start anew
  CameraPath camera{CameraPose{}};       ///< the flight that is asked for, or the scene's view
  double askedCourant = 0;               ///< of scene or checkpoint; a run does without
  std::int64_t kept = 0;                 ///< pictures of a range that are there already

  /// Is every picture of the range there, or nothing asked for but to export what the checkpoint has?
  bool nothingToDo() const { return plan.frames == plan.firstFrame; }
};

/// Reads the scene or the checkpoint, applies what the command line says, and plans the film. Throws UsageError,
/// UserError, FileError with the reason where that cannot be done; no file is made or changed, but for the folder of
/// the checkpoints.
RunStart makeStart(const RunOptions& options);

/// What went between the first of several ranks and the others.
struct RankReport {
  int count = 1;              ///< 1: there were no others
  fmm::RankTraffic flow;      ///< for steps and what is measured and saved
  fmm::RankTraffic pictures;  ///< for pictures
  double pictureSeconds = 0;  ///< at it, and waiting for the others
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
