// Makes one implementation of the mathematics serve three targets: it is compiled once for every SIMD instruction set
// (Highway's foreach_target), once for CUDA, and as plain code in tests. Headers named *-inl.h are included once per
// instruction set, so their include guards toggle. Such a header looks like this:
//
//     #if defined(FMM_NAME_INL_H) == defined(HWY_TARGET_TOGGLE)
//     (toggle FMM_NAME_INL_H)
//     FMM_PORTABLE_TARGET
//     FMM_PORTABLE_BEGIN
//     template <class V> FMM_INLINE V square(V x) { return x * x; }     V: float, double or Pack<float>, Pack<double>
//     FMM_PORTABLE_END
//     #endif

#if !defined(FMM_PORTABLE_MACROS)
#define FMM_PORTABLE_MACROS
// FMM_PORTABLE_TARGET needs a line of its own: GCC 14 drops what follows a _Pragma in a macro here.
#if defined(__CUDACC__)
#define FMM_PORTABLE_TARGET
#define FMM_PORTABLE_BEGIN \
  namespace fmm {          \
  inline namespace cuda_portable {
#define FMM_PORTABLE_END \
  }                      \
  }
#define FMM_INLINE __host__ __device__ __forceinline__
#define FMM_INLINE_LAMBDA
#else
#include <hwy/highway.h>
#define FMM_PORTABLE_TARGET HWY_BEFORE_NAMESPACE();
#define FMM_PORTABLE_BEGIN \
  namespace fmm {          \
  namespace HWY_NAMESPACE {
#define FMM_PORTABLE_END \
  }                      \
  }                      \
  HWY_AFTER_NAMESPACE();
#define FMM_INLINE HWY_INLINE
#define FMM_INLINE_LAMBDA __attribute__((always_inline))  // goes after a lambda's parameters
#endif
#if defined(__CUDA_ARCH__)
#define FMM_KEEP_LOOP _Pragma("unroll 1")  // goes before a loop that must not be unrolled
#else
#define FMM_KEEP_LOOP
#endif
#endif

#if defined(FMM_PORTABLE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PORTABLE_INL_H
#undef FMM_PORTABLE_INL_H
#else
#define FMM_PORTABLE_INL_H
#endif

#include <cmath>

#include "core/math.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// The scalar type of an arithmetic type: float for float and for Pack<float>.
template <class V>
struct ScalarOf {
  using Type = V;
};
template <class V>
using Scalar = typename ScalarOf<V>::Type;

template <class V>
FMM_INLINE V zero() {
  return V(Scalar<V>(0));
}
template <class T>
FMM_INLINE T mulAdd(T a, T b, T c) {
  return a * b + c;
}
template <class T>
FMM_INLINE T negMulAdd(T a, T b, T c) {
  return c - a * b;
}
template <class T>
FMM_INLINE T minimum(T a, T b) {
  return b < a ? b : a;
}
/// 1/sqrt(x) for x > 0, and 0 for x = 0, so that a coincident pair induces nothing.
template <class T>
FMM_INLINE T safeInverseSqrt(T x) {
#if defined(__CUDA_ARCH__)
  return x > T(0) ? T(rsqrt(x)) : T(0);
#else
  return x > T(0) ? T(1) / std::sqrt(x) : T(0);
#endif
}
/// x^(-3/2) for x > 0, and 0 for x = 0.
template <class T>
FMM_INLINE T inverseCube(T x) {
  const T t = safeInverseSqrt(x);
  return t * t * t;
}
template <class V>
FMM_INLINE V squaredLength(const Vector3<V>& r) {
  return mulAdd(r.x, r.x, mulAdd(r.y, r.y, r.z * r.z));
}
/// ln x for x > 0.
template <class T>
FMM_INLINE T logarithm(T x) {
  return std::log(x);
}
/// exp(x) for x <= 0.
template <class T>
FMM_INLINE T fallingExp(T x) {
  return std::exp(x);
}
/// exp(x) for x <= 0, faster in float: relative error 4e-7 (1 - x/4), and about 1e-37 in place of smaller values.
template <class T>
FMM_INLINE T quickFallingExp(T x) {
  return fallingExp(x);
}
/// a < b ? yes : no, lane by lane.
template <class T>
FMM_INLINE T selectLess(T a, T b, T yes, T no) {
  return a < b ? yes : no;
}
/// f(x), lane by lane, for functions without a SIMD form.
template <class T, class F>
FMM_INLINE T eachLane(T x, const F& f) {
  return f(x);
}

FMM_PORTABLE_END
#endif
