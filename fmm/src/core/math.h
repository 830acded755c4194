#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#define FMM_HD __host__ __device__
#else
#define FMM_HD
#endif

namespace fmm {

/// Index of a particle or cell; 32 bits halve the lists' memory and bound sets at 2^31 points.
using Index = std::int32_t;

/// 1/(4 pi) of the Biot-Savart law.
constexpr double kInverse4Pi = 0.079577471545947667884;

/// Small vector of any arithmetic type (float, double or a SIMD pack). GLM does not survive nvcc 13, hence our own.
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
FMM_HD inline T smaller(T a, T b) {
  return b < a ? b : a;
}
template <class T>
FMM_HD inline T larger(T a, T b) {
  return a < b ? b : a;
}

}  // namespace fmm
