#pragma once

#include <cstddef>

namespace app {

/// How finely the density is computed. The default is the highest quality, at which films and saved pictures are drawn:
/// a ray then serves 3 to 25 pixels (VolumeMarch), which show all there is in the volume.
struct RenderQuality {
  double resolution = 1;                     ///< rays along each side, as part of those that show all there is
  double stepsPerCell = 2. / 3;              ///< of a ray through the volume
  std::size_t cells = std::size_t{1} << 22;  ///< of the volume, at most; few tracers get fewer

  friend bool operator==(const RenderQuality& a, const RenderQuality& b) {
    return a.resolution == b.resolution && a.stepsPerCell == b.stepsPerCell && a.cells == b.cells;
  }
};

}  // namespace app
