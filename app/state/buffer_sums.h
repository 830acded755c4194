#pragma once

#include <memory>
#include <vector>

#include "fmm/ranks.h"
#include "gl/gl_objects.h"

namespace app {

/// Sums of OpenGL buffers over ranks, from GPU to GPU without host copies. Every rank makes the same calls. They throw
/// GlError, fmm::EnvironmentError.
class BufferSums {
 public:
  virtual ~BufferSums() = default;
  /// Sums 32-bit numbers, for all ranks or for rank 0 alone (`forFirst`). The GPU does it after all earlier and before
  /// all later OpenGL commands.
  virtual void sum(const std::vector<BufferPart>& counts, bool forFirst) = 0;
  /// GPU time of the sums, including the wait for other ranks [s].
  virtual double seconds() = 0;
};

/// Null if OpenGL on any rank shares no memory with CUDA, or if a rank has no GPU of its own or no NCCL. All ranks call
/// it with their drawing context current. The ranks' channel must outlive the sums.
std::unique_ptr<BufferSums> openBufferSums(fmm::Ranks& ranks);

}  // namespace app
