#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/math.h"
#include "core/rows.h"
#include "exec/unit_lengths.h"
#include "fmm/settings.h"
#include "vortex/dynamics.h"

namespace fmm {

// The state of particles is in double precision. A solver sees it rounded to its own, with positions about an origin
// near the elements: in float, a flow at 1e5 then goes as at 0, and no step is too short to move it.

/// Rows of particles as a solver sees them: rounded to its precision, with positions (rows 0 to 2) about an origin.
template <class Real, std::size_t N>
struct SeenRows {
  std::array<Real*, N> row;
  std::array<double, 3> origin;

  FMM_HD void set(std::size_t r, Index i, double value) const {
    row[r][i] = static_cast<Real>(r < 3 ? value - origin[r] : value);
  }
};

template <class Real, std::size_t N>
struct RoundRows {
  std::array<const double*, N> from;
  SeenRows<Real, N> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t r = 0; r < N; ++r) to.set(r, i, from[r][i]);
  }
};

/// The way back: what was made in a solver's precision becomes the state.
template <class Real, std::size_t N>
struct AdoptRows {
  SeenRows<Real, N> from;
  std::array<double*, N> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t r = 0; r < N; ++r) to[r][i] = double(from.row[r][i]) + (r < 3 ? from.origin[r] : 0);
  }
};

/// A number of row `r` after a change; for row `Squared` it is that of its square: d(sigma^2)/dt = 2 nu is integrated
/// exactly.
template <std::size_t Squared>
FMM_HD inline double changed(std::size_t r, double start, double change) {
  return r == Squared && change != 0 ? std::sqrt(start * start + change) : start + change;
}

/// One stage of a Runge-Kutta step for N rows of numbers: after k_s is known at y,
///   sum += dt b_s k_s,  y = y0 + dt a_{s+1} k_s,  in the last stage y = end = y0 + sum + shift.
/// y0 and `end` are in double precision, as what a step adds may be less than the spacing of y. For row `Squared`, if
/// less than N, k is the rate of its square.
template <class Real, std::size_t N, std::size_t Squared = N>
struct AdvanceRows {
  std::array<const double*, N> y0;
  SeenRows<Real, N> y;
  std::array<Real*, N> sum;
  std::array<const Real*, N> k;
  std::array<double*, N> end;
  std::array<double, 3> shift;
  Real sumFactor, nextFactor;
  bool first, last;

  FMM_HD void operator()(Index i) const {
    for (std::size_t r = 0; r < N; ++r) {
      const Real total = (first ? Real(0) : sum[r][i]) + sumFactor * k[r][i];
      if (last) {
        const double result = changed<Squared>(r, y0[r][i], total) + (r < 3 ? shift[r] : 0);
        end[r][i] = result;
        y.set(r, i, result);
      } else {
        sum[r][i] = total;
        y.set(r, i, changed<Squared>(r, y0[r][i], nextFactor * k[r][i]));
      }
    }
  }
};

/// A stage of a step of length dt; a uniform stream carries everything by `shift` in the whole step.
struct StageStep {
  const RungeKutta& scheme;
  int stage;
  double dt;
  Vec3 shift;

  bool last() const { return stage + 1 == scheme.stages; }
};

inline std::array<double, 3> numbersOf(const Vec3& v) {
  return {v.x, v.y, v.z};
}

/// The ground as it lies from an origin: its foot there stands for its point, which may be far away.
inline std::optional<GroundPlane> groundFrom(const FieldSettings& settings, const Vec3& origin) {
  if (!settings.ground) return {};
  const Vec3 normal = (1 / norm(settings.ground->normal)) * settings.ground->normal;
  return GroundPlane{-height(*settings.ground, origin) * normal, settings.ground->normal};
}

/// The state of `n` particles and what a solver sees of it, for launches.
template <class Exec, class Real, std::size_t N>
struct ParticleRows {
  Exec& exec;
  Index n;
  Rows<Exec, double, N>& state;
  Rows<Exec, Real, N>& seen;
  std::array<double, 3> origin;

  void round() { exec.forEach("fmm::round", n, RoundRows<Real, N>{std::as_const(state).all(), {seen.all(), origin}}); }
  void adopt() { exec.forEach("fmm::adopt", n, AdoptRows<Real, N>{{seen.all(), origin}, state.all()}); }

  /// The last stage writes its result to `end`; `origin` is then the one after the step.
  template <std::size_t Squared>
  void advance(const StageStep& step, Rows<Exec, Real, N>& sum, const Rows<Exec, Real, N>& rate,
               Rows<Exec, double, N>& end) {
    const auto s = static_cast<std::size_t>(step.stage);
    const double next = step.last() ? 0 : step.scheme.a[s + 1];
    exec.forEach("fmm::advance", n,
                 AdvanceRows<Real, N, Squared>{std::as_const(state).all(),
                                               {seen.all(), origin},
                                               sum.all(),
                                               rate.all(),
                                               end.all(),
                                               numbersOf(step.shift),
                                               static_cast<Real>(step.dt * step.scheme.b[s]),
                                               static_cast<Real>(step.dt * next),
                                               step.stage == 0,
                                               step.last()});
  }
};

}  // namespace fmm
