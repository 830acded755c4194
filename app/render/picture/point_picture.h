#pragma once

#include "render/picture/coarse_blur.h"
#include "render/picture/exposure.h"
#include "render/picture/ground.h"
#include "render/picture/palette.h"
#include "render/picture/render_canvas.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/splat_kernel.h"
#include "scene/view_settings.h"

namespace app {

/// Makes a picture of splatted tracers, as points of light in the dark, ink on paper, paint before a backdrop:
/// exposure, glow, tone map. The exposure follows the picture, unless the view fixes it. Made, it throws GlError,
/// FileError (shaders).
class PointPicture {
 public:
  /// From canvas.density and canvas.coarse, which hold `tracers` of them. Throws GlError, FileError.
  void draw(RenderCanvas& canvas, Ground& ground, const Palette& palette, const ViewSettings& view,
            const SplatKernel& kernel, std::size_t tracers, const ResolveInput& input);

 private:
  void expose(const RenderCanvas& canvas, const ViewSettings& view, const SplatKernel& kernel, std::size_t tracers,
              double unit);
  void glow(const RenderCanvas& canvas, double coarseScale);

  Exposure exposure_;
  CoarseBlur blur_{"blur.comp"};
  ResolvePass resolve_{"resolve.comp"};
};

}  // namespace app
