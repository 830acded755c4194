#pragma once

#include <cstddef>

namespace fmm {

/// The fourth float of a particle: the speed |u| [L/T], the vorticity |omega| [1/T], or the index of an element's ring.
enum class ParticleScalar { speed, vorticity, ring };
/// Does it come from the vorticity at the tracers, which VortexSystem::keepVorticity() keeps?
constexpr bool needsVorticity(ParticleScalar scalar) {
  return scalar == ParticleScalar::vorticity;
}

/// Where the interop seam writes: `positions` receives x, y, z and a scalar as 4 floats a particle, in the caller's
/// order. With `device` the pointer is device memory of the backend's GPU (a mapped GL buffer), else host memory.
struct ParticleTarget {
  float* positions = nullptr;
  std::size_t capacity = 0;  ///< in particles
  bool device = false;
  ParticleScalar scalar = ParticleScalar::speed;  ///< writeTracers(): not ring; writeElements(): not vorticity
  /// With `device`, events of CUDA (cudaEvent_t) by which nobody waits on the host: the GPU writes after the work that
  /// `after` was recorded behind, and `written` is recorded behind what it writes. Without the second all is written on
  /// return.
  void* after = nullptr;
  void* written = nullptr;
};

}  // namespace fmm
