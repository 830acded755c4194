#pragma once

#include <GL/glew.h>

#include <array>
#include <cstddef>
#include <cstdint>

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

}  // namespace app
