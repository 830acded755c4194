// The centre line of a closed curve that points give: a periodic cubic spline.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input_checks.h"
#include "seeding/centre_line.h"
#include "seeding/closed_spline.h"
#include "seeding/point_choice.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Do all of them lie on one line, which makes no curve?
bool onOneLine(const std::vector<Vec3>& points) {
  constexpr double kRoundOff = 1e-12;
  Vec3 farthest;
  for (const Vec3& x : points)
    if (norm(x - points[0]) > norm(farthest)) farthest = x - points[0];
  return std::all_of(points.begin(), points.end(), [&](const Vec3& x) {
    return norm(cross(x - points[0], farthest)) <= kRoundOff * dot(farthest, farthest);
  });
}

void requirePoints(const std::vector<Vec3>& points) {
  if (points.size() < 3) rejectInput("filament.points", std::to_string(points.size()) + " points", "3 or more");
  for (const Vec3& x : points) requireFinite("filament.points", x);
  if (onOneLine(points)) rejectInput("filament.points", "points on one line", "a curve");
}

/// The curve through the points that are apart.
std::shared_ptr<const ClosedSpline> splineThrough(const std::vector<Vec3>& points) {
  requirePoints(points);
  PointChoice choice = pointsApart(points);
  if (choice.kept.size() < 3)
    rejectInput("filament.points", std::to_string(choice.kept.size()) + " points that are apart", "3 or more");
  auto spline = std::make_shared<const ClosedSpline>(pointsAt(points, choice.kept));
  if (choice.left.empty()) return spline;
  const std::vector<std::size_t> missed = missedPoints(*spline, points, choice);
  if (missed.empty()) return spline;
  choice.takeBack(missed, points);
  return std::make_shared<const ClosedSpline>(pointsAt(points, choice.kept));
}

}  // namespace

std::unique_ptr<CentreLine> Filament::centreLine(int component) const {
  requireWithin("component", component, 0, 0);
  const std::shared_ptr<const ClosedSpline> spline = splineThrough(points);
  return spaceCurve([spline](double t) { return (*spline)(t); }, static_cast<int>(spline->size()),
                    std::numeric_limits<double>::infinity());
}

Filament filamentThrough(std::vector<Vec3> points) {
  Filament filament;
  filament.points = std::move(points);
  const std::unique_ptr<CentreLine> line = filament.centreLine(0);
  constexpr int kSamples = 1000;
  Vec3 area;
  for (int i = 0; i < kSamples; ++i)
    filament.centre = filament.centre + (1. / kSamples) * line->at(static_cast<double>(i) / kSamples).position;
  for (int i = 0; i < kSamples; ++i) {
    const LinePoint on = line->at(static_cast<double>(i) / kSamples);
    area = area + (line->length() / kSamples) * cross(on.position - filament.centre, on.tangent);
  }
  filament.radius = line->length() / (2 * kPi);
  constexpr double kNone = 1e-9;  // of the circle's
  if (norm(area) > kNone * line->length() * line->length()) filament.axis = (1 / norm(area)) * area;
  return filament;
}

}  // namespace fmm
