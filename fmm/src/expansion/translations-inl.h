// The translations M2M, M2L and L2L, one body for every machine and precision. V is float, double or a SIMD register of
// them; each lane of a register is then another pair of cells. All work in place, on `Components` of the three
// components of a vector expansion whose coefficients lie kComponentStride numbers apart: a SIMD lane of the CPU takes
// all three, a thread of the GPU one of them.
//
// Conventions: multipole coefficients Q_n^m = sum alpha R_n^m(x - z) = conj(M_n^m), and every expansion is scaled by a
// length of its cell: Q_n holds Q_n/s^n, L_n holds L_n s^n, so that no power of a length over- or underflows.

#if defined(FMM_TRANSLATIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_TRANSLATIONS_INL_H
#undef FMM_TRANSLATIONS_INL_H
#else
#define FMM_TRANSLATIONS_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/coefficients.h"
#include "expansion/operator_tables.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// Rotation that brings a vector onto the z axis: about z by beta into the yz plane, swap x and z, about z by -chi,
/// swap. Powers of e^{i beta}, e^{i chi} for m = 0..p.
template <class V>
struct AxisRotation {
  V cosBeta[kMaximumOrder + 1], sinBeta[kMaximumOrder + 1], cosChi[kMaximumOrder + 1], sinChi[kMaximumOrder + 1];
  V length, inverseLength;  ///< of the vector; inverse 0 for the null vector

  FMM_INLINE AxisRotation(int p, Vector3<V> d) {
    using S = Scalar<V>;
    const V one(S(1));
    const V rho2 = d.x * d.x + d.y * d.y, r2 = rho2 + d.z * d.z;
    const V inverseRho = safeInverseSqrt(rho2);
    inverseLength = safeInverseSqrt(r2);
    length = r2 * inverseLength;
    powers(p, selectLess(zero<V>(), rho2, d.y * inverseRho, one), d.x * inverseRho, cosBeta, sinBeta);
    powers(p, selectLess(zero<V>(), r2, d.z * inverseLength, one), rho2 * inverseRho * inverseLength, cosChi, sinChi);
  }

 private:
  static FMM_INLINE void powers(int p, V c, V s, V* cosine, V* sine) {
    cosine[0] = V(Scalar<V>(1));
    sine[0] = V(Scalar<V>(0));
    for (int m = 1; m <= p; ++m) {
      cosine[m] = cosine[m - 1] * c - sine[m - 1] * s;
      sine[m] = cosine[m - 1] * s + sine[m - 1] * c;
    }
  }
};

/// x[m] *= e^{+i m angle} (Forward) or e^{-i m angle}, coefficients of degree n, `Stride` numbers apart.
template <bool Forward, int Components, int Stride, class V>
FMM_INLINE void turn(int n, const V* cosine, const V* sine, V* x) {
  for (int m = 1; m <= n; ++m) {
    V *c = x + Stride * m, *s = x + Stride * (n + m);
    for (int k = 0; k < Components; ++k) {
      const V real = c[k], imaginary = s[k];
      if (Forward) {
        c[k] = negMulAdd(imaginary, sine[m], real * cosine[m]);
        s[k] = mulAdd(real, sine[m], imaginary * cosine[m]);
      } else {
        c[k] = mulAdd(imaginary, sine[m], real * cosine[m]);
        s[k] = negMulAdd(real, sine[m], imaginary * cosine[m]);
      }
    }
  }
}

/// out = matrix in, for the coefficients of degree n; `matrix` points at the degree's entries of a swap table.
template <int Components, int StrideIn, int StrideOut, class V>
FMM_INLINE void swapAxes(int n, const Scalar<V>* matrix, const V* in, V* out) {
  for (int part = 0; part < 2; ++part) {
    for (int m = part; m <= n; ++m) {
      V sum[Components];
      for (int k = 0; k < Components; ++k) sum[k] = zero<V>();
      const int offset = part == 0 ? 0 : n;
      for (int l = part == 0 ? firstCosine(n, m) : firstSine(n, m); l <= n; l += 2) {
        const V entry(*matrix++);
        const V* x = in + StrideIn * (offset + l);
        for (int k = 0; k < Components; ++k) sum[k] = mulAdd(entry, x[k], sum[k]);
      }
      for (int k = 0; k < Components; ++k) out[StrideOut * (offset + m) + k] = sum[k];
    }
  }
}

/// Rotates the coefficients of one degree into the frame whose z axis is the rotation's vector (Forward), or back.
/// `swap` is the degree's table: B for multipole, B^T for local coefficients.
template <bool Forward, int Components, class V>
FMM_INLINE void rotateDegree(int n, const Scalar<V>* swap, const AxisRotation<V>& rotation, V* x) {
  constexpr int kStride = kComponentStride;
  if (n == 0) return;
  V work[Components * (2 * kMaximumOrder + 1)];
  if (Forward) {
    turn<true, Components, kStride>(n, rotation.cosBeta, rotation.sinBeta, x);
    swapAxes<Components, kStride, Components>(n, swap, x, work);
    turn<false, Components, Components>(n, rotation.cosChi, rotation.sinChi, work);
    swapAxes<Components, Components, kStride>(n, swap, work, x);
  } else {
    swapAxes<Components, kStride, Components>(n, swap, x, work);
    turn<true, Components, Components>(n, rotation.cosChi, rotation.sinChi, work);
    swapAxes<Components, Components, kStride>(n, swap, work, x);
    turn<false, Components, kStride>(n, rotation.cosBeta, rotation.sinBeta, x);
  }
}

/// Multiplies each degree n of x by ratio^n, then rotates it into the frame whose z axis is the rotation's vector.
template <int Components, class V>
FMM_INLINE void scaleAndRotate(int p, const Scalar<V>* swap, const int* swapStart, const AxisRotation<V>& rotation,
                               V ratio, V* x) {
  V power = ratio;
  for (int n = 1; n <= p; ++n) {
    V* degree = x + kComponentStride * n * n;
    for (int i = 0; i <= 2 * n; ++i) {
      for (int c = 0; c < Components; ++c) degree[kComponentStride * i + c] = degree[kComponentStride * i + c] * power;
    }
    rotateDegree<true, Components>(n, swap + swapStart[n], rotation, degree);
    power = power * ratio;
  }
}
template <bool Forward, int Components, class V>
FMM_INLINE void rotateAll(int p, const Scalar<V>* swap, const int* swapStart, const AxisRotation<V>& rotation, V* x) {
  for (int n = 1; n <= p; ++n) {
    rotateDegree<Forward, Components>(n, swap + swapStart[n], rotation, x + kComponentStride * n * n);
  }
}

/// A shift along the z axis, x_n^m = scale(n, m) sum over k of factor(n, k) x_k^m, k = max(m, first(n)) .. last(n),
/// which does not mix orders m.
template <int Components, class Shift, class V>
FMM_INLINE void shiftAlongAxis(int p, const Shift& shift, V* x) {
  V column[Components * (kMaximumOrder + 1)];
  for (int part = 0; part < 2; ++part) {
    for (int m = part; m <= p; ++m) {
      const auto at = [&](int n) FMM_INLINE_LAMBDA { return x + kComponentStride * (part == 0 ? re(n, m) : im(n, m)); };
      for (int k = m; k <= p; ++k) {
        const V* from = at(k);
        for (int c = 0; c < Components; ++c) column[Components * k + c] = from[c];
      }
      for (int n = m; n <= p; ++n) {
        V sum[Components];
        for (int c = 0; c < Components; ++c) sum[c] = zero<V>();
        const int first = shift.first(n), last = shift.last(n);
        for (int k = m < first ? first : m; k <= last; ++k) {
          const V factor = shift.factor(n, k);
          for (int c = 0; c < Components; ++c) sum[c] = mulAdd(factor, column[Components * k + c], sum[c]);
        }
        V* to = at(n);
        for (int c = 0; c < Components; ++c) to[c] = shift.scaled(n, m, sum[c]);
      }
    }
  }
}

/// Shift of a multipole to a local: L_n^m = (-1)^(n+m) sum_{k >= m} Q_k^m (n+k)!/d^(n+k+1), all k up to p for every n.
template <class V>
struct ShiftToLocal {
  const Scalar<V>* factorial;
  int p;
  V power[kMaximumOrder + 1];  ///< targetScale^n/d^(n+1)

  FMM_INLINE int first(int /*n*/) const { return 0; }
  FMM_INLINE int last(int /*n*/) const { return p; }
  FMM_INLINE V factor(int n, int k) const { return V(factorial[n + k]); }
  FMM_INLINE V scaled(int n, int m, V sum) const { return ((n + m) % 2 == 0 ? power[n] : zero<V>() - power[n]) * sum; }
};
/// step^n/n! for n = 0..p
template <class V>
FMM_INLINE void powersOverFactorials(int p, V step, V* shift) {
  using S = Scalar<V>;
  shift[0] = V(S(1));
  for (int n = 1; n <= p; ++n) shift[n] = shift[n - 1] * step * V(S(1) / S(n));
}
/// Shift of multipoles: Q'_n^m = sum_{k <= n} d^(n-k)/(n-k)! Q_k^m.
template <class V>
struct MultipoleShift {
  V step[kMaximumOrder + 1];  ///< powersOverFactorials()

  FMM_INLINE int first(int /*n*/) const { return 0; }
  FMM_INLINE int last(int n) const { return n; }
  FMM_INLINE V factor(int n, int k) const { return step[n - k]; }
  FMM_INLINE V scaled(int /*n*/, int /*m*/, V sum) const { return sum; }
};
/// Shift of locals: L'_n^m = sum_{k >= n} d^(k-n)/(k-n)! L_k^m.
template <class V>
struct LocalShift {
  int p;
  V step[kMaximumOrder + 1];   ///< powersOverFactorials()
  V power[kMaximumOrder + 1];  ///< (childScale/parentScale)^n

  FMM_INLINE int first(int n) const { return n; }
  FMM_INLINE int last(int /*n*/) const { return p; }
  FMM_INLINE V factor(int n, int k) const { return step[k - n]; }
  FMM_INLINE V scaled(int n, int /*m*/, V sum) const { return power[n] * sum; }
};

/// M2L: from multipole (scale sourceScale) to local (scale targetScale); d = target centre - source centre.
template <int Components, class V>
FMM_INLINE void m2l(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> d, V sourceScale, V targetScale, V* x) {
  const AxisRotation<V> rotation(p, d);
  scaleAndRotate<Components>(p, tables.swap, tables.swapStart, rotation, sourceScale * rotation.inverseLength, x);
  ShiftToLocal<V> shift;
  shift.factorial = tables.factorial;
  shift.p = p;
  const V ratio = targetScale * rotation.inverseLength;
  shift.power[0] = rotation.inverseLength;
  for (int n = 1; n <= p; ++n) shift.power[n] = shift.power[n - 1] * ratio;
  shiftAlongAxis<Components>(p, shift, x);
  rotateAll<false, Components>(p, tables.swapTransposed, tables.swapStart, rotation, x);
}

/// M2M: multipole of a child (scale childScale) to one about its parent's centre; d = child centre - parent centre.
template <int Components, class V>
FMM_INLINE void m2m(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> d, V childScale, V parentScale, V* x) {
  const AxisRotation<V> rotation(p, d);
  scaleAndRotate<Components>(p, tables.swap, tables.swapStart, rotation, childScale / parentScale, x);
  MultipoleShift<V> shift;
  powersOverFactorials(p, rotation.length / parentScale, shift.step);
  shiftAlongAxis<Components>(p, shift, x);
  rotateAll<false, Components>(p, tables.swap, tables.swapStart, rotation, x);
}

/// L2L: local expansion of a parent (scale parentScale) to one about its child's centre; d = child centre - parent
/// centre.
template <int Components, class V>
FMM_INLINE void l2l(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> d, V parentScale, V childScale, V* x) {
  const AxisRotation<V> rotation(p, d);
  rotateAll<true, Components>(p, tables.swapTransposed, tables.swapStart, rotation, x);
  LocalShift<V> shift;
  shift.p = p;
  powersOverFactorials(p, rotation.length / parentScale, shift.step);
  const V ratio = childScale / parentScale;
  shift.power[0] = V(Scalar<V>(1));
  for (int n = 1; n <= p; ++n) shift.power[n] = shift.power[n - 1] * ratio;
  shiftAlongAxis<Components>(p, shift, x);
  rotateAll<false, Components>(p, tables.swapTransposed, tables.swapStart, rotation, x);
}

FMM_PORTABLE_END
#endif
