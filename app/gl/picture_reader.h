#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <GL/glew.h>

#include "files/image.h"
#include "gl/gl_objects.h"

namespace app {

/// Buffers in host memory by which OpenGL sends bytes to the host while the program goes on: two may be on their way.
class MappedRing {
 public:
  static constexpr std::size_t kMostPending = 2;

  /// Throws GlError.
  explicit MappedRing(std::size_t bytes);
  ~MappedRing();
  MappedRing(const MappedRing&) = delete;
  MappedRing& operator=(const MappedRing&) = delete;

  /// Number of the buffer that next() is, 0 to kMostPending - 1.
  std::size_t turn() const { return (oldest_ + pending_) % kMostPending; }
  /// GL name of the buffer that is written next. Fewer than kMostPending are on their way.
  GLuint next() const;
  /// What was told OpenGL to write to next() is on its way. Throws GlError.
  void sent();
  /// Buffers that were sent and not yet taken.
  std::size_t pending() const { return pending_; }
  /// The bytes of the oldest of them; waits for it. They stay until next() comes to them again. Throws GlError.
  const std::uint8_t* take();

 private:
  struct Slot {
    Buffer buffer;  // mapped for good
    const std::uint8_t* bytes = nullptr;
    GLsync arrived = nullptr;
  };

  std::array<Slot, kMostPending> slots_;
  std::size_t oldest_ = 0, pending_ = 0;
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
