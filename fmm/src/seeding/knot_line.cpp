#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/input_checks.h"
#include "seeding/centre_line.h"
#include "seeding/closed_spline.h"

namespace fmm {

// The centre lines of torus knots and links.

namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kMostTurns = 20;
constexpr double kLargestWave = 0.9;
constexpr int kLargestWaveMode = 200;

/// A quantity along the line with its first two derivatives.
struct Jet {
  double value, slope, bend;
};

/// One component as a function of t, in the torus's own cylindrical coordinates.
struct KnotCurve {
  Vec3 centre;
  Basis basis;
  double p, q, shift;  ///< phi = p t, theta = q t + shift
  double radius, minor, across, along, mode, phase;

  Jet wave(double amplitude, double t) const {
    const double c = amplitude * std::cos(mode * t + phase), s = amplitude * std::sin(mode * t + phase);
    return {c, -mode * s, -mode * mode * c};
  }

  CurveJet operator()(double t) const {
    const double theta = q * t + shift, c = std::cos(theta), s = std::sin(theta);
    // Downwards outside, so that the knots of p, q > 0 are right-handed.
    Jet m = wave(minor * across, t);
    m.value += minor;
    const Jet lift = wave(minor * along, t);
    const Jet r = {radius + m.value * c, m.slope * c - m.value * q * s,
                   m.bend * c - 2 * m.slope * q * s - m.value * q * q * c};
    const Jet z = {lift.value - m.value * s, lift.slope - m.slope * s - m.value * q * c,
                   lift.bend - m.bend * s - 2 * m.slope * q * c + m.value * q * q * s};
    const Vec3 radial = std::cos(p * t) * basis.first + std::sin(p * t) * basis.second;
    const Vec3 azimuthal = cross(basis.axis, radial);
    const auto vector = [&](double a, double b, double d) { return a * radial + b * azimuthal + d * basis.axis; };
    return {centre + vector(r.value, 0, z.value), vector(r.slope, r.value * p, z.slope),
            vector(r.bend - r.value * p * p, 2 * r.slope * p, z.bend), vector(c, 0, -s)};
  }
};

KnotCurve curveOf(const TorusKnot& knot, int component) {
  const int parts = knot.components();
  return {knot.centre,
          basisAbout(knot.axis),
          static_cast<double>(knot.p / parts),
          static_cast<double>(knot.q / parts),
          2 * kPi * component / knot.p,
          knot.radius,
          knot.minorRadius,
          knot.waveAmplitude,
          knot.waveMode == 0 ? 0 : knot.axialAmplitude,
          static_cast<double>(knot.waveMode),
          knot.wavePhase};
}

void requireShape(const TorusKnot& knot) {
  requireFinite("knot.centre", knot.centre);
  requireDirection("knot.axis", knot.axis);
  requireWithin("knot.p", knot.p, 1, kMostTurns);
  requireWithin("knot.q", knot.q, -kMostTurns, kMostTurns);
  requirePositive("knot.radius", knot.radius);
  requireWithin("knot.waveAmplitude", knot.waveAmplitude, -kLargestWave, kLargestWave);
  requireWithin("knot.axialAmplitude", knot.axialAmplitude, -kLargestWave, kLargestWave);
  requireWithin("knot.waveMode", knot.waveMode, 0, kLargestWaveMode);
  requireFinite("knot.wavePhase", knot.wavePhase);
  const double widest = knot.radius / (1 + std::abs(knot.waveAmplitude));
  if (!(knot.minorRadius > 0 && knot.minorRadius < widest))
    rejectInput("knot.minorRadius", numberText(knot.minorRadius), "more than 0 and less than " + numberText(widest));
}

int piecesOf(const TorusKnot& knot) {
  constexpr int kPiecesPerTurn = 48;
  const int parts = knot.components();
  return kPiecesPerTurn * (knot.p / parts + std::abs(knot.q) / parts + knot.waveMode);
}

/// Smallest distance between the first component and the others.
double clearanceOf(const TorusKnot& knot) {
  const int samples = std::min(piecesOf(knot), 600);
  const auto pointsOf = [&](int component) {
    std::vector<Vec3> points;
    const KnotCurve curve = curveOf(knot, component);
    for (int i = 0; i < samples; ++i) points.push_back(curve(2 * kPi * i / samples).position);
    return points;
  };
  double nearest = std::numeric_limits<double>::infinity();
  const std::vector<Vec3> first = pointsOf(0);
  for (int other = 1; other < knot.components(); ++other)
    for (const Vec3& y : pointsOf(other))
      for (const Vec3& x : first) nearest = std::min(nearest, norm(x - y));
  return nearest;
}

}  // namespace

std::unique_ptr<CentreLine> TorusKnot::centreLine(int component) const {
  requireShape(*this);
  const int parts = components();
  if (component < 0 || component >= parts)
    rejectInput("component", std::to_string(component), "0 to " + std::to_string(parts - 1));
  return spaceCurve(curveOf(*this, component), piecesOf(*this), clearanceOf(*this));
}

namespace {

class SpaceCurve : public CentreLine {
 public:
  SpaceCurve(std::function<CurveJet(double)> jet, int pieces, double clearance)
      : jet_(std::move(jet)),
        arc_([jet = jet_](double t) { return norm(jet(t).velocity); }, pieces),
        pieces_(pieces),
        clearance_(clearance) {}

  LinePoint at(double part) const override {
    const CurveJet jet = jet_(arc_.parameterAt(part * arc_.total()));
    const double speed = norm(jet.velocity);
    LinePoint point;
    point.position = jet.position;
    point.tangent = (1 / speed) * jet.velocity;
    const Vec3 beside = jet.side - dot(jet.side, point.tangent) * point.tangent;
    point.first = (1 / norm(beside)) * beside;
    point.second = cross(point.first, point.tangent);  // first, second as (outward, axis) of a circle
    const Vec3 turn = (1 / (speed * speed)) * jet.acceleration;
    const double a = -dot(turn, point.first), b = -dot(turn, point.second);
    point.curvature = std::hypot(a, b);
    point.bend = point.curvature > 0 ? std::atan2(b, a) : 0;
    return point;
  }
  double length() const override { return arc_.total(); }
  double widestTube() const override;

 private:
  std::function<CurveJet(double)> jet_;
  ArcLength arc_;
  int pieces_;
  double clearance_;
};

/// Along an arc of pi times the smallest radius of curvature the line departs from its start at least as fast as a
/// circle of that radius (Schur 1921): only points farther along the line can come close again.
double SpaceCurve::widestTube() const {
  constexpr int kFewest = 200, kMost = 2000;
  const int samples = std::clamp(pieces_, kFewest, kMost);
  std::vector<Vec3> points;
  double curvature = 0;
  for (int i = 0; i < samples; ++i) {
    const LinePoint point = at(static_cast<double>(i) / samples);
    points.push_back(point.position);
    curvature = std::max(curvature, std::abs(point.curvature));
  }
  const double spacing = length() / samples;
  double nearest = clearance_;
  for (int i = 0; i < samples; ++i)
    for (int j = i + 1; j < samples; ++j)
      if (std::min(j - i, samples - (j - i)) * spacing * curvature > kPi)
        nearest = std::min(nearest, norm(points[static_cast<std::size_t>(i)] - points[static_cast<std::size_t>(j)]));
  return std::min(1 / curvature, nearest / 2);
}

}  // namespace

std::unique_ptr<CentreLine> spaceCurve(std::function<CurveJet(double)> jet, int pieces, double clearance) {
  return std::make_unique<SpaceCurve>(std::move(jet), pieces, clearance);
}

Basis basisAbout(Vec3 axis) {
  Basis basis;
  const Vec3 n = basis.axis = (1 / norm(axis)) * axis;
  const double sign = std::copysign(1.0, n.z);
  const double a = -1 / (sign + n.z);
  const double b = n.x * n.y * a;
  basis.first = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
  basis.second = {b, sign + n.y * n.y * a, -n.y};
  return basis;
}

void requireTube(const std::string& field, double value, double extent, const CentreLine& line) {
  const double limit = line.widestTube() / extent;
  if (!(value > 0 && value < limit))
    rejectInput(field, numberText(value), "more than 0 and less than " + numberText(limit));
}

}  // namespace fmm
