#pragma once

#include "exec/cuda/exec.cuh"
#include "mesh/vorticities.h"

namespace fmm {

/// A GPU transforms vorticities back: MeshFourier::meet() with MeshVorticity.
template <class Real>
class MeshVorticities<CudaExec, Real> {
 public:
  static constexpr bool kNearby = false;
  void drop() {}
  std::size_t bytes() const { return 0; }
};

}  // namespace fmm
