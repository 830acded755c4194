#pragma once

#include <cstddef>

#include "scene/scene_settings.h"

namespace app {

/// Resolution of the density and its picture. The default is the highest quality for drawing on the processor;
/// fullQuality() is the highest of this machine, for films and saved pictures: there a ray serves 3 to 25 pixels
/// (VolumeMarch), enough for the resolution of the volume.
struct RenderQuality {
  double resolution = 1;                     ///< rays along each side, over those that resolve the volume
  double stepsPerCell = 2. / 3;              ///< steps of a ray per cell
  std::size_t cells = std::size_t{1} << 22;  ///< largest number of cells; fewer for few tracers
  double cellsPerTracer = 2.7;               ///< cells of the volume's box, mostly empty, per tracer
  bool cubic = false;                        ///< interpolate near views by cubic B-splines, else linearly
  bool overTime = false;                     ///< shift the rays from picture to picture and average over the last ones
  std::size_t streaks = std::size_t{1} << 17;  ///< largest number of tracers' paths
  bool plainDetail = false;                    ///< interpolate the sharper level of detail linearly, not by B-splines

  friend bool operator==(const RenderQuality& a, const RenderQuality& b) {
    return a.resolution == b.resolution && a.stepsPerCell == b.stepsPerCell && a.cells == b.cells &&
           a.cellsPerTracer == b.cellsPerTracer && a.cubic == b.cubic && a.overTime == b.overTime &&
           a.streaks == b.streaks && a.plainDetail == b.plainDetail;
  }
  friend bool operator!=(const RenderQuality& a, const RenderQuality& b) { return !(a == b); }
};

/// The highest quality on a GPU with this memory [bytes], a sixteenth of which a volume may take. 0, unknown: the
/// default quality.
RenderQuality qualityFor(std::size_t gpuMemory);
/// The highest quality in the current OpenGL context.
RenderQuality fullQuality();

/// What a finish makes of this machine's full quality.
RenderQuality finished(const RenderQuality& full, Finish finish);

class PictureSum;
/// `quality` with the finest volume that fits into the memory of every rank; all ranks make the same call.
RenderQuality agreedQuality(RenderQuality quality, PictureSum& ranks);

}  // namespace app
