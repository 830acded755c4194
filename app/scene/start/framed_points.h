#pragma once

#include <vector>

#include "fmm/types.h"

namespace app {

/// What a picture is to keep in sight: where the vorticity is strong.
struct FramedPoints {
  fmm::Vec3 centre;               ///< that it moves along with, without delay [L]
  std::vector<fmm::Vec3> points;  ///< [L]
  double margin = 0;              ///< about each of them [L]
};

}  // namespace app
