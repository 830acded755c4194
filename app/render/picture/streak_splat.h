#pragma once

#include "camera/camera.h"
#include "gl/gl_objects.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_canvas.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/vorticity_picture.h"
#include "state/picture_contents.h"

namespace app {

/// How streaks are drawn.
struct StreakStyle {
  const Palette& palette;
  double width = 1;                             ///< of a line [pixels]
  std::size_t most = TracerTrails::kMost;       ///< of more lines one in so many is drawn
  const DensityVolume* smoke = nullptr;         ///< dims lines behind it; null: none
  const VorticityPicture* vorticity = nullptr;  ///< the same
};

/// Adds the recent paths of tracers to the pixels of a canvas by a compute shader with integer atomics, which
/// data-centre GPUs, with few raster units, do faster than lines.
class StreakSplat {
 public:
  /// Weight of a whole line on its pixels.
  static constexpr double kUnit = 1024;

  /// Adds the streaks to canvas.streaks, in the colours of their tracers. Throws GlError, FileError (shaders).
  void draw(const Streaks& streaks, ColourScale colours, const Camera& camera, const StreakStyle& style,
            const RenderCanvas& canvas);
  /// Chooses the optical depth of a line in the picture of all `shots`: where lines lie over each other it is less.
  void expose(const RenderCanvas& canvas, int shots);
  const Exposure& exposure() const { return exposure_; }

 private:
  void use(const Streaks& streaks, const ColourScale& colours, const Camera& camera, const StreakStyle& style,
           const RenderCanvas& canvas);

  ProgramVariants programs_{"streaks.comp"};
  Exposure exposure_;
};

}  // namespace app
