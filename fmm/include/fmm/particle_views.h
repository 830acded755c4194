#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "fmm/types.h"

namespace fmm {

/// Memory of an array: that of the CPU, or that of the GPU that the CUDA backend runs on.
enum class MemorySpace { host, device };

/// Numbers in the caller's memory, which is used during a call only: number i of `count` is data[i * stride], so that a
/// column of an array of structures will do. Work that writes device memory must be complete before the call; the
/// library has finished with it on return. The CUDA backend also takes host memory and copies it over the bus; the CPU
/// backend refuses device memory (InvalidInput).
template <class T>
struct StridedSpan {
  T* data = nullptr;
  std::size_t count = 0;
  std::ptrdiff_t stride = 1;  ///< in numbers; negative: backwards; 0: one number for all, for input only
  MemorySpace space = MemorySpace::host;
};

/// A span of float or double; `Void` is void or const void. Null data: the array is absent.
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
  /// Arrays to write can also be read.
  template <class Writable, class = std::enable_if_t<std::is_const_v<Void> && std::is_same_v<Writable, void>>>
  NumberArray(const NumberArray<Writable>& array)
      : data(array.data), count(array.count), stride(array.stride), space(array.space), isDouble(array.isDouble) {}
};
using InputArray = NumberArray<const void>;
using OutputArray = NumberArray<void>;

/// Components of vectors, each in its own array: positions, strengths, velocities.
struct InputVectors {
  InputArray x, y, z;
  std::size_t size() const { return x.count; }
};
struct OutputVectors {
  OutputArray x, y, z;
  operator InputVectors() const { return {x, y, z}; }
};
/// Components of matrices, row-major, as in Mat3.
struct OutputMatrices {
  std::array<OutputArray, 9> m;
};

/// Vectors stored as x, y, z, with `stride` numbers from one to the next: 3 if they are contiguous. InputVectors for
/// `const T*`, OutputVectors for `T*`.
template <class T>
auto interleaved(T* data, std::size_t count, std::ptrdiff_t stride = 3, MemorySpace space = MemorySpace::host) {
  const auto component = [&](int k) { return StridedSpan<T>{data ? data + k : nullptr, count, stride, space}; };
  using Vectors = std::conditional_t<std::is_const_v<T>, InputVectors, OutputVectors>;
  return Vectors{component(0), component(1), component(2)};
}

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
/// True if the scalar needs the vorticity at the tracers, which VortexSystem::keepVorticity() keeps.
constexpr bool needsVorticity(ParticleScalar scalar) {
  return scalar == ParticleScalar::vorticity;
}

/// Buffer for particles to draw: x, y, z and a scalar as 4 floats a particle, in the caller's order. With `device` the
/// pointer is memory of the backend's GPU (a mapped OpenGL buffer), else host memory.
struct ParticleTarget {
  float* positions = nullptr;
  std::size_t capacity = 0;  ///< in particles
  bool device = false;
  ParticleScalar scalar = ParticleScalar::speed;  ///< writeTracers(): not ring; writeElements(): not vorticity
  /// CUDA events (cudaEvent_t) for `device`, so that no host thread waits: the GPU writes after `after` and then
  /// records `written`. Without `written` the call returns when all is written.
  void* after = nullptr;
  void* written = nullptr;
};

/// Vortex elements in the caller's arrays, with the members of Elements: all of the same count and in the same memory,
/// except ring indices, which lie in host memory. Arrays of float and double may be mixed.
struct ElementViews {
  InputVectors position;                      ///< x [L]
  InputVectors strength;                      ///< alpha [L^3/T] = vorticity times volume
  InputArray coreRadius;                      ///< sigma [L]; 0 = singular
  InputArray length;                          ///< l [L]; absent: as fillExtents()
  InputArray volume;                          ///< V [L^3]; absent: as fillExtents()
  StridedSpan<const std::int32_t> ring = {};  ///< may be absent
  InputArray heat = {};                       ///< B [L^4/T^2]; absent: none

  std::size_t size() const { return position.size(); }
};

/// Tracers in the caller's arrays, with the members of Tracers.
struct TracerViews {
  InputVectors position;                      ///< x [L]
  StridedSpan<const std::int32_t> ring = {};  ///< may be absent; host memory

  std::size_t size() const { return position.size(); }
};

struct ParticleViews {
  ElementViews elements;
  TracerViews tracers;
};

/// Output arrays for elements; those without data are not written. The others lie in the same memory and have room for
/// all elements; anything behind these is left alone.
struct ElementResults {
  OutputVectors position;      ///< x [L]
  OutputVectors strength;      ///< alpha [L^3/T]
  OutputArray coreRadius;      ///< sigma [L]
  OutputVectors velocity;      ///< u [L/T] of the last evaluation
  OutputVectors strengthRate;  ///< d(alpha)/dt [L^3/T^2] of the last evaluation
  OutputArray heat;            ///< B [L^4/T^2], of a flow with heat
};

/// Output arrays for tracers, with the same rules.
struct TracerResults {
  OutputVectors position;  ///< x [L]
  OutputVectors velocity;  ///< u [L/T] of the last evaluation
};

inline StridedSpan<const std::int32_t> viewOf(const std::vector<std::int32_t>& indices) {
  return {indices.data(), indices.size()};
}
inline ElementViews viewOf(const Elements& elements) {
  return {viewOf(elements.position), viewOf(elements.strength), viewOf(elements.coreRadius), viewOf(elements.length),
          viewOf(elements.volume),   viewOf(elements.ring),     viewOf(elements.heat)};
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
