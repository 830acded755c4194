#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace fmm {

/// During its lifetime denormal results become 0 on this thread. High-order coefficients of tiny cells are often
/// denormal and insignificant, but each would cost 100 cycles.
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
