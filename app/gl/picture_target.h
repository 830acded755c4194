#pragma once

#include "gl/gl_objects.h"

namespace app {

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
