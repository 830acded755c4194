#pragma once

#include <GL/glew.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "files/image.h"
#include "gl/gl_objects.h"

namespace app {

/// Brings pictures of one size from OpenGL to the host. The driver packs and copies them while the program goes on:
/// two may be on their way.
class PictureReader {
 public:
  static constexpr std::size_t kMostPending = 2;

  /// Throws GlError, FileError (shader).
  PictureReader(int width, int height);
  ~PictureReader();
  PictureReader(const PictureReader&) = delete;
  PictureReader& operator=(const PictureReader&) = delete;

  /// Sends off the texture `picture` (RGBA8 of this size, its first row the lowest) as it is now; it may change
  /// afterwards. Fewer than kMostPending are on their way. Throws GlError.
  void start(GLuint picture);
  /// Pictures that were sent off and not yet taken.
  std::size_t pending() const { return pending_; }
  /// The oldest of them; waits for it. Throws GlError.
  Image take();

 private:
  struct Slot {
    Buffer packed;  // one each: a copy may still read the last picture while shaders write the next one
    Buffer buffer;  // in host memory, mapped for good
    const std::uint8_t* bytes = nullptr;  // [height][width][3]
    GLsync arrived = nullptr;
  };

  int width_, height_;
  Program pack_;
  std::array<Slot, kMostPending> slots_;
  std::size_t oldest_ = 0, pending_ = 0;
};

}  // namespace app
