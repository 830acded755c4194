#pragma once

#include <array>
#include <cstddef>

#include "core/math.h"

namespace fmm {

/// N arrays of the same length in an execution space: x, y, z and the like.
template <class Exec, class Real, std::size_t N>
class Rows {
 public:
  void resize(Index n) {
    for (auto& row : rows_) row.resize(static_cast<std::size_t>(n));
  }
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
  /// Length that each row can have without taking memory.
  Index room() const {
    std::size_t least = rows_[0].bytes();
    for (const auto& row : rows_) least = row.bytes() < least ? row.bytes() : least;
    return static_cast<Index>(least / sizeof(Real));
  }

 private:
  std::array<typename Exec::template Buffer<Real>, N> rows_;
};

}  // namespace fmm
