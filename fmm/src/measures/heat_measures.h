#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "core/math.h"
#include "fmm/diagnostics.h"
#include "measures/vector_at.h"

namespace fmm {

/// Sums of B, B x, |B| and |B| x, x from a point near the elements.
template <class Real>
struct HeatCentre {
  static constexpr std::size_t kCount = 8;
  std::array<const double*, 3> position;
  const Real* heat;
  Vector3<double> from;

  FMM_HD void operator()(Index i, double* sums) const {
    const Vector3<double> x = vectorAt(position, i) - from;
    const double value = heat[i], size = std::fabs(value);
    const double terms[kCount] = {value, value * x.x, value * x.y, value * x.z,
                                  size,  size * x.x,  size * x.y,  size * x.z};
    for (std::size_t k = 0; k < kCount; ++k) sums[k] += terms[k];
  }
};

/// Largest |b| [L/T^2] of an element: |B|/V^(d/3).
template <class Real>
struct LargestBuoyancy {
  const Real *heat, *volume;
  bool plane;

  FMM_HD float operator()(Index i) const {
    const double v = volume[i];
    return v > 0 ? static_cast<float>(std::fabs(double(heat[i])) / (plane ? std::cbrt(v * v) : v)) : 0.f;
  }
};

/// Sums for the circulation about the axis of a thermal, its first moments across and along the axis. The circulation
/// is the integral of the velocity along the axis, and an element's part is that of a core of order 8 in the plane: the
/// sum over nodes is then smooth where 1/r is not.
struct RisingSums {
  static constexpr std::size_t kCount = 4;
  std::array<const double*, 3> position, strength;
  const double* sigma;
  Vector3<double> centre, up;
  bool plane;

  FMM_HD void operator()(Index i, double* sums) const {
    constexpr double kPi = 3.14159265358979323846;
    const Vector3<double> x = vectorAt(position, i) - centre, a = vectorAt(strength, i);
    const double height = dotProduct(x, up);
    double part = 0, across = 0;
    if (plane) {
      const double right = x.x * up.y - x.y * up.x;
      across = std::fabs(right);
      part = right > 0 ? -a.z / 2 : right < 0 ? a.z / 2 : 0;
    } else {
      const Vector3<double> around = crossProduct(up, x);
      const double square = dotProduct(around, around);
      across = std::sqrt(square);
      const double s = square / (sigma[i] * sigma[i]);
      const double inside = 1 - (1 - s * (1.5 - s * (0.375 - s / 48))) * std::exp(-s / 2);
      part = square > 0 ? inside * dotProduct(a, around) / (2 * kPi * square) : 0;
      sums[1] += square > 0 ? dotProduct(a, around) / (2 * kPi * across) : 0;
    }
    sums[0] += part;
    if (plane) sums[1] += part * across;
    sums[2] += part * height;
    sums[3] += std::fabs(part);
  }
};

/// The measures from all sums.
inline HeatMeasures heatMeasures(const std::array<double, HeatCentre<double>::kCount>& centre, Vec3 from, Vec3 up,
                                 const std::array<double, RisingSums::kCount>& rising) {
  HeatMeasures m;
  m.sum = centre[0];
  m.potential = -(dot(Vec3{centre[1], centre[2], centre[3]}, up) + centre[0] * dot(from, up));
  if (centre[4] > 0) m.centre = from + (1 / centre[4]) * Vec3{centre[5], centre[6], centre[7]};
  m.height = dot(m.centre, up);
  constexpr double kRoundOff = 1e-4;  // of what turns either way: no ring
  if (std::fabs(rising[0]) > kRoundOff * rising[3]) {
    m.circulation = rising[0];
    m.radius = rising[1] / rising[0];
    m.vortexHeight = m.height + rising[2] / rising[0];
  }
  return m;
}

}  // namespace fmm
