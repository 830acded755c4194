#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/math.h"
#include "fmm/settings.h"

namespace fmm {

/// A unit of length in which sums over pairs neither overflow nor vanish, although cubes of lengths occur in them. It
/// is a power of two, so that numbers keep their digits, and 1 [L] for usual sizes.
class LengthUnit {
 public:
  LengthUnit() = default;
  /// The geometric mean of two lengths [L]: distances of about each of them occur. 1 if one is 0 or not finite.
  LengthUnit(double shorter, double longer) {
    constexpr int kUsual = 20, kMost = 1000;
    if (!(shorter > 0 && longer > 0) || !std::isfinite(shorter) || !std::isfinite(longer)) return;
    const int exponent = (std::ilogb(shorter) + std::ilogb(longer)) / 2;
    if (std::abs(exponent) > kUsual) inverse_ = std::ldexp(1., -std::clamp(exponent, -kMost, kMost));
  }

  bool isOne() const { return inverse_ == 1; }
  double inverse() const { return inverse_; }

 private:
  double inverse_ = 1;
};

/// The middle one in size, of two the smaller; 0 if there are none.
inline double medianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The median of points along each axis: a few far away do not move it.
inline Vec3 medianOf(const std::vector<Vec3>& points) {
  std::array<std::vector<double>, 3> parts;
  for (const Vec3& p : points) {
    parts[0].push_back(p.x);
    parts[1].push_back(p.y);
    parts[2].push_back(p.z);
  }
  return {medianOf(parts[0]), medianOf(parts[1]), medianOf(parts[2])};
}

/// The median of the distances along an axis that points have from `centre`, as far as these are not 0.
inline double typicalDistance(const std::vector<Vec3>& points, const Vec3& centre) {
  std::vector<double> distances;
  for (const Vec3& p : points) {
    const Vec3 off = p - centre;
    const double distance = std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)});
    if (distance > 0) distances.push_back(distance);
  }
  return medianOf(std::move(distances));
}

/// Powers of a length by which a quantity of a field falls if all lengths grow and strengths stay.
struct LengthPowers {
  int velocity, gradient, vorticity;
};
constexpr LengthPowers lengthPowers(Space space) {
  return space == Space::plane ? LengthPowers{1, 2, 2} : LengthPowers{2, 3, 3};
}

/// `value` times `power` factors, one after another: their product may be beyond the range of numbers.
FMM_HD inline double timesPower(double value, double factor, int power) {
  for (int k = 0; k < power; ++k) value *= factor;
  return value;
}

}  // namespace fmm
