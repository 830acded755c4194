#pragma once

// Files that a run writes besides its film.

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

/// Files of a run's checkpoints or exports: a single file that is replaced, or with %d in its name numbered files, one
/// per state: checkpoints by the frames that are done, exports by the frame, as pictures are. Numbered files stay.
class CheckpointFiles {
 public:
  /// Throws UsageError for a name with a % that is not a valid pattern.
  explicit CheckpointFiles(const std::string& path);

  /// The file of the state with that number.
  std::string at(std::int64_t number) const;
  /// Adds the state with that number, at `time` [T], to NAME.vtkhdf.series, with which ParaView plays numbered
  /// exports in time; entries of existing files stay. Names that are no UTF-8 text are left out with a line on stderr.
  /// No effect for a single file or formats other than VTKHDF. Throws FileError.
  void note(std::int64_t number, double time);
  /// Creates the folder. Throws FileError, or UserError if the name is a folder's.
  void prepareFolder() const;
  /// An existing file that a run would replace whose states have numbers above `number`; empty if none.
  std::optional<std::string> inTheWay(std::int64_t number) const;

 private:
  std::string path_;
  std::optional<NumberedPath> series_;
  bool told_ = false;  // that the series is left out
};

/// Exports for other programs: elements as rows or particles for ParaView, density and field on a grid, and surfaces of
/// bodies. Written together with checkpoints, to one file or, with %d in the name, one file each time.
class RunExports {
 public:
  explicit RunExports(const RunOptions& options);

  bool any() const { return elements_ || grid_ || bodies_ || lines_; }
  /// Creates the folders. Throws UserError if a run that begins with `frame` would replace an existing file
  /// without permission, or if its flow has no bodies in space whose surfaces are asked for, or no seeds; FileError.
  void prepare(const Scene& scene, std::int64_t frame, bool replace) const;
  /// Exports the system and the tracers of all ranks at `frame`. Returns the files' paths. Throws FileError.
  std::vector<std::string> write(const fmm::VortexSystem& system, const fmm::Tracers& tracers,
                                 const std::vector<SeedLine>& lines, const Scene& scene, std::int64_t frame);

 private:
  std::optional<CheckpointFiles> elements_, grid_, bodies_, lines_;
  int gridCells_;
  std::optional<GridShape> gridShape_;  ///< of every grid; empty: around the tracers
};

/// True if the energy is due at this one of `frames` frames: the last, every frame for few elements, else every tenth,
/// which costs a few percent of a run's time. Depends on counts only, for reproducible runs.
bool energyIsDue(std::int64_t frame, std::int64_t frames, std::size_t elements);

/// True if the error is due at this one of `frames` frames.
bool errorIsDue(std::int64_t frame, std::int64_t frames);

/// Writes measurements of every frame of a run to a CSV file, row by row. Energy and error, which are expensive, are
/// measured in some frames only: see energyIsDue(); the error about twenty times. Drifts and the equations of rings
/// start at the first frame of this run.
class RunDiagnostics {
 public:
  /// Creates the file with columns for all rings the scene ever has. Throws UserError if the file exists and is to be
  /// kept, FileError.
  RunDiagnostics(const std::string& path, Existing existing, const Scene& scene, std::int64_t frames);

  /// Measures the flow at `frame`, whose steps took `stages`. If the error is due, evaluates the flow again, which
  /// changes neither particles nor later steps. Throws FileError and the flow's errors.
  void add(Flow& flow, std::int64_t frame, const std::vector<fmm::StageTime>& stages);

 private:
  DiagnosticsLog log_;
  std::int64_t frames_;
};

}  // namespace app
