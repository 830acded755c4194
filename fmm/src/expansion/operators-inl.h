// The expansion operators, one body for every machine and precision. V is float, double or a SIMD register of them:
// then each lane is another particle (P2M, L2P) or another pair of cells (M2M, M2L, L2L).
//
// Conventions of docs/math.md, sections 4 to 6, with Q_n^m = sum alpha R_n^m(x - z) as multipole coefficients, and
// every expansion scaled by a length of its cell (section 7): Q_n holds Q_n/s^n, L_n holds L_n s^n, so that no power of
// a length over- or underflows. Vector expansions: 3 components of each real coefficient side by side.

#if defined(FMM_OPERATORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_OPERATORS_INL_H
#undef FMM_OPERATORS_INL_H
#else
#define FMM_OPERATORS_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/coefficients.h"
#include "expansion/operator_tables.h"

FMM_PORTABLE_BEGIN

/// P2M: q += alpha R(offset), offset = (element - centre)/scale. Columns of fixed m: R_n^m = (x + iy)^m H_n^m.
template <class V>
FMM_INLINE void p2m(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> offset, Vector3<V> alpha, V* q) {
  using S = Scalar<V>;
  const V r2 = squaredLength(offset);
  V a(S(1)), b(S(0));  // (x + iy)^m
  for (int m = 0; m <= p; ++m) {
    const V ca[3] = {alpha.x * a, alpha.y * a, alpha.z * a};
    const V sa[3] = {alpha.x * b, alpha.y * b, alpha.z * b};
    V h(tables.diagonal[m]), previous(S(0));
    for (int n = m; n <= p; ++n) {
      V* cosine = q + 3 * re(n, m);
      for (int c = 0; c < 3; ++c) cosine[c] = mulAdd(h, ca[c], cosine[c]);
      if (m > 0) {
        V* sine = q + 3 * im(n, m);
        for (int c = 0; c < 3; ++c) sine[c] = mulAdd(h, sa[c], sine[c]);
      }
      if (n == p) break;
      const int next = triangle(n + 1, m);
      const V rising = V(tables.risingZ[next]) * offset.z * h - V(tables.risingR[next]) * r2 * previous;
      previous = h;
      h = rising;
    }
    const V turned = offset.x * a - offset.y * b;
    b = offset.x * b + offset.y * a;
    a = turned;
  }
}

/// L2P: out[k] = sum over (n, m) of Re(conj(R_n^m(offset)) F_k,n^m) for `Count` scalar expansions of degree `degree`,
/// whose coefficients lie side by side. The factor 2 of m > 0 must be in the coefficients (see curl()).
template <int Count, class V>
FMM_INLINE void evaluateLocal(const OperatorTables<Scalar<V>>& tables, int degree, Vector3<V> offset,
                              const Scalar<V>* coefficients, V* out) {
  using S = Scalar<V>;
  const V r2 = squaredLength(offset);
  for (int k = 0; k < Count; ++k) out[k] = zero<V>();
  V a(S(1)), b(S(0));
  for (int m = 0; m <= degree; ++m) {
    V h(tables.diagonal[m]), previous(S(0));
    V cosine[Count], sine[Count];
    for (int k = 0; k < Count; ++k) cosine[k] = sine[k] = zero<V>();
    for (int n = m; n <= degree; ++n) {
      const S* fc = coefficients + Count * re(n, m);
      for (int k = 0; k < Count; ++k) cosine[k] = mulAdd(h, V(fc[k]), cosine[k]);
      if (m > 0) {
        const S* fs = coefficients + Count * im(n, m);
        for (int k = 0; k < Count; ++k) sine[k] = mulAdd(h, V(fs[k]), sine[k]);
      }
      if (n == degree) break;
      const int next = triangle(n + 1, m);
      const V rising = V(tables.risingZ[next]) * offset.z * h - V(tables.risingR[next]) * r2 * previous;
      previous = h;
      h = rising;
    }
    for (int k = 0; k < Count; ++k) out[k] = mulAdd(a, cosine[k], mulAdd(b, sine[k], out[k]));
    const V turned = offset.x * a - offset.y * b;
    b = offset.x * b + offset.y * a;
    a = turned;
  }
}

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

/// x[m] *= e^{+i m angle} (Forward) or e^{-i m angle}, coefficients of degree n.
template <bool Forward, class V>
FMM_INLINE void turn(int n, const V* cosine, const V* sine, V* x) {
  for (int m = 1; m <= n; ++m) {
    V *c = x + 3 * m, *s = x + 3 * (n + m);
    for (int k = 0; k < 3; ++k) {
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
template <class V>
FMM_INLINE void swapAxes(int n, const Scalar<V>* matrix, const V* in, V* out) {
  for (int part = 0; part < 2; ++part) {
    for (int m = part; m <= n; ++m) {
      V sum[3] = {zero<V>(), zero<V>(), zero<V>()};
      const int offset = part == 0 ? 0 : n;
      for (int l = part == 0 ? firstCosine(n, m) : firstSine(n, m); l <= n; l += 2) {
        const V entry(*matrix++);
        const V* x = in + 3 * (offset + l);
        for (int k = 0; k < 3; ++k) sum[k] = mulAdd(entry, x[k], sum[k]);
      }
      for (int k = 0; k < 3; ++k) out[3 * (offset + m) + k] = sum[k];
    }
  }
}

/// Coefficients of one degree into the frame whose z axis is the rotation's vector (Forward), or back. `swap` is the
/// degree's table: B for multipole, B^T for local coefficients.
template <bool Forward, class V>
FMM_INLINE void rotateDegree(int n, const Scalar<V>* swap, const AxisRotation<V>& rotation, V* x) {
  if (n == 0) return;
  V work[3 * (2 * kMaximumOrder + 1)];
  if (Forward) {
    turn<true>(n, rotation.cosBeta, rotation.sinBeta, x);
    swapAxes(n, swap, x, work);
    turn<false>(n, rotation.cosChi, rotation.sinChi, work);
    swapAxes(n, swap, work, x);
  } else {
    swapAxes(n, swap, x, work);
    turn<true>(n, rotation.cosChi, rotation.sinChi, work);
    swapAxes(n, swap, work, x);
    turn<false>(n, rotation.cosBeta, rotation.sinBeta, x);
  }
}

/// M2L: from multipole q (scale sourceScale, destroyed) to local l (scale targetScale, overwritten); d = target centre
/// - source centre. In the rotated frame L_n^m = (-1)^(n+m) sum_{k >= m} Q_k^m (n+k)!/d^(n+k+1): all k up to p for
/// every n.
template <class V>
FMM_INLINE void m2l(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> d, V sourceScale, V targetScale, V* q,
                    V* l) {
  using S = Scalar<V>;
  const AxisRotation<V> rotation(p, d);
  V power(S(1));
  const V sourceRatio = sourceScale * rotation.inverseLength;
  for (int n = 0; n <= p; ++n) {
    V* x = q + 3 * n * n;
    for (int i = 0; i < 3 * (2 * n + 1); ++i) x[i] = x[i] * power;
    rotateDegree<true>(n, tables.swap + tables.swapStart[n], rotation, x);
    power = power * sourceRatio;
  }
  const V targetRatio = targetScale * rotation.inverseLength;
  power = rotation.inverseLength;
  for (int n = 0; n <= p; ++n) {
    V* out = l + 3 * n * n;
    for (int part = 0; part < 2; ++part) {
      for (int m = part; m <= n; ++m) {
        V sum[3] = {zero<V>(), zero<V>(), zero<V>()};
        for (int k = m; k <= p; ++k) {
          const V factor(tables.factorial[n + k]);
          const V* x = q + 3 * (part == 0 ? re(k, m) : im(k, m));
          for (int c = 0; c < 3; ++c) sum[c] = mulAdd(factor, x[c], sum[c]);
        }
        const V scale = (n + m) % 2 == 0 ? power : zero<V>() - power;
        for (int c = 0; c < 3; ++c) out[3 * (part == 0 ? m : n + m) + c] = scale * sum[c];
      }
    }
    rotateDegree<false>(n, tables.swapTransposed + tables.swapStart[n], rotation, out);
    power = power * targetRatio;
  }
}

/// M2M: multipole of a child (destroyed) about its parent's centre, overwritten into `out`; d = child centre - parent
/// centre. Along the axis Q'_n^m = sum_k d^(n-k)/(n-k)! Q_k^m.
template <class V>
FMM_INLINE void m2m(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> d, V childScale, V parentScale, V* q,
                    V* out) {
  using S = Scalar<V>;
  const AxisRotation<V> rotation(p, d);
  const V ratio = childScale / parentScale, step = rotation.length / parentScale;
  V power(S(1)), shift[kMaximumOrder + 1];
  shift[0] = V(S(1));
  for (int n = 0; n <= p; ++n) {
    if (n > 0) shift[n] = shift[n - 1] * step * V(S(1) / S(n));
    V* x = q + 3 * n * n;
    for (int i = 0; i < 3 * (2 * n + 1); ++i) x[i] = x[i] * power;
    rotateDegree<true>(n, tables.swap + tables.swapStart[n], rotation, x);
    power = power * ratio;
  }
  for (int n = 0; n <= p; ++n) {
    for (int part = 0; part < 2; ++part) {
      for (int m = part; m <= n; ++m) {
        V sum[3] = {zero<V>(), zero<V>(), zero<V>()};
        for (int k = m; k <= n; ++k) {
          const V* x = q + 3 * (part == 0 ? re(k, m) : im(k, m));
          for (int c = 0; c < 3; ++c) sum[c] = mulAdd(shift[n - k], x[c], sum[c]);
        }
        for (int c = 0; c < 3; ++c) out[3 * (part == 0 ? re(n, m) : im(n, m)) + c] = sum[c];
      }
    }
    rotateDegree<false>(n, tables.swap + tables.swapStart[n], rotation, out + 3 * n * n);
  }
}

/// L2L: local expansion of a parent (destroyed) about its child's centre, overwritten into `out`; d = child centre -
/// parent centre. Along the axis L'_k^m = sum_{n >= k} d^(n-k)/(n-k)! L_n^m.
template <class V>
FMM_INLINE void l2l(const OperatorTables<Scalar<V>>& tables, int p, Vector3<V> d, V parentScale, V childScale, V* l,
                    V* out) {
  using S = Scalar<V>;
  const AxisRotation<V> rotation(p, d);
  const V ratio = childScale / parentScale, step = rotation.length / parentScale;
  V shift[kMaximumOrder + 1];
  shift[0] = V(S(1));
  for (int n = 0; n <= p; ++n) {
    if (n > 0) shift[n] = shift[n - 1] * step * V(S(1) / S(n));
    rotateDegree<true>(n, tables.swapTransposed + tables.swapStart[n], rotation, l + 3 * n * n);
  }
  V power(S(1));
  for (int k = 0; k <= p; ++k) {
    for (int part = 0; part < 2; ++part) {
      for (int m = part; m <= k; ++m) {
        V sum[3] = {zero<V>(), zero<V>(), zero<V>()};
        for (int n = k; n <= p; ++n) {
          const V* x = l + 3 * (part == 0 ? re(n, m) : im(n, m));
          for (int c = 0; c < 3; ++c) sum[c] = mulAdd(shift[n - k], x[c], sum[c]);
        }
        for (int c = 0; c < 3; ++c) out[3 * (part == 0 ? re(k, m) : im(k, m)) + c] = power * sum[c];
      }
    }
    rotateDegree<false>(k, tables.swapTransposed + tables.swapStart[k], rotation, out + 3 * k * k);
    power = power * ratio;
  }
}

FMM_PORTABLE_END
#endif
