#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/checkpoint_files.h"
#include "commands/commands.h"
#include "fmm/vortex_system.h"
#include "scene/density_grid.h"

namespace app {

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

}  // namespace app
