#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

#if defined(__CUDACC__)
#define FMM_HD __host__ __device__
#else
#define FMM_HD
#endif

namespace fmm {

/// Origin of float coordinates: the middle of the elements' bounding box if the scene lies far from the origin, so that
/// few digits are lost; else 0, so that float inputs stay exact.
inline Vec3 floatOrigin(const Vec3& low, const Vec3& high) {
  const Vec3 middle = 0.5 * (low + high);
  return norm(middle) > 4 * norm(high - low) ? middle : Vec3{};
}

/// Index of a particle or cell; 32 bits halve the memory of lists and limit sets to 2^31 points.
using Index = std::int32_t;

/// 1/(4 pi) of the Biot-Savart law.
constexpr double kInverse4Pi = 0.079577471545947667884;

/// Small vector of any arithmetic type (float, double or a SIMD pack). GLM does not work with nvcc 13.
template <class T>
struct Vector3 {
  T x, y, z;
};

template <class T>
FMM_HD inline Vector3<T> operator+(Vector3<T> a, Vector3<T> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
FMM_HD inline Vector3<T> operator-(Vector3<T> a, Vector3<T> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
FMM_HD inline T dotProduct(Vector3<T> a, Vector3<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
FMM_HD inline Vector3<T> crossProduct(Vector3<T> a, Vector3<T> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
FMM_HD inline T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
FMM_HD inline T larger(T a, T b) {
  return a < b ? b : a;
}

/// N linear equations, each with its right-hand side after its coefficients.
template <std::size_t N>
using Equations = std::array<std::array<double, N + 1>, N>;

/// Gauss-Jordan elimination with diagonal pivots, for a positive semidefinite symmetric matrix. Unknowns whose pivot is
/// negligible are 0.
template <std::size_t N>
FMM_HD std::array<double, N> solveSymmetric(Equations<N> m) {
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
