#pragma once

#include <array>
#include <cstddef>

#include "core/math.h"
#include "fmm/particle_views.h"

namespace fmm {

/// A caller's array for reading in a kernel launch, in memory that the launch can access.
struct NumberReader {
  const void* data;
  std::ptrdiff_t stride;
  bool isDouble;

  FMM_HD double operator[](Index i) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * stride;
    return isDouble ? static_cast<const double*>(data)[at] : static_cast<double>(static_cast<const float*>(data)[at]);
  }
};

/// A caller's array for writing.
struct NumberWriter {
  void* data;
  std::ptrdiff_t stride;
  bool isDouble;

  FMM_HD void set(Index i, double value) const {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(i) * stride;
    if (isDouble) {
      static_cast<double*>(data)[at] = value;
    } else {
      static_cast<float*>(data)[at] = static_cast<float>(value);
    }
  }
};

inline NumberReader readerOf(const InputArray& array) {
  return {array.data, array.stride, array.isDouble};
}
inline NumberWriter writerOf(const OutputArray& array) {
  return {array.data, array.stride, array.isDouble};
}

inline std::array<InputArray, 3> arraysOf(const InputVectors& v) {
  return {v.x, v.y, v.z};
}
inline std::array<OutputArray, 3> arraysOf(const OutputVectors& v) {
  return {v.x, v.y, v.z};
}

/// Copies item i of N caller's arrays, less `origin`, to rows of a solver.
template <class Real, std::size_t N>
struct LoadRows {
  std::array<NumberReader, N> from;
  std::array<double, N> origin;
  std::array<Real*, N> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < N; ++k) to[k][i] = static_cast<Real>(from[k][i] - origin[k]);
  }
};

/// Copies item i of N rows of a solver to the caller's arrays.
template <class Real, std::size_t N>
struct StoreRows {
  std::array<const Real*, N> from;
  std::array<NumberWriter, N> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < N; ++k) to[k].set(i, static_cast<double>(from[k][i]));
  }
};

struct NumberRange {
  double low, high;
};
/// For an array in host memory that is not empty.
inline NumberRange rangeOnHost(const InputArray& array) {
  const NumberReader numbers = readerOf(array);
  NumberRange range = {numbers[0], numbers[0]};
  for (std::size_t i = 1; i < array.count; ++i) {
    range.low = smaller(range.low, numbers[static_cast<Index>(i)]);
    range.high = larger(range.high, numbers[static_cast<Index>(i)]);
  }
  return range;
}

/// N arrays of the same length in an execution space: x, y, z and the like.
template <class Exec, class Real, std::size_t N>
class Rows {
 public:
  void resize(Index n) { resizeRows(n, N); }
  Real* operator[](std::size_t k) { return rows_[k].data(); }
  const Real* operator[](std::size_t k) const { return rows_[k].data(); }

  std::array<Real*, 3> vector(std::size_t first = 0) {
    return {rows_[first].data(), rows_[first + 1].data(), rows_[first + 2].data()};
  }
  std::array<const Real*, 3> vector(std::size_t first = 0) const {
    return {rows_[first].data(), rows_[first + 1].data(), rows_[first + 2].data()};
  }
  std::array<Real*, N> all() {
    std::array<Real*, N> pointers{};
    for (std::size_t k = 0; k < N; ++k) pointers[k] = rows_[k].data();
    return pointers;
  }
  std::array<const Real*, N> all() const {
    std::array<const Real*, N> pointers{};
    for (std::size_t k = 0; k < N; ++k) pointers[k] = rows_[k].data();
    return pointers;
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& row : rows_) sum += row.bytes();
    return sum;
  }
  /// Length that each row can have without an allocation.
  Index room() const {
    std::size_t least = rows_[0].bytes();
    for (const auto& row : rows_) least = row.bytes() < least ? row.bytes() : least;
    return static_cast<Index>(least / sizeof(Real));
  }

 protected:
  /// The first `rows` of them; the others become empty.
  void resizeRows(Index n, std::size_t rows) {
    for (std::size_t k = 0; k < N; ++k) rows_[k].resize(k < rows ? static_cast<std::size_t>(n) : 0);
  }

 private:
  std::array<typename Exec::template Buffer<Real>, N> rows_;
};

}  // namespace fmm
