#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/input_checks.h"
#include "seeding/arc_length.h"
#include "seeding/centre_line.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

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

/// Along an arc of pi times the smallest radius of curvature the line moves away from where it was at least as a circle
/// of that radius does (Schur 1921); only what is farther along it can come back.
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
