#include "fmm/initial_conditions.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "fmm/error.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// A `gaussian` core is filled out to this many core radii, where exp(-s^2/a^2) = 0.2 %.
constexpr double kGaussianExtent = 2.5;
constexpr double kLargestWave = 0.9;
constexpr int kLargestWaveMode = 1000;

// ---- messages -------------------------------------------------------------------------------------------------------

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

[[noreturn]] void reject(const char* field, const std::string& value, const std::string& allowed) {
  throw InvalidInput(std::string(field) + " = " + value + ": allowed is " + allowed);
}

void requireFinite(const char* field, Vec3 v) {
  if (std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) return;
  reject(field, "(" + number(v.x) + ", " + number(v.y) + ", " + number(v.z) + ")", "finite coordinates");
}

// ---- random numbers -------------------------------------------------------------------------------------------------

/// Finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection of 64 bits whose output passes BigCrush.
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Counter-based generator: every number is a function of (seed, stream, item, lane) alone, so that items may be made
/// in any order, by any number of threads, with the same bits.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : key_(mix(mix(seed + kStep) + (stream + 1) * kStep)) {}
  /// Uniform in [0, 1), a multiple of 2^-53. Lanes 0 to 3.
  double uniform(std::uint64_t item, unsigned lane) const {
    return static_cast<double>(mix(key_ + (4 * item + lane + 1) * kStep) >> 11) * 0x1p-53;
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;
  std::uint64_t key_;
};

/// Streams keep the elements and tracers of rings that share a seed apart.
std::uint64_t elementStream(std::int32_t index) {
  return 2 * static_cast<std::uint64_t>(static_cast<std::uint32_t>(index));
}
std::uint64_t tracerStream(std::int32_t index) {
  return elementStream(index) + 1;
}

double fraction(double x) {
  return x - std::floor(x);
}

// ---- the centre line ------------------------------------------------------------------------------------------------

/// The closed plane curve r(phi) = R (1 + amplitude cos(mode phi)) about the ring's centre, by arc length.
class CentreLine {
 public:
  explicit CentreLine(const Ring& ring);

  struct Point {
    Vec3 position;
    Vec3 tangent;  ///< unit vector along the vorticity of positive circulation
    Vec3 outward;  ///< unit vector in the ring's plane, normal to the tangent
    double curvature;
  };
  /// The point at `part` (0 to 1) of the length.
  Point at(double part) const;
  double length() const { return length_; }
  double largestCurvature() const { return largestCurvature_; }
  Vec3 axis() const { return axis_; }

 private:
  struct Polar {
    double r, slope, bend;  ///< r, dr/dphi, d2r/dphi2
    double speed() const { return std::hypot(r, slope); }
  };
  Polar polar(double phi) const;
  double arc(double from, double to) const;
  double angleAt(double length) const;

  Vec3 centre_, axis_, first_, second_;
  double radius_, amplitude_, mode_;
  double length_ = 0, largestCurvature_ = 0;
  std::vector<double> lengthTo_;  ///< [knots + 1] arc length to knot k; empty for a circle
};

CentreLine::CentreLine(const Ring& ring)
    : centre_(ring.centre),
      axis_((1 / norm(ring.axis)) * ring.axis),
      radius_(ring.radius),
      amplitude_(ring.waveMode == 0 ? 0 : ring.waveAmplitude),
      mode_(ring.waveMode) {
  if (ring.waveMode == 0) radius_ *= 1 + ring.waveAmplitude;
  // Orthonormal basis without branches: Duff et al. 2017, "Building an orthonormal basis, revisited".
  const double sign = std::copysign(1.0, axis_.z);
  const double a = -1 / (sign + axis_.z);
  const double b = axis_.x * axis_.y * a;
  first_ = {1 + sign * axis_.x * axis_.x * a, sign * b, -sign * axis_.x};
  second_ = {b, sign + axis_.y * axis_.y * a, -axis_.y};

  length_ = 2 * kPi * radius_;
  largestCurvature_ = 1 / radius_;
  if (amplitude_ == 0) return;
  const int knots = 64 * (ring.waveMode + 1);
  lengthTo_.assign(1, 0);
  for (int k = 0; k < knots; ++k) {
    const double from = 2 * kPi * k / knots;
    const double to = 2 * kPi * (k + 1) / knots;
    lengthTo_.push_back(lengthTo_.back() + arc(from, to));
    const Polar p = polar(from);
    const double curvature = (p.r * p.r + 2 * p.slope * p.slope - p.r * p.bend) / std::pow(p.speed(), 3);
    largestCurvature_ = std::max(largestCurvature_, std::abs(curvature));
  }
  length_ = lengthTo_.back();
}

CentreLine::Polar CentreLine::polar(double phi) const {
  const double c = amplitude_ * std::cos(mode_ * phi);
  const double s = amplitude_ * std::sin(mode_ * phi);
  return {radius_ * (1 + c), -radius_ * mode_ * s, -radius_ * mode_ * mode_ * c};
}

/// Length between two angles of one knot interval by Gauss-Legendre quadrature of 5 points.
double CentreLine::arc(double from, double to) const {
  constexpr double kNode[] = {0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr double kWeight[] = {0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double middle = 0.5 * (from + to);
  const double half = 0.5 * (to - from);
  double sum = kWeight[0] * polar(middle).speed();
  for (int i = 1; i < 3; ++i) {
    sum += kWeight[i] * (polar(middle - half * kNode[i]).speed() + polar(middle + half * kNode[i]).speed());
  }
  return half * sum;
}

/// Inverse of the arc length: Newton's method within the knot interval, which is nearly linear.
double CentreLine::angleAt(double length) const {
  if (lengthTo_.empty()) return length / radius_;
  const auto next = std::upper_bound(lengthTo_.begin() + 1, lengthTo_.end() - 1, length);
  const auto knot = next - lengthTo_.begin() - 1;
  const double step = 2 * kPi / static_cast<double>(lengthTo_.size() - 1);
  const double from = step * static_cast<double>(knot);
  double phi = from + step * (length - lengthTo_[knot]) / (*next - lengthTo_[knot]);
  for (int i = 0; i < 4; ++i) phi -= (lengthTo_[knot] + arc(from, phi) - length) / polar(phi).speed();
  return phi;
}

CentreLine::Point CentreLine::at(double part) const {
  const double phi = angleAt(part * length_);
  const Vec3 radial = std::cos(phi) * first_ + std::sin(phi) * second_;
  const Vec3 azimuthal = cross(axis_, radial);
  const Polar p = polar(phi);
  const double speed = p.speed();
  const Vec3 tangent = (1 / speed) * (p.slope * radial + p.r * azimuthal);
  const double curvature = (p.r * p.r + 2 * p.slope * p.slope - p.r * p.bend) / (speed * speed * speed);
  return {centre_ + p.r * radial, tangent, cross(tangent, axis_), curvature};
}

// ---- filling a tube -------------------------------------------------------------------------------------------------

/// Solves theta + e sin(theta) = m for |e| < 1 (Kepler's equation): the angle about the centre line whose
/// distribution has the density 1 + e cos(theta), e = distance times curvature, of a bent tube's volume.
double volumeAngle(double m, double e) {
  double low = 0;
  double high = 2 * kPi;
  double theta = m;
  for (int i = 0; i < 60; ++i) {
    const double excess = theta + e * std::sin(theta) - m;
    (excess > 0 ? high : low) = theta;
    double next = theta - excess / (1 + e * std::cos(theta));
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double change = std::abs(next - theta);
    theta = next;
    if (change < 1e-14) break;
  }
  return theta;
}

struct TubePoint {
  Vec3 position;
  Vec3 tangent;
  double distance;  ///< from the centre line
};

/// Polar coordinates (s, theta) of a point of the unit disc.
struct DiscPoint {
  double radius, angle;
};

/// Maps the unit square to the unit disc, uniform in area, squares about the centre to circles (Shirley and Chiu 1997):
/// evenly spread points stay evenly spread.
DiscPoint concentricDisc(double u, double v) {
  const double x = 2 * u - 1;
  const double y = 2 * v - 1;
  if (x == 0 && y == 0) return {0, 0};
  const double angle =
      std::abs(x) > std::abs(y) ? (x > 0 ? 0 : kPi) + kPi / 4 * y / x : (y > 0 ? 1 : 3) * kPi / 2 - kPi / 4 * x / y;
  return {std::max(std::abs(x), std::abs(y)), angle < 0 ? angle + 2 * kPi : angle};
}

/// Maps the unit cube to the tube of radius `tube` about the line, uniform in volume: dV = s (1 + s kappa cos theta).
TubePoint tubePoint(const CentreLine& line, double tube, double along, double u, double v) {
  const CentreLine::Point on = line.at(along);
  const DiscPoint disc = concentricDisc(u, v);
  const double s = tube * disc.radius;
  const double theta = volumeAngle(disc.angle, s * on.curvature);
  const Vec3 position = on.position + s * std::cos(theta) * on.outward + s * std::sin(theta) * line.axis();
  return {position, on.tangent, s};
}

// ---- checks ---------------------------------------------------------------------------------------------------------

void requireShape(const Ring& ring) {
  requireFinite("ring.centre", ring.centre);
  requireFinite("ring.axis", ring.axis);
  const double axisLength = norm(ring.axis);
  if (!(axisLength > 0 && std::isfinite(1 / axisLength))) reject("ring.axis", "(0, 0, 0)", "any vector but 0");
  if (!(ring.radius > 0 && std::isfinite(ring.radius))) reject("ring.radius", number(ring.radius), "more than 0");
  if (!(std::abs(ring.waveAmplitude) <= kLargestWave)) {
    reject("ring.waveAmplitude", number(ring.waveAmplitude), number(-kLargestWave) + " to " + number(kLargestWave));
  }
  if (ring.waveMode < 0 || ring.waveMode > kLargestWaveMode) {
    reject("ring.waveMode", std::to_string(ring.waveMode), "0 to " + std::to_string(kLargestWaveMode));
  }
}

/// A tube wider than the line's smallest radius of curvature would overlap itself; `extent` = tube radius / value.
void requireTube(const char* field, double value, double extent, const CentreLine& line) {
  const double limit = 1 / (extent * line.largestCurvature());
  if (!(value > 0 && value < limit)) reject(field, number(value), "more than 0 and less than " + number(limit));
}

double fillingExtent(CoreProfile profile) {
  return profile == CoreProfile::gaussian ? kGaussianExtent : 1;
}

CentreLine checkedLine(const Ring& ring) {
  requireShape(ring);
  CentreLine line(ring);
  if (ring.profile != CoreProfile::filament) {
    requireTube("ring.coreRadius", ring.coreRadius, fillingExtent(ring.profile), line);
  }
  return line;
}

template <class Body>
void parallelFor(std::size_t count, const Body& body) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, 1024), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
  });
}

// ---- making elements ------------------------------------------------------------------------------------------------

/// Equal arcs along the line, from where phi = 0.
void placeFilament(const CentreLine& line, std::size_t count, Vec3* position, Vec3* strength) {
  parallelFor(count, [&](std::size_t i) {
    const CentreLine::Point on = line.at(static_cast<double>(i) / static_cast<double>(count));
    position[i] = on.position;
    strength[i] = on.tangent;
  });
}

/// Fills the core evenly: equal arcs along the line, and over the section the R2 sequence (Roberts 2018, additive
/// recurrence with the powers of 1/1.3247...), shifted by the seed. Where the section's worth of elements has passed,
/// the line has advanced by one mean spacing, so neighbours are equally far in every direction, and the field is much
/// smoother than that of as many random points. Strengths are the tangent times the profile's vorticity: equal
/// volumes, so that a `gaussian` core overlaps as well at its edge as in its middle.
void placeCore(const Ring& ring, const CentreLine& line, const Random& random, std::size_t count, Vec3* position,
               Vec3* strength) {
  constexpr double kFirst = 0.7548776662466927;   // 1/g
  constexpr double kSecond = 0.5698402909980532;  // 1/g^2, g^3 = g + 1
  const double tube = fillingExtent(ring.profile) * ring.coreRadius;
  const double shift[] = {random.uniform(0, 0), random.uniform(0, 1), random.uniform(0, 2)};
  parallelFor(count, [&](std::size_t i) {
    const double k = static_cast<double>(i);
    const TubePoint point = tubePoint(line, tube, (k + shift[0]) / static_cast<double>(count),
                                      fraction(shift[1] + k * kFirst), fraction(shift[2] + k * kSecond));
    const double s = point.distance / ring.coreRadius;
    const double weight = ring.profile == CoreProfile::gaussian ? std::exp(-s * s) : 1;
    position[i] = point.position;
    strength[i] = weight * point.tangent;
  });
}

/// Scales the strengths so that their lengths add up to |Gamma| times the length of the line.
void normalise(double target, std::size_t count, Vec3* strength) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += norm(strength[i]);
  for (std::size_t i = 0; i < count; ++i) strength[i] = (target / sum) * strength[i];
}

double meanSpacing(const Ring& ring, const CentreLine& line, std::size_t count) {
  if (ring.profile == CoreProfile::filament) return line.length() / static_cast<double>(count);
  const double tube = fillingExtent(ring.profile) * ring.coreRadius;
  return std::cbrt(kPi * tube * tube * line.length() / static_cast<double>(count));  // Pappus: volume = area * length
}

}  // namespace

void addRing(const Ring& ring, std::size_t count, double sigma, std::int32_t index, std::uint64_t seed,
             Elements& elements) {
  const CentreLine line = checkedLine(ring);
  if (!std::isfinite(ring.circulation)) reject("ring.circulation", number(ring.circulation), "any finite value");
  if (!(sigma >= 0 && std::isfinite(sigma))) reject("sigma", number(sigma), "0 or more");
  if (count == 0) return;
  fillExtents(elements);
  const std::size_t first = elements.size();
  elements.position.resize(first + count);
  elements.strength.resize(first + count);
  elements.coreRadius.resize(first + count, sigma);
  elements.ring.resize(first + count, index);
  const double spacing = meanSpacing(ring, line, count);
  elements.referenceRadius.resize(first + count, sigma);
  elements.length.resize(first + count, spacing);
  elements.volume.resize(first + count, ring.profile == CoreProfile::filament ? 0 : spacing * spacing * spacing);
  Vec3* const position = elements.position.data() + first;
  Vec3* const strength = elements.strength.data() + first;
  if (ring.profile == CoreProfile::filament) {
    placeFilament(line, count, position, strength);
  } else {
    placeCore(ring, line, Random(seed, elementStream(index)), count, position, strength);
  }
  normalise(ring.circulation * line.length(), count, strength);
}

void addTracersAround(const Ring& ring, double tubeRadius, std::size_t count, std::int32_t index, std::uint64_t seed,
                      Tracers& tracers) {
  requireShape(ring);
  const CentreLine line(ring);
  requireTube("tubeRadius", tubeRadius, 1, line);
  const Random random(seed, tracerStream(index));
  const std::size_t first = tracers.size();
  tracers.position.resize(first + count);
  tracers.ring.resize(first + count, index);
  parallelFor(count, [&](std::size_t i) {
    tracers.position[first + i] =
        tubePoint(line, tubeRadius, random.uniform(i, 0), random.uniform(i, 1), random.uniform(i, 2)).position;
  });
}

void addTracersInBox(Vec3 low, Vec3 high, std::size_t count, std::int32_t index, std::uint64_t seed, Tracers& tracers) {
  requireFinite("low", low);
  requireFinite("high", high);
  const Vec3 extent = high - low;
  if (!(extent.x >= 0 && extent.y >= 0 && extent.z >= 0)) {
    reject("high - low", "(" + number(extent.x) + ", " + number(extent.y) + ", " + number(extent.z) + ")",
           "0 or more in every direction");
  }
  const Random random(seed, tracerStream(index));
  const std::size_t first = tracers.size();
  tracers.position.resize(first + count);
  tracers.ring.resize(first + count, index);
  parallelFor(count, [&](std::size_t i) {
    const Vec3 offset = {random.uniform(i, 0) * extent.x, random.uniform(i, 1) * extent.y,
                         random.uniform(i, 2) * extent.z};
    tracers.position[first + i] = low + offset;
  });
}

double meanSpacing(const Ring& ring, std::size_t count) {
  const CentreLine line = checkedLine(ring);
  if (count == 0) reject("count", "0", "1 or more");
  return meanSpacing(ring, line, count);
}

}  // namespace fmm
