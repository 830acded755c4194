#if defined(FMM_BUTTERFLY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_BUTTERFLY_INL_H
#undef FMM_BUTTERFLY_INL_H
#else
#define FMM_BUTTERFLY_INL_H
#endif

#include "exec/portable-inl.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// A complex number, or one in each lane.
template <class V>
#if defined(__CUDACC__)
struct alignas(2 * sizeof(V)) MeshComplex {
#else
struct MeshComplex {
#endif
  V re, im;
};
template <class V>
FMM_INLINE MeshComplex<V> operator+(MeshComplex<V> a, MeshComplex<V> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class V>
FMM_INLINE MeshComplex<V> operator-(MeshComplex<V> a, MeshComplex<V> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class V>
FMM_INLINE MeshComplex<V> scaled(V s, MeshComplex<V> a) {
  return {s * a.re, s * a.im};
}
/// a b, or a times the conjugate of b.
template <bool kConjugate, class V>
FMM_INLINE MeshComplex<V> product(MeshComplex<V> a, V re, V im) {
  if (kConjugate) return {mulAdd(a.re, re, a.im * im), negMulAdd(a.re, im, a.im * re)};
  return {negMulAdd(a.im, im, a.re * re), mulAdd(a.re, im, a.im * re)};
}

/// Discrete Fourier transform of kRadix values, in place: sums with exp(-2 pi i q r/kRadix), or with its conjugate.
template <int kRadix, bool kInverse, class V>
struct Butterfly {
  using Complex = MeshComplex<V>;
  /// a times -i, in the inverse transform times i.
  FMM_INLINE static Complex turned(Complex a) {
    if (kInverse) return {zero<V>() - a.im, a.re};
    return {a.im, zero<V>() - a.re};
  }
  FMM_INLINE static V number(double x) { return V(static_cast<Scalar<V>>(x)); }
  FMM_INLINE static void run(Complex* a) {
    if constexpr (kRadix == 2) {
      const Complex t = a[1];
      a[1] = a[0] - t;
      a[0] = a[0] + t;
    } else if constexpr (kRadix == 3) {
      const Complex sum = a[1] + a[2], across = turned(scaled(number(0.86602540378443864676), a[1] - a[2]));
      const Complex middle = a[0] - scaled(number(0.5), sum);
      a[0] = a[0] + sum;
      a[1] = middle + across;
      a[2] = middle - across;
    } else if constexpr (kRadix == 4) {
      const Complex even = a[0] + a[2], odd = a[1] + a[3], other = a[0] - a[2], across = turned(a[1] - a[3]);
      a[0] = even + odd;
      a[1] = other + across;
      a[2] = even - odd;
      a[3] = other - across;
    } else {
      const V c1 = number(0.30901699437494742410), c2 = number(-0.80901699437494742410);
      const V s1 = number(0.95105651629515357212), s2 = number(0.58778525229247312917);
      const Complex outer = a[1] + a[4], inner = a[2] + a[3], far = a[1] - a[4], near = a[2] - a[3];
      const Complex first = a[0] + scaled(c1, outer) + scaled(c2, inner);
      const Complex second = a[0] + scaled(c2, outer) + scaled(c1, inner);
      const Complex one = turned(scaled(s1, far) + scaled(s2, near)), two = turned(scaled(s2, far) - scaled(s1, near));
      a[0] = a[0] + outer + inner;
      a[1] = first + one;
      a[2] = second + two;
      a[3] = second - two;
      a[4] = first - one;
    }
  }
};

FMM_PORTABLE_END
#endif
