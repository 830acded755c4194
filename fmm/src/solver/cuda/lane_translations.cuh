#pragma once

#include "expansion/degreewise_translations-inl.h"

namespace fmm {

/// Translations by one lane of a warp, which owns one component of one expansion: from `in` to `out`, which may be the
/// same, with coefficients kComponentStride numbers apart. Orders P > 0 are unrolled; P = 0 handles any order, degree
/// by degree. For the arguments see translations-inl.h.
template <class Real, int P>
struct LaneTranslations {
  using Tables = OperatorTables<Real>;

  static __device__ __forceinline__ void m2m(const Tables&, int, Vector3<Real> d, Real childScale, Real parentScale,
                                             const Real* in, Real* out) {
    FixedTranslations<Real, P>::m2m(d, childScale, parentScale, in, out);
  }
  static __device__ __forceinline__ void m2l(const Tables&, int, Vector3<Real> d, Real sourceScale, Real targetScale,
                                             const Real* in, Real* out) {
    FixedTranslations<Real, P>::m2l(d, sourceScale, targetScale, in, out);
  }
  static __device__ __forceinline__ void l2l(const Tables&, int, Vector3<Real> d, Real parentScale, Real childScale,
                                             const Real* in, Real* out) {
    FixedTranslations<Real, P>::l2l(d, parentScale, childScale, in, out);
  }
};

template <class Real>
struct LaneTranslations<Real, 0> {
  using Tables = OperatorTables<Real>;

  static __device__ void m2m(const Tables& tables, int p, Vector3<Real> d, Real childScale, Real parentScale,
                             const Real* in, Real* out) {
    copy(p, in, out);
    DegreewiseTranslations<Real>::m2m(tables, p, d, childScale, parentScale, out);
  }
  static __device__ void m2l(const Tables& tables, int p, Vector3<Real> d, Real sourceScale, Real targetScale,
                             const Real* in, Real* out) {
    copy(p, in, out);
    DegreewiseTranslations<Real>::m2l(tables, p, d, sourceScale, targetScale, out);
  }
  static __device__ void l2l(const Tables& tables, int p, Vector3<Real> d, Real parentScale, Real childScale,
                             const Real* in, Real* out) {
    copy(p, in, out);
    DegreewiseTranslations<Real>::l2l(tables, p, d, parentScale, childScale, out);
  }

 private:
  static __device__ void copy(int p, const Real* in, Real* out) {
    if (in == out) return;
    for (int i = 0; i < coefficientCount(p); ++i) out[kComponentStride * i] = in[kComponentStride * i];
  }
};

}  // namespace fmm
