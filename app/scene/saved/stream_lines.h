#pragma once

#include <array>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"

namespace app {

/// Stream lines of a plane flow at one moment, as straight pieces: lines along which the stream function psi is
/// constant [L], u = d psi/dy, v = -d psi/dx, so that the same flow runs between any two neighbours.
struct StreamLines {
  std::vector<std::array<fmm::Vec3, 2>> piece;
  double step = 0;  ///< of psi from line to line [L^2/T], 1, 2 or 5 times a power of ten
};

/// Of the elements with the stream, in a box about nearly all of them and their surroundings. psi is summed from
/// velocities and their gradients along the lines of a grid, with an error of fourth order in its spacing. None without
/// elements, where nothing flows, or below the ground. Throws InvalidInput, EnvironmentError.
StreamLines streamLines(const fmm::Settings& settings, const fmm::Elements& elements);

}  // namespace app
