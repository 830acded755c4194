#if defined(FMM_SIMD_PACK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_SIMD_PACK_INL_H
#undef FMM_SIMD_PACK_INL_H
#else
#define FMM_SIMD_PACK_INL_H
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include "exec/portable-inl.h"

HWY_BEFORE_NAMESPACE();
namespace fmm {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// One SIMD register of T with arithmetic operators, which the portable code uses like a number.
template <class T>
struct Pack {
  using D = hn::ScalableTag<T>;
  static constexpr int kLanes = HWY_LANES(T);

  hn::Vec<D> v;

  Pack() = default;  // uninitialised: trivial, so that arrays of packs cost nothing
  HWY_INLINE Pack(hn::Vec<D> value) : v(value) {}
  HWY_INLINE Pack(T value) : v(hn::Set(D(), value)) {}

  static HWY_INLINE Pack load(const T* p) { return hn::LoadU(D(), p); }
  HWY_INLINE void store(T* p) const { hn::StoreU(v, D(), p); }
  HWY_INLINE T sum() const { return hn::GetLane(hn::SumOfLanes(D(), v)); }

  friend HWY_INLINE Pack operator+(Pack a, Pack b) { return hn::Add(a.v, b.v); }
  friend HWY_INLINE Pack operator-(Pack a, Pack b) { return hn::Sub(a.v, b.v); }
  friend HWY_INLINE Pack operator*(Pack a, Pack b) { return hn::Mul(a.v, b.v); }
  friend HWY_INLINE Pack operator/(Pack a, Pack b) { return hn::Div(a.v, b.v); }
  friend HWY_INLINE Pack operator-(Pack a) { return hn::Neg(a.v); }
  HWY_INLINE Pack& operator+=(Pack b) { return *this = *this + b; }
};

template <class T>
struct ScalarOf<Pack<T>> {
  using Type = T;
};

template <class T>
HWY_INLINE Pack<T> mulAdd(Pack<T> a, Pack<T> b, Pack<T> c) {
  return hn::MulAdd(a.v, b.v, c.v);
}
template <class T>
HWY_INLINE Pack<T> negMulAdd(Pack<T> a, Pack<T> b, Pack<T> c) {
  return hn::NegMulAdd(a.v, b.v, c.v);
}
template <class T>
HWY_INLINE Pack<T> minimum(Pack<T> a, Pack<T> b) {
  return hn::Min(a.v, b.v);
}
template <class T>
HWY_INLINE Pack<T> selectLess(Pack<T> a, Pack<T> b, Pack<T> yes, Pack<T> no) {
  return hn::IfThenElse(hn::Lt(a.v, b.v), yes.v, no.v);
}

template <class T, class F>
HWY_INLINE Pack<T> eachLane(Pack<T> x, const F& f) {
  HWY_ALIGN T lane[HWY_LANES(T)];
  x.store(lane);
  for (T& value : lane) value = f(value);
  return Pack<T>::load(lane);
}
template <class T>
HWY_INLINE Pack<T> logarithm(Pack<T> x) {
  return hn::Log(typename Pack<T>::D(), x.v);
}
template <class T>
HWY_INLINE Pack<T> fallingExp(Pack<T> x) {
  return hn::Exp(typename Pack<T>::D(), x.v);
}

/// 2^y for y in [-124, 0], as 2^n 2^f with n the integer nearest to y: 2^f is interpolated at the Chebyshev nodes of
/// [-1/2, 1/2], 2^n set in the exponent's bits. Adding 3/2 2^23 rounds y and leaves n in the lowest bits.
HWY_INLINE Pack<float> quickPower2(Pack<float> y) {
  using V = Pack<float>;
  const V::D d;
  const hn::RebindToSigned<V::D> bits;
  const V rounded = y + V(12582912.0f);
  const V f = y - (rounded - V(12582912.0f));
  V p = mulAdd(V(0.001339086336f), f, V(0.009676031918f));
  p = mulAdd(p, f, V(0.05550357114f));
  p = mulAdd(p, f, V(0.2402210749f));
  p = mulAdd(p, f, V(0.693147188f));
  p = mulAdd(p, f, V(1.000000075f));
  const auto power = hn::ShiftLeft<23>(hn::BitCast(bits, rounded.v));
  return hn::BitCast(d, hn::Add(hn::BitCast(bits, p.v), power));
}
HWY_INLINE Pack<float> quickFallingExp(Pack<float> x) {
  const Pack<float>::D d;
  return quickPower2(hn::Max(hn::Mul(x.v, hn::Set(d, 1.44269504f)), hn::Set(d, -124.0f)));
}

/// Hardware estimate and one step, to round-off. Newton's step if the estimate is good to 2^-14 (AVX-512). Otherwise
/// the estimate may be off by 1.5 2^-12 and Newton's step by 2e-7, an error that powers of the result multiply: then a
/// step of third order. Without such an instruction Highway's estimate has 9 bits only: then root and division.
HWY_INLINE Pack<float> safeInverseSqrt(Pack<float> x) {
  const Pack<float>::D d;
  const auto positive = hn::Gt(x.v, hn::Zero(d));
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  return hn::IfThenElseZero(positive, hn::Div(hn::Set(d, 1.0f), hn::Sqrt(x.v)));
#else
  const auto estimate = hn::ApproximateReciprocalSqrt(x.v);
#if HWY_TARGET <= HWY_AVX3
  const auto half = hn::Mul(hn::Mul(hn::Set(d, -0.5f), x.v), estimate);
  return hn::IfThenElseZero(positive, hn::Mul(estimate, hn::MulAdd(half, estimate, hn::Set(d, 1.5f))));
#else
  const auto off = hn::NegMulAdd(hn::Mul(x.v, estimate), estimate, hn::Set(d, 1.0f));
  const auto more = hn::Mul(off, hn::MulAdd(off, hn::Set(d, 0.375f), hn::Set(d, 0.5f)));
  return hn::IfThenElseZero(positive, hn::MulAdd(estimate, more, estimate));
#endif
#endif
}
/// Exact to round-off.
HWY_INLINE Pack<double> safeInverseSqrt(Pack<double> x) {
  const Pack<double>::D d;
  const auto positive = hn::Gt(x.v, hn::Zero(d));
#if HWY_TARGET == HWY_SCALAR
  return hn::IfThenElseZero(positive, hn::Div(hn::Set(d, 1.0), hn::Sqrt(x.v)));
#else
  // Magic-constant estimate on the exponent and mantissa bits (relative error 3.5e-2), refined by three Halley steps of
  // third order: 3.5e-2 -> 3e-5 -> 1e-13 -> round-off. It has no range limit and no division.
  const hn::RebindToUnsigned<Pack<double>::D> du;
  auto y = hn::BitCast(d, hn::Sub(hn::Set(du, 0x5FE6EB50C7B537A9ull), hn::ShiftRight<1>(hn::BitCast(du, x.v))));
  for (int step = 0; step < 3; ++step) {
    const auto e = hn::NegMulAdd(hn::Mul(x.v, y), y, hn::Set(d, 1.0));  // 1 - x y^2
    const auto factor = hn::MulAdd(e, hn::MulAdd(e, hn::Set(d, 0.375), hn::Set(d, 0.5)), hn::Set(d, 1.0));
    y = hn::Mul(y, factor);
  }
  return hn::IfThenElseZero(positive, y);
#endif
}

/// x^(-3/2), 0 for x = 0: with an estimate e of 1/sqrt(x) and d = x e^2 close to 1, d^(-3/2) = 5/2 - 3/2 d except for
/// 15/8 (d - 1)^2. That term is a rounding error for estimates good to 2^-14 (AVX-512); for estimates good to 1.5 2^-12
/// it would be 1e-6 and is included. This takes two multiplications fewer than the root's step and its cube.
HWY_INLINE Pack<float> inverseCube(Pack<float> x) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  const Pack<float> t = safeInverseSqrt(x);
  return t * t * t;
#else
  const Pack<float>::D d;
  const Pack<float> e = hn::ApproximateReciprocalSqrt(x.v), square = e * e;
#if HWY_TARGET <= HWY_AVX3
  const Pack<float> refined = mulAdd(square, Pack<float>(-1.5f) * x, Pack<float>(2.5f));
#else
  const Pack<float> off = negMulAdd(square, x, Pack<float>(1.0f));
  const Pack<float> refined = mulAdd(off, mulAdd(off, Pack<float>(1.875f), Pack<float>(1.5f)), Pack<float>(1.0f));
#endif
  return hn::IfThenElseZero(hn::Gt(x.v, hn::Zero(d)), hn::Mul((square * e).v, refined.v));
#endif
}

/// Several registers that go through the same steps side by side: while one waits for a result the others are computed.
/// The portable code uses a group like one number.
template <class T, int kRegisters>
struct PackGroup {
  static constexpr int kLanes = kRegisters * Pack<T>::kLanes;

  Pack<T> v[kRegisters];

  PackGroup() = default;  // uninitialised
  HWY_INLINE explicit PackGroup(T value) {
    const Pack<T> all(value);
    for (Pack<T>& pack : v) pack = all;
  }

  static HWY_INLINE PackGroup load(const T* p) {
    PackGroup group;
    for (int k = 0; k < kRegisters; ++k) group.v[k] = Pack<T>::load(p + k * Pack<T>::kLanes);
    return group;
  }
  HWY_INLINE void store(T* p) const {
    for (int k = 0; k < kRegisters; ++k) v[k].store(p + k * Pack<T>::kLanes);
  }

  friend HWY_INLINE PackGroup operator+(PackGroup a, const PackGroup& b) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = a.v[k] + b.v[k];
    return a;
  }
  friend HWY_INLINE PackGroup operator-(PackGroup a, const PackGroup& b) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = a.v[k] - b.v[k];
    return a;
  }
  friend HWY_INLINE PackGroup operator*(PackGroup a, const PackGroup& b) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = a.v[k] * b.v[k];
    return a;
  }
  friend HWY_INLINE PackGroup mulAdd(PackGroup a, const PackGroup& b, const PackGroup& c) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = mulAdd(a.v[k], b.v[k], c.v[k]);
    return a;
  }
  friend HWY_INLINE PackGroup negMulAdd(PackGroup a, const PackGroup& b, const PackGroup& c) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = negMulAdd(a.v[k], b.v[k], c.v[k]);
    return a;
  }
  friend HWY_INLINE PackGroup minimum(PackGroup a, const PackGroup& b) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = minimum(a.v[k], b.v[k]);
    return a;
  }
  friend HWY_INLINE PackGroup selectLess(PackGroup a, const PackGroup& b, const PackGroup& yes, const PackGroup& no) {
    for (int k = 0; k < kRegisters; ++k) a.v[k] = selectLess(a.v[k], b.v[k], yes.v[k], no.v[k]);
    return a;
  }
  friend HWY_INLINE PackGroup safeInverseSqrt(PackGroup a) {
    for (Pack<T>& pack : a.v) pack = safeInverseSqrt(pack);
    return a;
  }
  friend HWY_INLINE PackGroup inverseCube(PackGroup a) {
    for (Pack<T>& pack : a.v) pack = inverseCube(pack);
    return a;
  }
  friend HWY_INLINE PackGroup fallingExp(PackGroup a) {
    for (Pack<T>& pack : a.v) pack = fallingExp(pack);
    return a;
  }
  friend HWY_INLINE PackGroup quickFallingExp(PackGroup a) {
    for (Pack<T>& pack : a.v) pack = quickFallingExp(pack);
    return a;
  }
  friend HWY_INLINE PackGroup quickPower2(PackGroup a) {
    for (Pack<T>& pack : a.v) pack = quickPower2(pack);
    return a;
  }
};
template <class T, int kRegisters>
struct ScalarOf<PackGroup<T, kRegisters>> {
  using Type = T;
};

}  // namespace HWY_NAMESPACE
}  // namespace fmm
HWY_AFTER_NAMESPACE();
#endif
