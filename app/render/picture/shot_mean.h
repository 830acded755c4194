#pragma once

#include "gl/gl_objects.h"
#include "render/picture/shot.h"

namespace app {

/// Mean of the light of several shots, in 32-bit floats and in their order, so that the same shots give the same mean,
/// bit for bit.
class ShotMean {
 public:
  /// Adds a shot, RGBA16F of this size; the last one becomes the mean of all. Throws GlError, FileError (shader).
  void add(const Texture& shot, int width, int height, Shot number);

 private:
  Program program_;
  Texture sum_;
  int width_ = 0, height_ = 0;
};

}  // namespace app
