#pragma once

#include <array>
#include <cmath>

#include "core/math.h"
#include "fmm/settings.h"

namespace fmm {

/// Rows of numbers that an element has: x, y, z, alpha x, y, z, sigma, l.
constexpr std::size_t kElementRows = 8;

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

/// d(alpha)/dt from J_ij = du_i/dx_j: classical J alpha, transpose J^T alpha, mixed their mean. Hu 2013 (3.2), (6.4).
template <class Real>
FMM_HD inline Vector3<Real> stretchingRate(Stretching scheme, const Real (&j)[9], Vector3<Real> a) {
  const Vector3<Real> classical = {j[0] * a.x + j[1] * a.y + j[2] * a.z, j[3] * a.x + j[4] * a.y + j[5] * a.z,
                                   j[6] * a.x + j[7] * a.y + j[8] * a.z};
  const Vector3<Real> transpose = {j[0] * a.x + j[3] * a.y + j[6] * a.z, j[1] * a.x + j[4] * a.y + j[7] * a.z,
                                   j[2] * a.x + j[5] * a.y + j[8] * a.z};
  const Real c = scheme == Stretching::classical ? Real(1) : scheme == Stretching::mixed ? Real(0.5) : Real(0);
  const Real t = scheme == Stretching::transpose ? Real(1) : scheme == Stretching::mixed ? Real(0.5) : Real(0);
  return {c * classical.x + t * transpose.x, c * classical.y + t * transpose.y, c * classical.z + t * transpose.z};
}

/// One stage of a Runge-Kutta step for N rows of numbers: after k_s is known at y,
///   sum += dt b_s k_s,  y = y0 + (last ? sum : dt a_{s+1} k_s).
template <class Real, std::size_t N>
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
      y[r][i] = start + (last ? total : nextFactor * k[r][i]);
    }
  }
};

/// Whether item i is finite in all N rows.
template <class Real, std::size_t N>
struct RowsAreFinite {
  std::array<Real*, N> rows;

  FMM_HD bool operator()(Index i) const {
    Real sum = 0;
    for (std::size_t r = 0; r < N; ++r) sum += rows[r][i] * Real(0);  // 0, or not a number
    return sum == Real(0);
  }
};

/// d(alpha)/dt, d(sigma)/dt and dl/dt of all elements from the gradient's nine rows. With S the stretching rate and e
/// the direction of alpha the reformulated method (Alvarez and Ning 2023, f = 0, g = 1/5) has
///   d(alpha)/dt = S - 3/5 (S . e) e,   d(sigma)/dt = -1/5 sigma (S . e) / |alpha|.
/// Lines of fluid are stretched in the same way whatever becomes of alpha: dl/dt = l (e . J e).
template <class Real>
struct StretchElements {
  Stretching scheme;
  Formulation formulation;
  std::array<const Real*, 9> gradient;
  std::array<const Real*, kElementRows> element;
  std::array<Real*, kElementRows> rate;

  FMM_HD void operator()(Index i) const {
    Real j[9];
    for (int c = 0; c < 9; ++c) j[c] = gradient[c][i];
    const Vector3<Real> a = {element[3][i], element[4][i], element[5][i]};
    const Vector3<Real> s = stretchingRate<Real>(scheme, j, a);
    const Real square = dotProduct(a, a), inverse = square > Real(0) ? 1 / square : Real(0);
    // (S . e) / |alpha|, the relative growth of the strength.
    const Real growth = formulation == Formulation::reformulated ? inverse * dotProduct(s, a) : Real(0);
    rate[3][i] = s.x - Real(0.6) * growth * a.x;
    rate[4][i] = s.y - Real(0.6) * growth * a.y;
    rate[5][i] = s.z - Real(0.6) * growth * a.z;
    rate[6][i] = Real(-0.2) * growth * element[6][i];
    rate[7][i] = element[7][i] * inverse * dotProduct(stretchingRate<Real>(Stretching::classical, j, a), a);
  }
};

/// Writes elements and their images in a plane, as mirrored() in fmm/ground_plane.h.
template <class Real>
struct MirrorElements {
  Vector3<Real> point, normal;  ///< unit normal
  std::array<const Real*, kElementRows> from;
  std::array<Real*, 7> to;
  Index count;

  FMM_HD void operator()(Index i) const {
    const Vector3<Real> x = {from[0][i], from[1][i], from[2][i]}, a = {from[3][i], from[4][i], from[5][i]};
    const Real twiceHeight = 2 * dotProduct(x - point, normal), twiceAlong = 2 * dotProduct(a, normal);
    for (std::size_t k = 0; k < 7; ++k) to[k][i] = from[k][i];
    const Index image = count + i;
    to[0][image] = x.x - twiceHeight * normal.x;
    to[1][image] = x.y - twiceHeight * normal.y;
    to[2][image] = x.z - twiceHeight * normal.z;
    to[3][image] = twiceAlong * normal.x - a.x;
    to[4][image] = twiceAlong * normal.y - a.y;
    to[5][image] = twiceAlong * normal.z - a.z;
    to[6][image] = from[6][i];
  }
};

/// |grad u| at an element (Frobenius) [1/T].
template <class Real>
struct GradientNorm {
  std::array<const Real*, 9> gradient;

  FMM_HD float operator()(Index i) const {
    Real sum = 0;
    for (std::size_t k = 0; k < 9; ++k) sum += gradient[k][i] * gradient[k][i];
    return static_cast<float>(sqrt(sum));
  }
};

/// Whether an element is finite and has a core that is one.
template <class Real>
struct ElementIsSound {
  std::array<Real*, kElementRows> rows;

  FMM_HD bool operator()(Index i) const { return RowsAreFinite<Real, kElementRows>{rows}(i) && rows[6][i] >= Real(0); }
};

/// Strength and core radius of one element as four floats.
template <class Real>
struct WriteStrengths {
  std::array<const Real*, 3> strength;
  const Real* sigma;
  float* out;

  FMM_HD void operator()(Index i) const {
    for (std::size_t c = 0; c < 3; ++c) out[4 * static_cast<std::size_t>(i) + c] = static_cast<float>(strength[c][i]);
    out[4 * static_cast<std::size_t>(i) + 3] = static_cast<float>(sigma[i]);
  }
};

/// Position and speed of one particle as four floats.
template <class Real>
struct WriteParticles {
  std::array<const Real*, 3> position, velocity;
  float* out;

  FMM_HD void operator()(Index i) const {
    const Real u = velocity[0][i], v = velocity[1][i], w = velocity[2][i];
    out[4 * static_cast<std::size_t>(i)] = static_cast<float>(position[0][i]);
    out[4 * static_cast<std::size_t>(i) + 1] = static_cast<float>(position[1][i]);
    out[4 * static_cast<std::size_t>(i) + 2] = static_cast<float>(position[2][i]);
    out[4 * static_cast<std::size_t>(i) + 3] = static_cast<float>(sqrt(u * u + v * v + w * w));
  }
};

}  // namespace fmm
