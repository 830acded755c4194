#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "fmm/types.h"

namespace fmm {

/// Where an array lies: in the memory of the CPU, or in that of the GPU that the CUDA backend runs on.
enum class MemorySpace { host, device };

/// Numbers in memory of the caller's, which stays the caller's and is used during a call alone: number i of `count` is
/// data[i * stride]. So a column of an array of structures is as good as an array by itself.
/// What writes device memory must be done before the call, and the library is done with it on return. The CUDA backend
/// takes host memory too and copies it over the bus; the CPU backend refuses device memory (InvalidInput).
template <class T>
struct StridedSpan {
  T* data = nullptr;
  std::size_t count = 0;
  std::ptrdiff_t stride = 1;  ///< in numbers; negative: backwards; 0: one number for all, where it is only read
  MemorySpace space = MemorySpace::host;
};

/// A span of float or of double, `Void` = void or const void. Without data: it is not there.
template <class Void>
struct NumberArray {
  Void* data = nullptr;
  std::size_t count = 0;
  std::ptrdiff_t stride = 1;
  MemorySpace space = MemorySpace::host;
  bool isDouble = true;

  NumberArray() = default;
  template <class T>
  NumberArray(const StridedSpan<T>& span)
      : data(span.data), count(span.count), stride(span.stride), space(span.space), isDouble(sizeof(T) == 8) {
    using Number = std::remove_const_t<T>;
    static_assert(std::is_same_v<Number, float> || std::is_same_v<Number, double>, "arrays hold float or double");
  }
  /// What can be written can be read.
  template <class Writable, class = std::enable_if_t<std::is_const_v<Void> && std::is_same_v<Writable, void>>>
  NumberArray(const NumberArray<Writable>& array)
      : data(array.data), count(array.count), stride(array.stride), space(array.space), isDouble(array.isDouble) {}
};
/// What the library reads, and what it writes.
using InputArray = NumberArray<const void>;
using OutputArray = NumberArray<void>;

/// Vectors by their components, which need not lie together: positions, strengths, velocities.
struct InputVectors {
  InputArray x, y, z;
  std::size_t size() const { return x.count; }
};
struct OutputVectors {
  OutputArray x, y, z;
  operator InputVectors() const { return {x, y, z}; }
};
/// Matrices by their components, row-major, as Mat3.
struct OutputMatrices {
  std::array<OutputArray, 9> m;
};

/// Vectors one after the other, x, y, z, and `stride` numbers from one to the next: 3 where nothing lies between.
/// InputVectors for `const T*`, OutputVectors for `T*`.
template <class T>
auto interleaved(T* data, std::size_t count, std::ptrdiff_t stride = 3, MemorySpace space = MemorySpace::host) {
  const auto component = [&](int k) { return StridedSpan<T>{data ? data + k : nullptr, count, stride, space}; };
  using Vectors = std::conditional_t<std::is_const_v<T>, InputVectors, OutputVectors>;
  return Vectors{component(0), component(1), component(2)};
}

/// The numbers of a std::vector.
inline InputArray viewOf(const std::vector<double>& values) {
  return StridedSpan<const double>{values.data(), values.size()};
}
inline OutputArray viewOf(std::vector<double>& values) {
  return StridedSpan<double>{values.data(), values.size()};
}
inline InputVectors viewOf(const std::vector<Vec3>& vectors) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return interleaved(vectors.empty() ? nullptr : &vectors.front().x, vectors.size());
}
inline OutputVectors viewOf(std::vector<Vec3>& vectors) {
  return interleaved(vectors.empty() ? nullptr : &vectors.front().x, vectors.size());
}
inline OutputMatrices viewOf(std::vector<Mat3>& matrices) {
  static_assert(sizeof(Mat3) == 9 * sizeof(double));
  OutputMatrices views;
  for (std::size_t k = 0; k < 9 && !matrices.empty(); ++k)
    views.m[k] = StridedSpan<double>{matrices.front().m + k, matrices.size(), 9};
  return views;
}

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

/// Vortex elements in arrays of the caller's, as Elements has them in vectors: all of the same count and in the same
/// memory, but the ring indices, which lie in the host's. Arrays of floats and of doubles may stand side by side.
struct ElementViews {
  InputVectors position;                      ///< x [L]
  InputVectors strength;                      ///< alpha [L^3/T] = vorticity times volume
  InputArray coreRadius;                      ///< sigma [L]; 0 = singular
  InputArray length;                          ///< l [L]; not given: as fillExtents()
  InputArray volume;                          ///< V [L^3]; not given: as fillExtents()
  InputArray referenceRadius;                 ///< [L]; not given: as fillExtents()
  StridedSpan<const std::int32_t> ring = {};  ///< may be absent

  std::size_t size() const { return position.size(); }
};

/// Tracers in arrays of the caller's, as Tracers has them in vectors.
struct TracerViews {
  InputVectors position;                      ///< x [L]
  StridedSpan<const std::int32_t> ring = {};  ///< may be absent; host memory

  std::size_t size() const { return position.size(); }
};

/// What a system is made of.
struct ParticleViews {
  ElementViews elements;
  TracerViews tracers;
};

/// Where what is known of the elements goes: arrays without data stay out. Those that are there lie in the same memory
/// and have room for all elements; what lies behind those is left alone.
struct ElementResults {
  OutputVectors position;      ///< x [L]
  OutputVectors strength;      ///< alpha [L^3/T]
  OutputArray coreRadius;      ///< sigma [L]
  OutputVectors velocity;      ///< u [L/T] of the last evaluation
  OutputVectors strengthRate;  ///< d(alpha)/dt [L^3/T^2] of the same
};

/// The same of the tracers.
struct TracerResults {
  OutputVectors position;  ///< x [L]
  OutputVectors velocity;  ///< u [L/T] of the last evaluation
};

inline StridedSpan<const std::int32_t> viewOf(const std::vector<std::int32_t>& indices) {
  return {indices.data(), indices.size()};
}
inline ElementViews viewOf(const Elements& elements) {
  return {viewOf(elements.position), viewOf(elements.strength), viewOf(elements.coreRadius),
          viewOf(elements.length),   viewOf(elements.volume),   viewOf(elements.referenceRadius),
          viewOf(elements.ring)};
}
inline TracerViews viewOf(const Tracers& tracers) {
  return {viewOf(tracers.position), viewOf(tracers.ring)};
}

/// A copy of a system's particles.
struct KeptParticles {
  Elements elements;
  Tracers tracers;
};

}  // namespace fmm
