#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <GL/glew.h>

#include "files/image.h"
#include "gl/gl_objects.h"

namespace app {

/// Persistently mapped buffers for asynchronous transfers from OpenGL to the host. Up to two are in flight.
class MappedRing {
 public:
  static constexpr std::size_t kMostPending = 2;

  /// Throws GlError.
  explicit MappedRing(std::size_t bytes);
  ~MappedRing();
  MappedRing(const MappedRing&) = delete;
  MappedRing& operator=(const MappedRing&) = delete;

  /// Index of the buffer next(), 0 to kMostPending - 1.
  std::size_t turn() const { return (oldest_ + pending_) % kMostPending; }
  /// GL name of the buffer to write next. pending() must be below kMostPending.
  GLuint next() const;
  /// Call it after the commands that write next(): sets a fence behind them. Throws GlError.
  void sent();
  /// Number of buffers sent and not yet taken.
  std::size_t pending() const { return pending_; }
  /// Waits for the oldest pending buffer and returns its bytes, valid until next() returns that buffer again. Throws
  /// GlError.
  const std::uint8_t* take();

 private:
  struct Slot {
    Buffer buffer;  // mapped permanently
    const std::uint8_t* bytes = nullptr;
    GLsync arrived = nullptr;
  };

  std::array<Slot, kMostPending> slots_;
  std::size_t oldest_ = 0, pending_ = 0;
};

/// Binds the framebuffer and sets the state for drawing over all of it; the destructor restores the binding.
class PictureTarget {
 public:
  PictureTarget(const Framebuffer& framebuffer, int width, int height);
  ~PictureTarget();
  PictureTarget(const PictureTarget&) = delete;
  PictureTarget& operator=(const PictureTarget&) = delete;

 private:
  GLint former_ = 0;
};

/// Reads a framebuffer of this size, with its uppermost row first. Throws GlError.
Image readPicture(const Framebuffer& framebuffer, int width, int height);

/// Reads pictures of one size back to the host. Packing and copying are asynchronous; up to two are in flight.
class PictureReader {
 public:
  static constexpr std::size_t kMostPending = MappedRing::kMostPending;

  /// Throws GlError, FileError (shader).
  PictureReader(int width, int height);

  /// Starts the transfer of the texture `picture` (RGBA8 of this size, its first row the lowest), which may change
  /// afterwards. pending() must be below kMostPending. Throws GlError.
  void start(GLuint picture);
  /// Number of pictures sent and not yet taken.
  std::size_t pending() const { return ring_.pending(); }
  /// Waits for the oldest pending picture and returns it. Throws GlError.
  Image take();

 private:
  int width_, height_;
  Program pack_;
  std::array<Buffer, kMostPending> packed_;  // one per slot: a copy may still read the last picture
  MappedRing ring_;                          // [height][width][3]
};

}  // namespace app
