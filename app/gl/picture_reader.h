#pragma once

#include <GL/glew.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "files/image.h"
#include "gl/gl_objects.h"
#include "gl/mapped_ring.h"

namespace app {

/// Brings pictures of one size from OpenGL to the host. The driver packs and copies them while the program goes on:
/// two may be on their way.
class PictureReader {
 public:
  static constexpr std::size_t kMostPending = MappedRing::kMostPending;

  /// Throws GlError, FileError (shader).
  PictureReader(int width, int height);

  /// Sends off the texture `picture` (RGBA8 of this size, its first row the lowest) as it is now; it may change
  /// afterwards. Fewer than kMostPending are on their way. Throws GlError.
  void start(GLuint picture);
  /// Pictures that were sent off and not yet taken.
  std::size_t pending() const { return ring_.pending(); }
  /// The oldest of them; waits for it. Throws GlError.
  Image take();

 private:
  int width_, height_;
  Program pack_;
  std::array<Buffer, kMostPending> packed_;  // one each: a copy may still read the last picture while the next is made
  MappedRing ring_;                          // [height][width][3]
};

}  // namespace app
