// A pair's part of the energy and the enstrophy of the flow. V is float, double or a SIMD register of them.

#if defined(FMM_ENERGY_KERNEL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef FMM_ENERGY_KERNEL_INL_H
#undef FMM_ENERGY_KERNEL_INL_H
#else
#define FMM_ENERGY_KERNEL_INL_H
#endif

#include "exec/portable-inl.h"
#include "expansion/cores/squared_filter.h"
#include "expansion/cores/with_core.h"

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

/// The two dimensionless terms of a pair: 4 pi sigma' G* and sigma'^3 zeta*.
template <class V>
struct EnergyPair {
  V potential, density;
};

/// G* and zeta* as functions of s' = r^2/sigma'^2, sigma'^2 = sigma_p^2 + sigma_q^2: docs/math.md, (15.6). Absolute
/// error of the first 2e-7 in float, 2e-13 in double. Cores that are not Gaussian have no such kernel in closed form:
/// they take the G of one core of the root mean square sigma, and no density.
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
  static constexpr double kNothingLeft = 80;                    // the bell is 1e-35 there: powers of u cannot overflow
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

/// The same in the plane, of r^2 and 1/sigma'^2: 4 pi G*, which is -ln r^2 far away, and sigma'^2 zeta*.
/// docs/math.md, section 21.
template <class Core, int kOrder = Core::kFilterOrder>
struct PlaneEnergyKernel {
  template <class V>
  static FMM_INLINE EnergyPair<V> at(V r2, V inverse2) {
    using S = Scalar<V>;
    constexpr double kEuler = 0.57721566490153286061, kInverse2Pi = 0.15915494309189533577, kNothingLeft = 60;
    const V u = minimum(V(S(0.5)) * r2 * inverse2, V(S(kNothingLeft))), bell = fallingExp(zero<V>() - u);
    const V t = V(S(1)) / mulAdd(V(S(ExpintFit<S>::kPole)), u, V(S(1)));
    const V near = negMulAdd(u, polynomial<NearEin<S>>(u), V(S(kEuler))), far = bell * t * polynomial<ExpintFit<S>>(t);
    const V own = V(S(2)) / inverse2;  // 2 sigma'^2
    const V edge = V(S(kNearEin));
    EnergyPair<V> pair;
    pair.potential = selectLess(u, edge, near, zero<V>() - far) - logarithm(selectLess(u, edge, own, r2));
    if constexpr (kOrder > 1) pair.potential = mulAdd(bell, polynomial<PlanePotentialTerms<kOrder>>(u), pair.potential);
    pair.density = V(S(kInverse2Pi)) * bell * polynomial<PlaneDensityTerms<kOrder>>(u);
    return pair;
  }
};
template <class Core>
struct PlaneEnergyKernel<Core, 0> {
  template <class V>
  static FMM_INLINE EnergyPair<V> at(V r2, V inverse2) {
    using S = Scalar<V>;
    const V square = V(S(0.5)) / inverse2;  // sigma^2: the mean of the two
    if constexpr (Core::kKind == Regularisation::cutoff) {
      const V inside = negMulAdd(r2, V(S(2)) * inverse2, V(S(1)));  // 1 - s
      return {selectLess(r2, square, inside, zero<V>()) - logarithm(selectLess(r2, square, square, r2)), zero<V>()};
    } else {
      static_assert(Core::kKind == Regularisation::winckelmans || Core::kKind == Regularisation::rosenhead);
      const V sum = r2 + square;
      const V share = Core::kKind == Regularisation::winckelmans ? square / sum : zero<V>();
      return {share - logarithm(sum), zero<V>()};
    }
  }
};

FMM_PORTABLE_END
#endif
