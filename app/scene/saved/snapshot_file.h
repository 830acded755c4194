#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/scene.h"

namespace app {

/// Since when steps have had their present length: later times are counted from there, as a sum of steps would gather
/// rounding errors.
struct StepClock {
  double time = 0;         ///< [T]
  std::int64_t steps = 0;  ///< done by then
};

/// All that a run needs to go on where it stopped, bit for bit on the same backend and machine.
struct Checkpoint {
  Scene scene;             ///< as simulated: with the overrides of the command line
  fmm::Settings settings;  ///< with the backend that computed it
  fmm::Tuning tuning;      ///< that the solver had found for them
  fmm::Elements elements;  ///< in their order
  fmm::Tracers tracers;
  fmm::RefinementReport refinement;  ///< without its budget, which the settings and `given` say
  double time = 0;                   ///< [T]
  std::int64_t steps = 0;            ///< steps done
  std::int64_t frames = 0;           ///< frames of a film done
  /// Where a following camera measures from [L]: the elements' centroid at time 0, moved along by rings that joined.
  std::optional<fmm::Vec3> startCentroid;
  std::optional<StepClock> clock;     ///< empty: not known, or a film's, which counts for itself
  std::vector<double> framing;        ///< what a film's camera remembers (Flow::framing()); may be empty
  std::vector<std::int64_t> emitted;  ///< tracers that have come from each emitter; fewer numbers: none
};

/// Writes a checkpoint, NAME.ringlet: an archive (files/archive.h) of arrays and of the text state.json, which
/// numpy.load() opens. Written to a temporary name, flushed to the disk and renamed over `path`: a file of that name is
/// always whole. Throws FileError, or UserError where a file is there that must be kept.
void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint, Existing existing = Existing::replace);

/// Reads a checkpoint; sizes are checked before memory is taken. Throws FileError (cannot be read), UserError (not a
/// checkpoint, damaged, of another version): "file: what".
Checkpoint readCheckpoint(const std::string& path);

/// Does the path end as that of a saved state, or is it an archive's? Throws UserError for VTKHDF, which states were
/// before, and which is written for ParaView alone now.
bool isSavedState(const std::string& path);

/// Throws that for a path that ends in .vtkhdf, or is an HDF5 file's.
void refuseVtk(const std::string& path);

}  // namespace app
