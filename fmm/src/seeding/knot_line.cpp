// The centre lines of torus knots and links.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/input_checks.h"
#include "seeding/centre_line.h"

namespace fmm {
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
    // Sinking outside: so the knots of p, q > 0 are right-handed.
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

}  // namespace fmm
