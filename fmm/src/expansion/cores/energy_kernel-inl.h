// What two elements add to the energy and the enstrophy of the flow. V is float, double or a SIMD register of them.

#if defined(FMM_ENERGY_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_ENERGY_KERNEL_INL_H
#undef FMM_ENERGY_KERNEL_INL_H
#else
#define FMM_ENERGY_KERNEL_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/cores/squared_filter.h"

FMM_PORTABLE_TARGET
FMM_PORTABLE_BEGIN

/// Table::kNumbers.c[0] + c[1] x + ..., of Table::kDegree.
template <class Table, int N = 0, class V>
FMM_INLINE V polynomial(V x) {
  constexpr double c = Table::kNumbers.c[N];
  if constexpr (N == Table::kDegree) {
    return V(Scalar<V>(c));
  } else {
    return mulAdd(polynomial<Table, N + 1>(x), x, V(Scalar<V>(c)));
  }
}

/// The two sums of a pair without dimension: 4 pi sigma' G* and sigma'^3 zeta*.
template <class V>
struct EnergyPair {
  V potential, density;
};

/// G* and zeta* as functions of s' = r^2/sigma'^2, sigma'^2 = sigma_p^2 + sigma_q^2: docs/math.md, (15.6). Absolute
/// error of the first 2e-7 in float, 2e-13 in double. Cores that are not Gaussian have no such kernel in closed form:
/// theirs is the G of one core of the root mean square sigma, and no density.
template <class Core, int kOrder = Core::kFilterOrder>
struct EnergyKernel {
  template <class V>
  static FMM_INLINE EnergyPair<V> at(V s) {
    using S = Scalar<V>;
    const V u = minimum(V(S(0.5)) * s, V(S(kNothingLeft))), bell = fallingExp(-u);
    const V inverse = safeInverseSqrt(s), rho = s * inverse;
    const V t = V(S(1)) / mulAdd(V(S(ErfcFit<S>::kPole)), rho, V(S(1)));
    const V far = inverse * negMulAdd(bell * t, polynomial<ErfcFit<S>>(t), V(S(1)));
    EnergyPair<V> pair;
    pair.potential = selectLess(s, V(S(kNearErf)), polynomial<NearErf<S>>(s), far);
    if constexpr (kOrder > 1) pair.potential = mulAdd(bell, polynomial<PotentialTerms<kOrder>>(u), pair.potential);
    pair.density = V(S(kBellPeak)) * bell * polynomial<DensityTerms<kOrder>>(u);
    return pair;
  }

 private:
  static constexpr double kBellPeak = 0.063493635934240969389;  // (2 pi)^(-3/2)
  static constexpr double kNothingLeft = 80;                    // its bell is 1e-35: no power of u makes it overflow
};

template <class Core>
struct EnergyKernel<Core, 0> {
  template <class V>
  static FMM_INLINE EnergyPair<V> at(V s) {
    using S = Scalar<V>;
    constexpr double kRootTwo = 1.4142135623730950488;  // sigma' over the root mean square of the two sigma
    return {
        eachLane(s,
                 [](S lane) { return S(kRootTwo * Core::potential(kRootTwo * std::sqrt(static_cast<double>(lane)))); }),
        zero<V>()};
  }
};

FMM_PORTABLE_END
#endif
