#pragma once

#include "gl/gl_objects.h"
#include "gl/program_variants.h"
#include "render/picture/render_canvas.h"
#include "render/picture/vorticity_picture.h"

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

}  // namespace app
