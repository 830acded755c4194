#pragma once

#include <GL/glew.h>

#include "gl/gl_objects.h"

namespace app {

/// Offset of a sample from the middle of its pixel, in pixels, to the right and up.
struct SampleOffset {
  double x = 0, y = 0;
};

/// Where sample `number` (0 to side^2 - 1) of a pixel lies: on a regular grid of side * side.
SampleOffset sampleOffset(int number, int side);

/// Averages several pictures of one size in linear light, where light adds up: a box filter over each pixel. Sums are
/// 32-bit floats and run in the order of the pictures, so that the same pictures give the same mean, bit for bit.
class Supersampler {
 public:
  /// `side` * `side` pictures are averaged. Throws GlError, FileError (shader).
  Supersampler(int width, int height, int side);

  int side() const { return side_; }
  int samples() const { return side_ * side_; }
  /// Adds picture `number` (RGBA8 in sRGB), from 0 to samples() - 1 in this order.
  void add(GLuint picture, int number);
  /// The mean after the last add(): a texture like those that were added.
  GLuint mean() const { return mean_.name(); }

 private:
  int width_, height_, side_;
  Program program_;
  Texture sum_, mean_;
};

}  // namespace app
