#include "seeding/tube.h"

#include <algorithm>
#include <cmath>

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Solves theta + e sin(theta) = m for |e| < 1 (Kepler's equation): theta is the angle about the centre line whose
/// density is 1 + e cos(theta), e = distance times curvature, that of a bent tube's volume. Halley's method, which
/// triples the digits, starting from the series of the solution to second order in e.
double volumeAngle(double m, double e) {
  constexpr double kClose = 1e-6;  // the next change would be about the cube of this one
  double low = 0;
  double high = 2 * kPi;
  const double s = std::sin(m), c = std::cos(m);
  double theta = m - e * s * (1 - e * c);
  for (int i = 0; i < 60; ++i) {
    const double bend = e * std::sin(theta), slope = 1 + e * std::cos(theta);
    const double excess = theta + bend - m;
    (excess > 0 ? high : low) = theta;
    double next = theta - excess * slope / (slope * slope + 0.5 * excess * bend);
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const double change = std::abs(next - theta);
    theta = next;
    if (change < kClose) break;
  }
  return theta;
}

/// Polar coordinates (s, theta) of a point of the unit disc.
struct DiscPoint {
  double radius, angle;
};

/// Maps the unit square to the unit disc, uniform in area, concentric squares to circles (Shirley and Chiu 1997):
/// evenly spread points stay evenly spread.
DiscPoint concentricDisc(double u, double v) {
  const double x = 2 * u - 1;
  const double y = 2 * v - 1;
  if (x == 0 && y == 0) return {0, 0};
  const double angle =
      std::abs(x) > std::abs(y) ? (x > 0 ? 0 : kPi) + kPi / 4 * y / x : (y > 0 ? 1 : 3) * kPi / 2 - kPi / 4 * x / y;
  return {std::max(std::abs(x), std::abs(y)), angle < 0 ? angle + 2 * kPi : angle};
}

/// The angle at distance s below which the share `angle`/(2 pi) of the tube's volume lies, from the outside of the
/// bend.
double tubeAngle(const LinePoint& on, double s, double angle) {
  double m = angle - on.bend;
  if (m < 0) m += 2 * kPi;
  if (m >= 2 * kPi) m -= 2 * kPi;
  return volumeAngle(m, s * on.curvature) + on.bend;
}

}  // namespace

double stretchAt(const LinePoint& on, double s, double theta) {
  return 1 + s * on.curvature * std::cos(theta - on.bend);
}

Vec3 besideLine(const LinePoint& on, double s, double theta) {
  return on.position + s * std::cos(theta) * on.first + s * std::sin(theta) * on.second;
}

TubePoint tubePoint(const CentreLine& line, double tube, double along, double u, double v) {
  const LinePoint on = line.at(along);
  const DiscPoint disc = concentricDisc(u, v);
  const double s = tube * disc.radius;
  return {besideLine(on, s, tubeAngle(on, s, disc.angle)), on.tangent, s};
}

Vec3 shellPoint(const CentreLine& line, double tube, double along, double around) {
  const LinePoint on = line.at(along);
  return besideLine(on, tube, tubeAngle(on, tube, 2 * kPi * around));
}

Vec3 sheetPoint(const CentreLine& line, const Strip& strip, double along, double beside, double across) {
  const double halfWidth = strip.halfWidth, angle = strip.angle;
  const LinePoint on = line.at(along);
  // The root in -1 to 1 of e s^2/2 + s + c = 0, from the share of the area up to s.
  const double e = halfWidth * on.curvature * std::cos(angle - on.bend), c = 1 - 0.5 * e - 2 * beside;
  const double s = -2 * c / (1 + std::sqrt(std::max(0.0, 1 - 2 * e * c)));
  const Vec3 normal = -std::sin(angle) * on.first + std::cos(angle) * on.second;
  return besideLine(on, halfWidth * std::clamp(s, -1.0, 1.0), angle) + (across - 0.5) * strip.thickness * normal;
}

}  // namespace fmm
