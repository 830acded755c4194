#pragma once

#include "gl/gl_objects.h"
#include "scene/view_settings.h"

namespace app {

/// Sets the uniforms of ground.glsl, for the program in use and a picture of this size [pixels].
void setGround(Background background, int width, int height);

/// Puts the ground into a picture: cleared where it has one colour, else drawn once and copied.
class Ground {
 public:
  /// Fills the RGBA8 `picture` of this size. `framebuffer` is one that holds it. Throws GlError, FileError (shaders).
  void paint(Background background, const Texture& picture, const Framebuffer& framebuffer, int width, int height);

 private:
  void draw(Background background, int width, int height);

  Program program_;
  Texture drawn_;
  Background background_ = Background::dark;  ///< that `drawn_` holds
  int width_ = 0, height_ = 0;
};

}  // namespace app
