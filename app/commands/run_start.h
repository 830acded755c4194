#pragma once

#include <cstdint>
#include <optional>

#include "camera/camera_path.h"
#include "commands/checkpoint_files.h"
#include "commands/commands.h"
#include "commands/run_exports.h"
#include "film/film.h"
#include "film/recorder.h"

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

}  // namespace app
