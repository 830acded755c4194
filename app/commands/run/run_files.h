#pragma once

// What a run writes beside its film.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "film/numbered_path.h"
#include "fmm/vortex_system.h"
#include "scene/saved/grid_file.h"
#include "scene/saved/snapshot_file.h"
#include "scene/scene.h"
#include "simulation/diagnostics_csv.h"
#include "simulation/flow.h"

namespace app {

/// Where a run writes its checkpoints or its exports: one file that is replaced, or with %d in its name a file for
/// each, numbered by the frames done. Numbered ones stay, so that pictures of a film can be drawn later from the
/// nearest.
class CheckpointFiles {
 public:
  /// Throws UsageError for a name with a % that is no pattern.
  explicit CheckpointFiles(const std::string& path);

  /// The file of a state after so many frames.
  std::string at(std::int64_t frames) const;
  /// Notes beside them, in NAME.vtkhdf.series, when the state after so many frames is [T], so that ParaView plays the
  /// numbered exports in time: what stands there of files that are still there stays. Nothing for a single file, or
  /// for others than VTKHDF. Throws FileError.
  void note(std::int64_t frames, double time) const;
  /// Makes the folder. Throws FileError, or UserError if the name is a folder's.
  void prepareFolder() const;
  /// A file that a run which has `frames` behind it would replace; empty: none.
  std::optional<std::string> inTheWay(std::int64_t frames) const;
  /// Is there a file of a state after so many frames, or was the only one, when latest() looked, of a later state?
  bool hasAtLeast(std::int64_t frames) const;
  /// The newest checkpoint with at most `most` frames done. Those of a series that are damaged are passed over with a
  /// line on stderr. Throws UserError where one belongs to another run than that of `scene`, or where the only file is
  /// no checkpoint; FileError.
  std::optional<Checkpoint> latest(std::int64_t most, const Scene& scene);

 private:
  std::string path_;
  std::optional<NumberedPath> series_;
  std::int64_t framesFound_ = -1;  // of the only file
};

/// Do flow and particles of the checkpoint come from this scene, so that it is a state of the scene's film? The
/// scene's counts and time step are those of the run; its look and its film do not matter.
bool belongsTo(const Checkpoint& checkpoint, const Scene& scene);

/// What a run writes for other programs: its elements as rows or its particles for ParaView, its density and field on a
/// grid. Where checkpoints are
/// due, under one name or, with %d in it, one a time.
class RunExports {
 public:
  explicit RunExports(const RunOptions& options);

  bool any() const { return elements_ || grid_; }
  /// Makes the folders. Throws UserError where a run that has `frames` behind it would replace a file that it must not;
  /// FileError.
  void prepare(std::int64_t frames, bool replace) const;
  /// Writes what is wanted of the scene's system and its tracers, of all ranks, as it stands after so many frames.
  /// Returns the files' paths. Throws FileError.
  std::vector<std::string> write(const fmm::VortexSystem& system, const fmm::Tracers& tracers, const Scene& scene,
                                 std::int64_t frames) const;

 private:
  std::optional<CheckpointFiles> elements_, grid_;
  int gridCells_;
  std::optional<GridShape> gridShape_;  ///< of every grid; empty: about the tracers
};

/// Is the energy measured at this frame of a run? In every frame of small sets, else in every tenth, which is a few
/// percent of a run's time: by numbers alone, so that the same run measures the same.
bool energyIsDue(std::int64_t frame, std::size_t elements);

/// Is the error measured at this one of so many frames?
bool errorIsDue(std::int64_t frame, std::int64_t frames);

/// Measures every frame of a run into a CSV file, row by row. What takes long is measured in some frames only: the
/// energy as energyIsDue() has it, and the error in about twenty. Drifts and the equations of rings start at the first
/// frame of this run.
class RunDiagnostics {
 public:
  /// Creates the file, with columns for the rings that the scene ever has. Throws UserError if the file is there and to
  /// be kept, FileError.
  RunDiagnostics(const std::string& path, Existing existing, const Scene& scene, std::int64_t frames);

  /// Measures the flow at `frame`, whose steps took `stages`. Evaluates it anew where the error is due, which changes
  /// neither particles nor the steps to come. Throws FileError and what the flow throws.
  void add(Flow& flow, std::int64_t frame, const std::vector<fmm::StageTime>& stages);

 private:
  DiagnosticsLog log_;
  std::int64_t frames_;
};

}  // namespace app
