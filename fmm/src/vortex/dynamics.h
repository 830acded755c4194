#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/math.h"
#include "core/particles.h"
#include "core/rows.h"
#include "fmm/settings.h"

namespace fmm {

/// Rows of an element: x, y, z, alpha x, y, z, sigma, l.
constexpr std::size_t kElementRows = 8;
constexpr std::size_t kCoreRow = 6, kLengthRow = 7;

/// What a step does not change of an element: its volume, its ring and, in a flow with heat, B.
constexpr std::size_t kVolumeRow = 0, kRingRow = 1, kHeatRow = 2;
template <class Exec, class Real>
class FixedRows : public Rows<Exec, Real, 3> {
 public:
  /// Without heat that row has no memory.
  void resize(Index n, bool withHeat) {
    this->resizeRows(n, withHeat ? kHeatRow + 1 : kHeatRow);
    hasHeat_ = withHeat;
  }
  bool hasHeat() const { return hasHeat_; }
  std::size_t used() const { return hasHeat_ ? kHeatRow + 1 : kHeatRow; }
  Real* heat() { return hasHeat_ ? (*this)[kHeatRow] : nullptr; }
  const Real* heat() const { return hasHeat_ ? (*this)[kHeatRow] : nullptr; }

 private:
  bool hasHeat_ = false;
};

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

/// The smallest number whose inverse is finite.
template <class Real>
constexpr Real kLeastNormal = std::numeric_limits<Real>::min();

/// d(alpha)/dt, d(sigma^2)/dt and dl/dt of all elements from the gradient's nine rows. With S the stretching rate and e
/// the direction of alpha the reformulated method (Alvarez and Ning 2023, f = 0, g = 1/5) has
///   d(alpha)/dt = S - 3/5 (S . e) e,   d(sigma^2)/dt = -2/5 sigma^2 (S . e) / |alpha|.
/// Core spreading adds its rate to d(sigma^2)/dt. Material lines stretch in the same way in all formulations: dl/dt = l
/// (e . J e).
template <class Real>
struct StretchElements {
  Stretching scheme;
  Formulation formulation;
  Real spreading;  ///< d(sigma^2)/dt by viscosity, 2 nu
  std::array<const Real*, 9> gradient;
  std::array<const Real*, kElementRows> element;
  std::array<Real*, kElementRows> rate;

  FMM_HD void operator()(Index i) const {
    Real j[9];
    for (int c = 0; c < 9; ++c) j[c] = gradient[c][i];
    const Vector3<Real> a = {element[3][i], element[4][i], element[5][i]};
    const Vector3<Real> s = stretchingRate<Real>(scheme, j, a);
    // Treats a tiny strength as zero: the inverse of its square would be infinite.
    const Real square = dotProduct(a, a), inverse = square >= kLeastNormal<Real> ? 1 / square : Real(0);
    // (S . e) / |alpha|, the relative growth of the strength.
    const Real growth = formulation == Formulation::reformulated ? inverse * dotProduct(s, a) : Real(0);
    rate[3][i] = s.x - Real(0.6) * growth * a.x;
    rate[4][i] = s.y - Real(0.6) * growth * a.y;
    rate[5][i] = s.z - Real(0.6) * growth * a.z;
    rate[6][i] = spreading - Real(0.4) * growth * element[6][i] * element[6][i];
    rate[7][i] = element[7][i] * inverse * dotProduct(stretchingRate<Real>(Stretching::classical, j, a), a);
  }
};

/// Turns strengths towards the vorticity (Pedrizzetti 1992) and keeps their lengths:
///   alpha <- (1 - c) alpha + c |alpha| omega/|omega|, scaled back to |alpha|.
/// omega = curl u comes from the velocity gradient, which the step has anyway; it is the divergence-free part of the
/// sum of the elements' blobs. Turned towards that sum itself, strengths keep their divergence: a trefoil of 4096
/// elements then lost 4 % of its impulse by t = 0.33 instead of 0.4 %, and in the end its helicity changed sign.
template <class Real>
struct RelaxStrengths {
  std::array<const Real*, 9> gradient;
  std::array<double*, 3> strength;
  double part;  ///< c

  FMM_HD void operator()(Index i) const {
    const Vector3<double> omega = {double(gradient[7][i]) - gradient[5][i], double(gradient[2][i]) - gradient[6][i],
                                   double(gradient[3][i]) - gradient[1][i]};
    const Vector3<double> alpha = {strength[0][i], strength[1][i], strength[2][i]};
    const double length = std::sqrt(dotProduct(alpha, alpha)), size = std::sqrt(dotProduct(omega, omega));
    if (!(length > 0) || !(size > 0)) return;
    const double keep = (1 - part) / length, take = part / size;  // factors of the unit vectors
    const Vector3<double> turned = {keep * alpha.x + take * omega.x, keep * alpha.y + take * omega.y,
                                    keep * alpha.z + take * omega.z};
    const double norm = std::sqrt(dotProduct(turned, turned));
    if (!(norm > 0)) return;
    strength[0][i] = length * (turned.x / norm);
    strength[1][i] = length * (turned.y / norm);
    strength[2][i] = length * (turned.z / norm);
  }
};

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

}  // namespace fmm
