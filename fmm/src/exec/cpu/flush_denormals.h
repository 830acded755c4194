#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace fmm {

/// While it lives, results below the smallest normal number become 0 on this thread: high-order coefficients of tiny
/// cells are often that small, and mean nothing, but each would cost 100 cycles.
class FlushDenormals {
 public:
#if defined(__SSE2__)
  FlushDenormals() : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | 0x8040U);
  }  // flush to zero, denormals are zero
  ~FlushDenormals() {
    _mm_setcsr(saved_);
  }

 private:
  unsigned saved_;
#endif
 public:
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;
};

}  // namespace fmm
