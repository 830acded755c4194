// Expansions of plane flows: straight vortex lines along z, by Goude and Engblom 2012. With z = x + iy every sum is one
// of w = sum Gamma_j/(z - z_j), whose u - iv is w/(2 pi i). The coefficients are complex, their parts side by side, and
// scaled by a length of their cell as those of space are: A_k = sum Gamma_j ((z_j - c)/s)^k of a multipole,
// w = sum B_l ((z - c)/s)^l of a local expansion. V is float, double or a SIMD register of them. docs/math.md, section
// 21.

#if defined(FMM_PLANE_EXPANSION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_PLANE_EXPANSION_INL_H
#undef FMM_PLANE_EXPANSION_INL_H
#else
#define FMM_PLANE_EXPANSION_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/coefficients.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// A complex number of any arithmetic type.
template <class V>
struct Complex {
  V x, y;
};
template <class V>
FMM_INLINE Complex<V> operator*(Complex<V> a, Complex<V> b) {
  return {negMulAdd(a.y, b.y, a.x * b.x), mulAdd(a.x, b.y, a.y * b.x)};
}
/// a b + c.
template <class V>
FMM_INLINE Complex<V> mulAdd(Complex<V> a, Complex<V> b, Complex<V> c) {
  return {negMulAdd(a.y, b.y, mulAdd(a.x, b.x, c.x)), mulAdd(a.x, b.y, mulAdd(a.y, b.x, c.y))};
}
template <class V>
FMM_INLINE Complex<V> operator*(V factor, Complex<V> a) {
  return {factor * a.x, factor * a.y};
}
/// 1/a; 0 for 0.
template <class V>
FMM_INLINE Complex<V> inverseOf(Complex<V> a) {
  const V root = safeInverseSqrt(mulAdd(a.x, a.x, a.y * a.y)), square = root * root;
  return {a.x * square, zero<V>() - a.y * square};
}

/// Coefficient k of an expansion.
template <class V, class S>
FMM_INLINE Complex<V> planeCoefficient(const S* x, int k) {
  return {V(x[2 * k]), V(x[2 * k + 1])};
}
template <class V>
FMM_INLINE void setPlaneCoefficient(V* x, int k, Complex<V> value) {
  x[2 * k] = value.x;
  x[2 * k + 1] = value.y;
}
/// Coefficient k times first factor^k, for all of them.
template <class V>
FMM_INLINE void scalePlane(int p, Complex<V> first, Complex<V> factor, V* x) {
  for (int k = 0; k <= p; ++k) {
    setPlaneCoefficient(x, k, first * planeCoefficient<V>(x, k));
    first = first * factor;
  }
}

/// P2M: q += Gamma offset^k, offset = (element - centre)/scale.
template <class V>
FMM_INLINE void planeP2m(int p, Complex<V> offset, V circulation, V* q) {
  Complex<V> power = {circulation, zero<V>()};
  for (int k = 0; k <= p; ++k) {
    q[2 * k] = q[2 * k] + power.x;
    q[2 * k + 1] = q[2 * k + 1] + power.y;
    power = power * offset;
  }
}

/// M2M: A'_k = sum_{j <= k} C(k, j) d^(k-j) A_j by Pascal's triangle; d = child centre - parent centre.
template <class V>
FMM_INLINE void planeM2m(int p, Complex<V> d, V childScale, V parentScale, V* x) {
  const V inverse = V(Scalar<V>(1)) / parentScale;
  const Complex<V> one = {V(Scalar<V>(1)), zero<V>()}, step = inverse * d;
  scalePlane(p, one, {childScale * inverse, zero<V>()}, x);
  for (int i = 1; i <= p; ++i)
    for (int k = p; k >= i; --k)
      setPlaneCoefficient(x, k, mulAdd(step, planeCoefficient<V>(x, k - 1), planeCoefficient<V>(x, k)));
}

/// M2L: B_l = (-1)^l sum_k C(k + l, k) A_k/d^(k+l+1), d = target centre - source centre. With the powers of d and the
/// sign factored out only additions are left: C(k + l, k) = sum_j C(k, j) C(l, j), two of Pascal's triangles.
template <class V>
FMM_INLINE void planeM2l(int p, Complex<V> d, V sourceScale, V targetScale, V* x) {
  const Complex<V> inverse = inverseOf(d);
  scalePlane(p, inverse, sourceScale * inverse, x);
  for (int i = p - 1; i >= 0; --i)
    for (int k = 2 * i; k < 2 * p; ++k) x[k] = x[k] + x[k + 2];
  for (int i = 1; i <= p; ++i)
    for (int k = 2 * p + 1; k >= 2 * i; --k) x[k] = x[k] + x[k - 2];
  const V ratio = zero<V>() - targetScale;
  scalePlane(p, {V(Scalar<V>(1)), zero<V>()}, ratio * inverse, x);
}

/// L2L: B'_m = sum_{l >= m} C(l, m) d^(l-m) B_l; d = child centre - parent centre.
template <class V>
FMM_INLINE void planeL2l(int p, Complex<V> d, V parentScale, V childScale, V* x) {
  const V inverse = V(Scalar<V>(1)) / parentScale;
  const Complex<V> one = {V(Scalar<V>(1)), zero<V>()}, step = inverse * d;
  for (int i = p - 1; i >= 0; --i)
    for (int k = i; k < p; ++k)
      setPlaneCoefficient(x, k, mulAdd(step, planeCoefficient<V>(x, k + 1), planeCoefficient<V>(x, k)));
  scalePlane(p, one, {childScale * inverse, zero<V>()}, x);
}

/// w and dw/dz of a sum over vortices, and the flow that they give: u - iv = w/(2 pi i).
template <class V>
struct PlaneSum {
  Complex<V> w, slope;

  FMM_INLINE V u(V factor) const { return factor * w.y; }
  FMM_INLINE V v(V factor) const { return factor * w.x; }
  /// du/dx = -dv/dy and du/dy = dv/dx, as the flow has neither vorticity nor divergence there.
  FMM_INLINE V ux(V factor) const { return factor * slope.y; }
  FMM_INLINE V uy(V factor) const { return factor * slope.x; }
};

/// L2P: by Horner's scheme; offset = (target - centre)/scale, the slope with respect to it.
template <bool kSlope, class V>
FMM_INLINE PlaneSum<V> planeL2p(int p, Complex<V> offset, const Scalar<V>* local) {
  PlaneSum<V> sum = {planeCoefficient<V>(local, p), {zero<V>(), zero<V>()}};
  for (int l = p - 1; l >= 0; --l) {
    if (kSlope) sum.slope = mulAdd(sum.slope, offset, sum.w);
    sum.w = mulAdd(sum.w, offset, planeCoefficient<V>(local, l));
  }
  return sum;
}

FMM_PORTABLE_END
#endif
