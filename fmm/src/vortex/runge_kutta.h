#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "core/rows.h"
#include "fmm/settings.h"

namespace fmm {

/// Explicit Runge-Kutta scheme in the form: k_s at y0 + a[s] dt k_{s-1}, result y0 + dt sum b[s] k_s.
struct RungeKutta {
  int stages;
  std::array<double, 4> a, b;
};

inline RungeKutta rungeKutta(Integrator integrator) {
  switch (integrator) {
    case Integrator::euler:
      return {1, {0}, {1}};
    case Integrator::rk2:
      return {2, {0, 1}, {0.5, 0.5}};  // Heun
    case Integrator::rk3:
      return {3, {0, 1.0 / 3, 2.0 / 3}, {0.25, 0, 0.75}};  // Heun
    case Integrator::rk4:
      break;
  }
  return {4, {0, 0.5, 0.5, 1}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
}

/// The part of a step after which the rates of the next stage are taken, or the result stands after the last one.
inline double partDone(const RungeKutta& scheme, int stage) {
  return stage + 1 == scheme.stages ? 1 : scheme.a[static_cast<std::size_t>(stage) + 1];
}

/// Moves items by a vector, x += shift.
template <class Real>
struct ShiftRows {
  std::array<Real*, 3> x;
  std::array<Real, 3> shift;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < 3; ++k) x[k][i] += shift[k];
  }
};

/// One stage of a Runge-Kutta step for N rows of numbers: after k_s is known at y,
///   sum += dt b_s k_s,  y = y0 + (last ? sum : dt a_{s+1} k_s).
/// Row `Squared`, if there is one, advances by its square, whose rate k then is: d(sigma^2)/dt = 2 nu is met exactly.
template <class Real, std::size_t N, std::size_t Squared = N>
struct AdvanceRows {
  std::array<Real*, N> y, y0, sum, k;
  Real sumFactor, nextFactor;
  bool first, last;

  FMM_HD void operator()(Index i) const {
    for (std::size_t r = 0; r < N; ++r) {
      const Real start = first ? y[r][i] : y0[r][i];
      const Real total = (first ? Real(0) : sum[r][i]) + sumFactor * k[r][i];
      if (first) y0[r][i] = start;
      sum[r][i] = total;
      const Real change = last ? total : nextFactor * k[r][i];
      y[r][i] = r == Squared && change != Real(0) ? std::sqrt(start * start + change) : start + change;
    }
  }
};

/// The stage for `n` items; y0 and sum are what earlier stages have left there.
template <std::size_t Squared, class Exec, class Real, std::size_t N>
void advanceRows(Exec& exec, const RungeKutta& scheme, int stage, double dt, Rows<Exec, Real, N>& y,
                 Rows<Exec, Real, N>& y0, Rows<Exec, Real, N>& sum, Rows<Exec, Real, N>& k, Index n) {
  const auto s = static_cast<std::size_t>(stage);
  const bool last = stage + 1 == scheme.stages;
  const double next = last ? 0 : scheme.a[s + 1];
  exec.forEach("fmm::advance", n,
               AdvanceRows<Real, N, Squared>{y.all(), y0.all(), sum.all(), k.all(), static_cast<Real>(dt * scheme.b[s]),
                                             static_cast<Real>(dt * next), stage == 0, last});
}

}  // namespace fmm
