// The pair sums of energy and enstrophy at a target. V is a SIMD register of targets on the CPU, a number of one lane
// on a GPU.

#if defined(FMM_ENERGY_PAIRS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_ENERGY_PAIRS_INL_H
#undef FMM_ENERGY_PAIRS_INL_H
#else
#define FMM_ENERGY_PAIRS_INL_H
#endif

#include "core/particles.h"
#include "expansion/cores/energy_kernel-inl.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// Calls flush(part) with partial sums of alpha_q 4 pi G* [0..2] and alpha_q zeta* [3..5] over the elements of all
/// ranges, for a target at y of core radius sqrt(sigma2); PlaneOf<Core> takes G* and zeta* of the plane. A part has at
/// most kPairsAPart pairs, which keeps round-off in float negligible. forEachRange(f) calls f(range).
template <class Core, class V, class Ranges, class Flush>
FMM_INLINE void sumEnergyPairs(const SourceArrays<Scalar<V>>& s, const Ranges& forEachRange, Vector3<V> y, V sigma2,
                               const Flush& flush) {
  constexpr Index kPairsAPart = 256;
  V part[6] = {zero<V>(), zero<V>(), zero<V>(), zero<V>(), zero<V>(), zero<V>()};
  Index added = 0;
  forEachRange([&](IndexRange range) FMM_INLINE_LAMBDA {
    for (Index begin = range.begin; begin < range.end;) {
      const Index end = smaller(begin + kPairsAPart - added, range.end);
      for (Index q = begin; q < end; ++q) {
        const Vector3<V> r = {y.x - V(s.x[q]), y.y - V(s.y[q]), y.z - V(s.z[q])};
        using InSpace = typename CoreInSpace<Core>::Type;
        const V sum2 = sigma2 + V(s.sigma[q] * s.sigma[q]);
        if constexpr (kIsPlane<Core>) {
          const V inverse2 = V(Scalar<V>(1)) / sum2, circulation(s.az[q]);
          const EnergyPair<V> pair = PlaneEnergyKernel<InSpace>::at(mulAdd(r.x, r.x, r.y * r.y), inverse2);
          part[2] = mulAdd(pair.potential, circulation, part[2]);
          part[5] = mulAdd(inverse2 * pair.density, circulation, part[5]);
        } else {
          const V inverse = safeInverseSqrt(sum2), inverse2 = inverse * inverse;
          const EnergyPair<V> pair = EnergyKernel<InSpace>::at(squaredLength(r) * inverse2);
          const V potential = inverse * pair.potential, density = inverse * inverse2 * pair.density;
          const V alpha[3] = {V(s.ax[q]), V(s.ay[q]), V(s.az[q])};
          for (int k = 0; k < 3; ++k) {
            part[k] = mulAdd(potential, alpha[k], part[k]);
            part[3 + k] = mulAdd(density, alpha[k], part[3 + k]);
          }
        }
      }
      added += end - begin;
      begin = end;
      if (added < kPairsAPart) continue;
      flush(part);
      for (V& sum : part) sum = zero<V>();
      added = 0;
    }
  });
  if (added > 0) flush(part);
}

FMM_PORTABLE_END
#endif
