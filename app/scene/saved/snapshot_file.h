#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/saved/trail_places.h"
#include "scene/scene.h"

namespace app {

/// Origin of the present step length: later times are counted from there, since a sum of steps would accumulate
/// rounding errors.
struct StepClock {
  double time = 0;         ///< [T]
  std::int64_t steps = 0;  ///< done at that time
};

/// Everything that a run needs to continue bit for bit on the same backend and machine.
struct Checkpoint {
  Scene scene;             ///< as simulated: with the command line's values
  fmm::Settings settings;  ///< with the backend that computed it
  fmm::Tuning tuning;      ///< found by the solver for them
  fmm::Elements elements;  ///< in order
  fmm::Tracers tracers;
  fmm::LatticeReport lattice;  ///< without its budget, which follows from the settings and `given`
  double time = 0;             ///< [T]
  std::int64_t steps = 0;      ///< done
  std::int64_t frames = 0;     ///< of a film, done
  /// Reference point of a following camera [L]: the elements' centroid at time 0, corrected for rings that joined.
  std::optional<fmm::Vec3> startCentroid;
  std::optional<StepClock> clock;     ///< empty: unknown, or given by a film's clock
  std::vector<double> framing;        ///< memory of a film's camera (Flow::framing()); may be empty
  TrailPlaces trails;                 ///< of a film's streaks; may be empty
  std::vector<std::int64_t> emitted;  ///< tracers emitted so far by each emitter; missing: 0
  std::string diagnostics;            ///< of the frames so far, as the CSV of a window; may be empty
  bool inFlow = false;                ///< the particles are kept inside the flow, and not here (Flow::keep())
};

/// Writes a checkpoint, NAME.ringlet: an archive (files/archive.h) of arrays and of the text state.json, readable by
/// numpy.load(). Written to a temporary name, flushed to disk and renamed to `path`, so that the file is always
/// complete. Throws FileError, or UserError if an existing file must be kept.
void writeCheckpoint(const std::string& path, const Checkpoint& checkpoint, Existing existing = Existing::replace);

/// Reads a checkpoint; sizes are checked before allocation. Throws "file: what" as FileError (cannot be read) or
/// UserError (not a checkpoint, damaged, of another version).
Checkpoint readCheckpoint(const std::string& path);

/// True if the path has the ending of a saved state, or is an archive. Throws UserError for VTKHDF, which is an export
/// format for ParaView only.
bool isSavedState(const std::string& path);

/// Throws UserError for a path that ends in .vtkhdf or is an HDF5 file.
void refuseVtk(const std::string& path);

}  // namespace app
