#pragma once

#include "mesh/line_plan.h"

namespace fmm {

// Transforms of lines in a block's shared memory, in place: forward by stages that leave modes in the plan's order,
// backward by the same stages in reverse, which take them in that order.

template <class Real>
struct alignas(2 * sizeof(Real)) MeshComplex {
  Real re, im;
};
template <class Real>
__device__ inline MeshComplex<Real> operator+(MeshComplex<Real> a, MeshComplex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}
template <class Real>
__device__ inline MeshComplex<Real> operator-(MeshComplex<Real> a, MeshComplex<Real> b) {
  return {a.re - b.re, a.im - b.im};
}
template <class Real>
__device__ inline MeshComplex<Real> operator*(Real s, MeshComplex<Real> a) {
  return {s * a.re, s * a.im};
}
template <class Real>
__device__ inline MeshComplex<Real> operator*(MeshComplex<Real> a, MeshComplex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// A line's plan with what it needs on the device.
template <class Real>
struct LineTables {
  LinePlan plan;
  const MeshComplex<Real>* turns;  ///< [n] exp(-2 pi i k/n)
  const Index* modes;              ///< [n] the mode at each place
  const Index* places;             ///< [n] the place of each mode
};

/// The sums of kRadix values times exp(-+2 pi i q r/kRadix), in their place.
template <int kRadix, bool kInverse, class Real>
struct Butterfly {
  using Complex = MeshComplex<Real>;
  /// Times -i, or i backward.
  __device__ static Complex turned(Complex a) { return kInverse ? Complex{-a.im, a.re} : Complex{a.im, -a.re}; }
  __device__ static void run(Complex* a) {
    if constexpr (kRadix == 2) {
      const Complex t = a[1];
      a[1] = a[0] - t;
      a[0] = a[0] + t;
    } else if constexpr (kRadix == 3) {
      const Complex sum = a[1] + a[2], across = turned(Real(0.86602540378443864676) * (a[1] - a[2]));
      const Complex middle = a[0] - Real(0.5) * sum;
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
      constexpr Real c1 = Real(0.30901699437494742410), c2 = Real(-0.80901699437494742410);
      constexpr Real s1 = Real(0.95105651629515357212), s2 = Real(0.58778525229247312917);
      const Complex outer = a[1] + a[4], inner = a[2] + a[3], far = a[1] - a[4], near = a[2] - a[3];
      const Complex first = a[0] + c1 * outer + c2 * inner, second = a[0] + c2 * outer + c1 * inner;
      const Complex one = turned(s1 * far + s2 * near), two = turned(s2 * far - s1 * near);
      a[0] = a[0] + outer + inner;
      a[1] = first + one;
      a[2] = second + two;
      a[3] = second - two;
      a[4] = first - one;
    }
  }
};

/// Where a thread's line is, and which of its butterflies are its own.
struct LineShare {
  Index first, step;   ///< of the butterflies
  Index place;         ///< from a line's place to the next, in values
  Index line, others;  ///< where the line begins, and from there to the same one of the next field
};

template <int kRadix, bool kInverse, int kFields, class Real>
__device__ void lineStage(MeshComplex<Real>* room, const LineTables<Real>& tables, int stage, Index length,
                          const LineShare& share) {
  const LinePlan& plan = tables.plan;
  const Index apart = length / kRadix, turn = plan.n / length;
  for (Index b = share.first; b < plan.n / kRadix; b += share.step) {
    const Index block = apart > 1 ? static_cast<Index>(__umulhi(static_cast<unsigned>(b), plan.magic[stage])) : b;
    const Index j = b - block * apart;
    MeshComplex<Real> turns[kRadix];
#pragma unroll
    for (int q = 1; q < kRadix; ++q) {
      turns[q] = tables.turns[j * q * turn];
      if (kInverse) turns[q].im = -turns[q].im;
    }
    MeshComplex<Real>* const first = room + share.line + (block * length + j) * share.place;
#pragma unroll
    for (int f = 0; f < kFields; ++f) {
      MeshComplex<Real>* const at = first + f * share.others;
      MeshComplex<Real> a[kRadix];
#pragma unroll
      for (int r = 0; r < kRadix; ++r) a[r] = at[r * apart * share.place];
      if (kInverse) {
#pragma unroll
        for (int q = 1; q < kRadix; ++q) a[q] = turns[q] * a[q];
      }
      Butterfly<kRadix, kInverse, Real>::run(a);
      if (!kInverse) {
#pragma unroll
        for (int q = 1; q < kRadix; ++q) a[q] = turns[q] * a[q];
      }
#pragma unroll
      for (int r = 0; r < kRadix; ++r) at[r * apart * share.place] = a[r];
    }
  }
}

/// All stages, each followed by a barrier; whoever calls has had one after filling the lines.
template <bool kInverse, int kFields, class Real>
__device__ void transformLines(MeshComplex<Real>* room, const LineTables<Real>& tables, const LineShare& share) {
  const LinePlan& plan = tables.plan;
  Index length = kInverse ? 1 : plan.n;
  for (int k = 0; k < plan.stages; ++k) {
    const int stage = kInverse ? plan.stages - 1 - k : k, radix = plan.radix[stage];
    if (kInverse) length *= radix;
    if (radix == 4) {
      lineStage<4, kInverse, kFields>(room, tables, stage, length, share);
    } else if (radix == 2) {
      lineStage<2, kInverse, kFields>(room, tables, stage, length, share);
    } else if (radix == 3) {
      lineStage<3, kInverse, kFields>(room, tables, stage, length, share);
    } else {
      lineStage<5, kInverse, kFields>(room, tables, stage, length, share);
    }
    if (!kInverse) length /= radix;
    __syncthreads();
  }
}

}  // namespace fmm
