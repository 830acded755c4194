#pragma once

// NVTX is a package of its own in the toolkit and may be missing although nvcc is there.
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define FMM_NVTX 1
#else
#define FMM_NVTX 0
#endif

namespace fmm {

/// Shows a range of this name on the calling thread's row of a profiler's timeline (Nsight Systems), with the kernels
/// launched during its lifetime. Without a profiler it costs the test of one pointer.
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
