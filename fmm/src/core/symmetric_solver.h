#pragma once

#include <array>
#include <cstddef>

namespace fmm {

/// N linear equations, each with its right side behind its factors.
template <std::size_t N>
using Equations = std::array<std::array<double, N + 1>, N>;

/// Gauss-Jordan with pivots from the diagonal, which is right for a matrix that is symmetric and not negative. Unknowns
/// whose pivot is next to nothing stay 0.
template <std::size_t N>
std::array<double, N> solveSymmetric(Equations<N> m) {
  constexpr double kNone = 1e-12;
  std::array<double, N> scale{}, x{};
  for (std::size_t i = 0; i < N; ++i) scale[i] = m[i][i];
  std::array<bool, N> done{};
  for (std::size_t step = 0; step < N; ++step) {
    std::size_t pivot = N;
    double best = kNone;
    for (std::size_t i = 0; i < N; ++i)
      if (!done[i] && scale[i] > 0 && m[i][i] / scale[i] > best) {
        best = m[i][i] / scale[i];
        pivot = i;
      }
    if (pivot == N) break;
    done[pivot] = true;
    const double inverse = 1 / m[pivot][pivot];
    for (double& entry : m[pivot]) entry *= inverse;
    for (std::size_t i = 0; i < N; ++i) {
      if (i == pivot) continue;
      const double factor = m[i][pivot];
      for (std::size_t k = 0; k <= N; ++k) m[i][k] -= factor * m[pivot][k];
    }
  }
  for (std::size_t i = 0; i < N; ++i)
    if (done[i]) x[i] = m[i][N];
  return x;
}

}  // namespace fmm
