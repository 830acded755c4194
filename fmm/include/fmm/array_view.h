#pragma once

#include <array>
#include <cstddef>
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

}  // namespace fmm
