#pragma once

// The toolkit's package of NVTX may be missing where nvcc is there.
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define FMM_NVTX 1
#else
#define FMM_NVTX 0
#endif

namespace fmm {

/// Shows as a range of this name on the calling thread's row of a profiler's timeline (Nsight Systems), and the kernels
/// launched while it lives as its content. Where no profiler listens it is a test of one pointer.
class NamedRange {
 public:
#if FMM_NVTX
  explicit NamedRange(const char* name) {
    nvtxRangePushA(name);
  }
  ~NamedRange() {
    nvtxRangePop();
  }
#else
  explicit NamedRange(const char* /*name*/) {}
#endif
  NamedRange(const NamedRange&) = delete;
  NamedRange& operator=(const NamedRange&) = delete;
};

}  // namespace fmm
