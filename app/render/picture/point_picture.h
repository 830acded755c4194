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

/// How far away the tracers on each pixel are, in the mean, or what hides them.
class DepthPicture {
 public:
  /// From canvas.density, whose colour index runs from 0 at the distance `low` to 1 at `high` [L], and from what the
  /// last march along `rays` has met of the vorticity's slice and surface (null: there is none). Throws GlError,
  /// FileError (shader).
  void draw(const RenderCanvas& canvas, double low, double high, const CameraRays& rays,
            const VorticityPicture* vorticity);
  /// GL name of the picture: R32F, distances [L], infinite where there is nothing.
  GLuint name() const { return picture_.name(); }

 private:
  ProgramVariants programs_{"depth.comp"};
  Texture picture_;
  int width_ = 0, height_ = 0;
};

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
