#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "files/atomic_file.h"
#include "fmm/types.h"
#include "scene/view_settings.h"

namespace app {

/// A line through places of the fluid: a streak line, through all that has passed its seed, the oldest first; or a path
/// line, through all places where the fluid of its seed has been.
struct SeedLine {
  std::size_t emitter = 0, seed = 0;  ///< from 0
  bool path = false;
  std::optional<Colour> colour;  ///< sRGB; of its emitter
  std::vector<fmm::Vec3> place;  ///< [L]
  std::vector<double> time;      ///< at which the fluid left the seed, or was at the place [T]
};

/// Writes VTKHDF 1.0, an unstructured grid of polylines: point data `time` (SeedLine::time) and `now` (a constant),
/// cell data `emitter`, `seed` (from 1) and `is_path`. Lines without two points are left out. Throws UserError if the
/// file exists and is to be kept, FileError.
void writeSeedLines(const std::string& path, const std::vector<SeedLine>& lines, double now, Existing existing);

}  // namespace app
