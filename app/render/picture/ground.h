#pragma once

#include <optional>

#include "gl/gl_objects.h"
#include "scene/view_settings.h"

namespace app {

/// What is behind everything: what belongs to a background, or one colour in its place.
struct GroundLook {
  Background background = Background::dark;
  std::optional<Colour> colour = {};  ///< sRGB

  /// Does it change over the picture?
  bool isBackdrop() const { return background == Background::gradient && !colour; }
};

/// Sets the uniforms of ground.glsl, for the program in use and a picture of this size [pixels].
void setGround(const GroundLook& look, int width, int height);

/// Puts the ground into a picture: cleared where it has one colour, else drawn once and copied.
class Ground {
 public:
  /// Fills a picture of this size and of the format of `picture`. `framebuffer` is one that holds it. Throws GlError,
  /// FileError (shaders).
  void paint(const GroundLook& look, const Texture& picture, const Framebuffer& framebuffer, int width, int height);

 private:
  void draw(const GroundLook& look, GLenum format, int width, int height);

  Program program_;
  Texture drawn_;  ///< the backdrop
  int width_ = 0, height_ = 0;
};

}  // namespace app
