#pragma once

#include <cmath>
#include <vector>

#include "exec/cuda/exec.cuh"
#include "mesh/mesh_meet.h"

namespace fmm {

/// Transforms an octant along an axis, of n values around, by sums: it is done once for a mesh.
inline void transformOctant(CudaExec& exec, const MeshOctant& octant, Index axis, Index n, CudaBuffer<double>& room,
                            const double* from, double* to) {
  std::vector<double> circle(2 * static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k) {
    const double angle = 6.28318530717958647693 * k / n;
    circle[static_cast<std::size_t>(k)] = std::cos(angle);
    circle[static_cast<std::size_t>(n + k)] = std::sin(angle);
  }
  room.resize(circle.size());
  exec.uploadRow<double>(circle, room.data());
  exec.forEach("fmm::meshKernel", 3 * octant.count(),
               MeshHalfTransform{octant, axis, n, room.data(), room.data() + n, from, to});
}

}  // namespace fmm
