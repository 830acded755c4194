#pragma once

#include <cstddef>
#include <optional>

#include "gl/gl_objects.h"

namespace app {

/// Fills buffers with zeros at the speed of their memory: in a compute shader on GPUs, where glClearNamedBufferData may
/// be a drawing of sorts (40 GB/s on an H200, whose memory does 4 TB/s), and by that call on software drivers, where it
/// is a memset.
class ZeroFill {
 public:
  /// Throws GlError, FileError (shader).
  ZeroFill();

  /// `bytes` of the buffer from `from` on, both multiples of 4; everything without them. Shaders that are started
  /// behind it see the zeros. Binds storage buffer 0.
  void fill(const Buffer& buffer);
  void fill(const Buffer& buffer, std::size_t from, std::size_t bytes);

 private:
  std::optional<Program> program_;
};

}  // namespace app
