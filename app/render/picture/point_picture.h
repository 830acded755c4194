#pragma once

#include "gl/gl_objects.h"
#include "render/picture/coarse_blur.h"
#include "render/picture/colour_scale.h"
#include "render/picture/ground.h"
#include "render/picture/render_canvas.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/tracer_splat.h"
#include "render/picture/vorticity_picture.h"
#include "scene/view_settings.h"

namespace app {

/// A picture of the mean distance of the tracers on each pixel, or of a slice, surface or body that hides them.
class DepthPicture {
 public:
  /// Makes the picture from canvas.density, whose colour index runs from 0 at the distance `low` to 1 at `high` [L],
  /// and from the slice and surface met by the last march along `rays` (`vorticity`; null: none) and the bodies before
  /// them (null: none). Throws GlError, FileError (shader).
  void draw(const RenderCanvas& canvas, double low, double high, const CameraRays& rays,
            const VorticityPicture* vorticity, const Solids* solids);
  /// GL name of the picture: R32F, distances [L], infinite on empty pixels.
  GLuint name() const { return picture_.name(); }

 private:
  ProgramVariants programs_{"depth.comp"};
  Texture picture_;
  int width_ = 0, height_ = 0;
};

/// Makes a picture of splatted tracers, as points of light in the dark, ink on paper, or paint on a backdrop: exposure,
/// glow, tone map. The exposure follows the picture unless the view fixes it. The constructor throws GlError, FileError
/// (shaders).
class PointPicture {
 public:
  /// Draws canvas.density and canvas.coarse, which hold `tracers` tracers. Throws GlError, FileError.
  void draw(RenderCanvas& canvas, Ground& ground, const Palette& palette, const ViewSettings& view,
            const SplatKernel& kernel, std::size_t tracers, const ResolveInput& input);

  /// The factor on the light of the last picture.
  const Exposure& exposure() const { return exposure_; }

 private:
  void expose(const RenderCanvas& canvas, const ViewSettings& view, const SplatKernel& kernel, std::size_t tracers,
              double unit);
  void glow(const RenderCanvas& canvas, double coarseScale);

  Exposure exposure_;
  CoarseBlur blur_{"blur.comp"};
  ResolvePass resolve_{"resolve.comp"};
};

}  // namespace app
