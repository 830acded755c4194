#pragma once

#include <array>
#include <cstddef>

#include "core/math.h"
#include "fmm/array_view.h"

namespace fmm {

/// N rows of `count` numbers in an execution space, to host memory, item behind item; they are there on return.
template <std::size_t N, class Exec, class Real>
void toHost(Exec& exec, const std::array<const Real*, N>& rows, Index count, Real* to) {
  if (count == 0) return;
  std::array<OutputArray, N> arrays;
  for (std::size_t k = 0; k < N; ++k)
    arrays[k] = StridedSpan<Real>{to + k, static_cast<std::size_t>(count), static_cast<std::ptrdiff_t>(N)};
  exec.template store<Real, N>(rows, count, arrays);
}

/// The way back.
template <std::size_t N, class Exec, class Real>
void fromHost(Exec& exec, const Real* from, Index count, const std::array<Real*, N>& rows) {
  if (count == 0) return;
  std::array<InputArray, N> arrays;
  for (std::size_t k = 0; k < N; ++k)
    arrays[k] = StridedSpan<const Real>{from + k, static_cast<std::size_t>(count), static_cast<std::ptrdiff_t>(N)};
  exec.template load<Real, N>(arrays, {}, rows);
}

}  // namespace fmm
