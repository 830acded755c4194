#pragma once

#include "gl/gl_objects.h"
#include "render/picture/render_canvas.h"

namespace app {

/// How far away the tracers on each pixel are, in the mean.
class DepthPicture {
 public:
  /// Throws GlError, FileError (shader).
  DepthPicture() : program_(Program::compute("depth.comp")) {}

  /// From canvas.density, whose colour index runs from 0 at the distance `low` to 1 at `high` [L]. Throws GlError.
  void draw(const RenderCanvas& canvas, double low, double high);
  /// GL name of the picture: R32F, distances [L], infinite where the density is 0.
  GLuint name() const { return picture_.name(); }

 private:
  Program program_;
  Texture picture_;
  int width_ = 0, height_ = 0;
};

}  // namespace app
