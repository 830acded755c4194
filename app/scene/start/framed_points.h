#pragma once

#include <vector>

#include "fmm/types.h"

namespace app {

/// The region of strong vorticity that a picture keeps in sight.
struct FramedPoints {
  fmm::Vec3 centre;               ///< the camera follows this point without delay [L]
  std::vector<fmm::Vec3> points;  ///< [L]
  double margin = 0;              ///< around each point [L]
};

}  // namespace app
