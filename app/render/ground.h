#pragma once

#include "render/gl_objects.h"
#include "scene/view_settings.h"

namespace app {

/// Sets the uniforms of ground.glsl, for the program in use and a picture of this size [pixels].
void setGround(Background background, int width, int height);

/// Puts the ground into a picture: cleared where it has one colour, else drawn once and copied.
class Ground {
 public:
  Ground();

  /// Fills the RGBA8 `picture` of this size. `framebuffer` is one that holds it. Throws GlError, FileError (shaders).
  void paint(Background background, const Texture& picture, const Framebuffer& framebuffer, int width, int height);

 private:
  void draw(Background background, int width, int height);

  Program program_;
  VertexArray vertexArray_;
  Texture drawn_;
  Framebuffer framebuffer_;
  Background background_ = Background::dark;  ///< that `drawn_` holds
  int width_ = 0, height_ = 0;
};

/// Binds the framebuffer and sets the state for drawing over all of it; on destruction what was bound is bound again.
class PictureTarget {
 public:
  PictureTarget(const Framebuffer& framebuffer, int width, int height);
  ~PictureTarget();
  PictureTarget(const PictureTarget&) = delete;
  PictureTarget& operator=(const PictureTarget&) = delete;

 private:
  GLint former_ = 0;
};

}  // namespace app
