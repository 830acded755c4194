#pragma once

#include <array>

#include "gl/gl_objects.h"
#include "gl/program_variants.h"

namespace app {

/// Colours with alpha, or linear light, of pictures that are summed in linear light.
class Matte {
 public:
  /// What is made of the sums.
  struct Layers {
    bool transparent = false;  ///< from the picture over black and over white; else of one picture over its own ground
    bool linear = false;       ///< in linear light, multiplied by alpha; else sRGB, straight
  };
  enum Over { black, white };

  /// Throws GlError, FileError (shader).
  Matte(int width, int height, Layers layers);

  /// Adds a picture of this size in sRGB to the sum over that ground; the first one begins it. One over its own ground
  /// counts as over black.
  void add(GLuint picture, Over ground, bool first);
  /// Makes colours() of sums of so many pictures. `forPaper`: over white, not over black, they give the picture back
  /// exactly. Throws GlError.
  void finish(int samples, bool forPaper);
  /// RGBA32F where it is linear, else RGBA8.
  const Texture& colours() const { return colours_; }

 private:
  void dispatch() const;

  int width_, height_;
  Layers layers_;
  Program sum_;
  ProgramVariants matte_;
  std::array<Texture, 2> sums_;  ///< RGBA32F, by Over
  Texture colours_;
};

}  // namespace app
