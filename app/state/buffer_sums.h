#pragma once

#include <memory>
#include <vector>

#include "fmm/ranks.h"
#include "gl/gl_objects.h"

namespace app {

/// Sums over ranks of what lies in buffers of OpenGL, from GPU to GPU, without a way through the hosts. Every rank
/// makes the same calls. They throw GlError, fmm::EnvironmentError.
class BufferSums {
 public:
  virtual ~BufferSums() = default;
  /// Sums of 32-bit numbers, for all ranks or for rank 0 alone. The GPU does it after all that OpenGL was told before,
  /// and before what it is told next.
  virtual void sum(const std::vector<BufferPart>& counts, bool forFirst) = 0;
  /// How long the GPU was at it, with the time that it waited for the others [s].
  virtual double seconds() = 0;
};

/// Null where a rank's OpenGL shares no memory with CUDA, has no GPU of its own or no NCCL. All ranks call it with the
/// context that they draw with, and with a channel that outlives the sums.
std::unique_ptr<BufferSums> openBufferSums(fmm::Ranks& ranks);

}  // namespace app
