#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "film/numbered_path.h"
#include "scene/scene.h"
#include "scene/snapshot_file.h"

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

}  // namespace app
