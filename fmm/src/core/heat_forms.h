#pragma once

#include <cmath>
#include <vector>

#include "core/lattice_frame.h"
#include "core/math.h"
#include "fmm/settings.h"

namespace fmm {

/// A region of heat in the frame in which it is asked, for launches.
struct HeatForm {
  HeatShape shape;
  HeatSupply supply;
  bool plane;
  Vector3<double> centre, axis[3];
  double radius, tube, half[3];  ///< tube: half of HeatSource::thickness
  double edge, buoyancy;
  int ripples;
  double rippleHeight;

  /// b over HeatSource::buoyancy, from 0 to 1.
  FMM_HD double partAt(const Vector3<double>& x) const { return 0.5 * std::erfc(distance(x) / edge); }
  /// Distance from the surface, negative inside [L].
  FMM_HD double distance(const Vector3<double>& x) const {
    const Vector3<double> away = x - centre;
    const double a = dotProduct(away, axis[0]), b = plane ? 0 : dotProduct(away, axis[1]);
    const double c = dotProduct(away, axis[2]) - ripple(a, b);
    const double across = std::sqrt(a * a + b * b);
    switch (shape) {
      case HeatShape::ball:
        return std::sqrt(across * across + c * c) - radius;
      case HeatShape::box:
        return outside(std::fabs(a) - half[0], plane ? -half[1] : std::fabs(b) - half[1], std::fabs(c) - half[2]);
      case HeatShape::disc:
        return outside(across - radius, -tube, std::fabs(c) - tube);
      case HeatShape::ring:
        break;
    }
    if (plane) return std::fabs(std::sqrt(a * a + c * c) - radius) - tube;
    return std::sqrt((across - radius) * (across - radius) + c * c) - tube;
  }
  /// Half the side of a cube about the centre that holds all but the tails of the edge.
  FMM_HD double reach() const {
    const double tails = 2.7 * edge + (ripples > 0 ? 1.4 * std::fabs(rippleHeight) : 0);
    switch (shape) {
      case HeatShape::ball:
        return radius + tails;
      case HeatShape::box:
        return std::sqrt(half[0] * half[0] + (plane ? 0 : half[1] * half[1]) + half[2] * half[2]) + tails;
      case HeatShape::disc:
      case HeatShape::ring:
        break;
    }
    return radius + tube + tails;
  }

 private:
  /// Distance from a box whose faces are these distances away.
  FMM_HD static double outside(double a, double b, double c) {
    const double x = larger(a, 0.0), y = larger(b, 0.0), z = larger(c, 0.0);
    return std::sqrt(x * x + y * y + z * z) + smaller(larger(a, larger(b, c)), 0.0);
  }
  /// Height of the surface's waves: three neighbouring numbers of waves, so that no two crests are alike.
  FMM_HD double ripple(double a, double b) const {
    if (ripples == 0) return 0;
    constexpr double kPi = 3.14159265358979323846;
    const bool box = shape == HeatShape::box;
    const double width = box ? half[0] : radius, along = kPi * a / width, around = std::atan2(b, a);
    const double other = box && !plane ? kPi * b / half[1] : 0;
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const int n = ripples - 1 + k;
      const double weight = k == 1 ? 0.6 : 0.4, phase = 2.4 * k;
      sum += plane || box ? weight * std::cos(n * along + phase) * (box && !plane ? std::cos(n * other - phase) : 1)
                          : weight * std::cos(n * around + phase) * smaller(std::sqrt(a * a + b * b) / width, 1.0);
    }
    return rippleHeight * sum;
  }
};

/// The form of a source in a frame with this origin and these axes.
inline HeatForm heatFormOf(const HeatSource& source, bool plane, const Vec3& up, const LatticeFrame& frame) {
  const auto turned = [&](Vec3 v) {
    const Vec3 t = frame.turned(v);
    return Vector3<double>{t.x, t.y, t.z};
  };
  const double length = norm(source.axis);
  const Vec3 third = length > 0 ? (1 / length) * source.axis : up;
  const Vec3 aside = plane ? Vec3{0, 0, 1} : std::fabs(third.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 across = plane ? cross(third, aside) : aside - dot(aside, third) * third;
  const Vec3 first = (1 / norm(across)) * across;
  HeatForm form = {};
  form.shape = source.shape;
  form.supply = source.supply;
  form.plane = plane;
  form.centre = turned(source.centre - frame.origin);
  form.axis[0] = turned(first);
  form.axis[1] = turned(cross(third, first));
  form.axis[2] = turned(third);
  form.radius = source.radius;
  form.tube = source.thickness / 2;
  for (std::size_t k = 0; k < 3; ++k) form.half[k] = source.halfAxes[k];
  if (plane) form.half[2] = source.halfAxes[1];
  form.edge = source.edge;
  form.buoyancy = source.buoyancy;
  form.ripples = source.ripples;
  form.rippleHeight = source.rippleHeight;
  return form;
}
/// In the frame of positions.
inline HeatForm heatFormOf(const HeatSource& source, Space space, const Vec3& up) {
  return heatFormOf(source, space == Space::plane, up, LatticeFrame{});
}

}  // namespace fmm
