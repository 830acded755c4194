#pragma once

#include "mesh/butterfly-inl.h"
#include "mesh/line_plan.h"

namespace fmm {

// Transforms of lines in a block's shared memory, in place: forward by stages that leave modes in the plan's order,
// backward by the same stages in reverse, which take them in that order.

/// A line's plan with what it needs on the device.
template <class Real>
struct LineTables {
  LinePlan plan;
  const MeshComplex<Real>* turns;  ///< [n] exp(-2 pi i k/n)
  const Index* modes;              ///< [n] the mode at each place
  const Index* places;             ///< [n] the place of each mode
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
        for (int q = 1; q < kRadix; ++q) a[q] = product<kInverse>(a[q], turns[q].re, turns[q].im);
      }
      Butterfly<kRadix, kInverse, Real>::run(a);
      if (!kInverse) {
#pragma unroll
        for (int q = 1; q < kRadix; ++q) a[q] = product<kInverse>(a[q], turns[q].re, turns[q].im);
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
