#pragma once

#include <cmath>

#include "core/math.h"

namespace fmm {

/// A window along an axis: exp(b (root - 1)), root = sqrt(1 - (2 x/w)^2).
template <class Real>
struct MeshBump {
  Real sharpness, inverse;  ///< b, 2/w

  FMM_HD Real root(Real x) const {
    const Real z = x * inverse;
    return std::sqrt(larger(Real(0), 1 - z * z));
  }
  FMM_HD Real along(Real root) const { return exponential(sharpness * (root - 1)); }

 private:
  FMM_HD static float exponential(float x) {
#if defined(__CUDA_ARCH__)
    return __expf(x);
#else
    return std::exp(x);
#endif
  }
  FMM_HD static double exponential(double x) {
    return std::exp(x);
  }
};

}  // namespace fmm
