#pragma once

#include <cstddef>

namespace app {

/// How finely the density is computed. The default is the highest quality where the processor draws; fullQuality() is
/// that of the machine, at which films and saved pictures are drawn: a ray then serves 3 to 25 pixels (VolumeMarch),
/// which show all there is in the volume.
struct RenderQuality {
  double resolution = 1;                     ///< rays along each side, as part of those that show all there is
  double stepsPerCell = 2. / 3;              ///< of a ray through the volume
  std::size_t cells = std::size_t{1} << 22;  ///< of the volume, at most; few tracers get fewer
  double cellsPerTracer = 2.7;               ///< of the volume's box, most of which is empty
  bool cubic = false;                        ///< from near between cells by cubic B-splines, else linearly
  bool overTime = false;     ///< rays move from picture to picture, and each is a mean over the last ones
  bool plainDetail = false;  ///< of the tracers' detail the sharper part is read linearly, not by cubic B-splines

  friend bool operator==(const RenderQuality& a, const RenderQuality& b) {
    return a.resolution == b.resolution && a.stepsPerCell == b.stepsPerCell && a.cells == b.cells &&
           a.cellsPerTracer == b.cellsPerTracer && a.cubic == b.cubic && a.overTime == b.overTime &&
           a.plainDetail == b.plainDetail;
  }
  friend bool operator!=(const RenderQuality& a, const RenderQuality& b) { return !(a == b); }
};

/// The highest quality on a GPU with so much memory [bytes], a sixteenth of which a volume may take; 0 where that is
/// not known: that of a processor.
RenderQuality qualityFor(std::size_t gpuMemory);
/// The highest quality in the current OpenGL context.
RenderQuality fullQuality();

}  // namespace app
