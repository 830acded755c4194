#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/input_checks.h"
#include "seeding/centre_line.h"
#include "seeding/closed_spline.h"

namespace fmm {

/// The points of a closed curve through which it is drawn, by their numbers from 0, ascending.
struct PointChoice {
  /// An omitted point, with the index in `kept` of the neighbour that replaces it.
  struct Left {
    std::size_t point, neighbour;
  };
  std::vector<std::size_t> kept;
  std::vector<Left> left;

  /// Adds points to `kept` again, since the curve misses them. Throws InvalidInput, which names one that is no step
  /// forward and its neighbour.
  void takeBack(const std::vector<std::size_t>& points, const std::vector<Vec3>& all);
};

/// Omits points that are closer to the previous one than a hundredth of the median distance of neighbours: repeated
/// points, and the first one at the end again, exactly or nearly. Also omits a short step back in a curve that goes
/// forward. Points that are as close as round-off say nothing about the curve's direction, but would determine it.
PointChoice pointsApart(const std::vector<Vec3>& points);

/// The omitted points whose distance from the curve through the others exceeds 1e-5 of the radius of a circle of its
/// length.
std::vector<std::size_t> missedPoints(const ClosedSpline& through, const std::vector<Vec3>& points,
                                      const PointChoice& choice);

std::vector<Vec3> pointsAt(const std::vector<Vec3>& points, const std::vector<std::size_t>& numbers);

namespace {

/// Cosine of the angle between two steps; 0 if one of them has no length.
double cosine(Vec3 a, Vec3 b) {
  const double size = norm(a) * norm(b);
  return size > 0 ? dot(a, b) / size : 0;
}

double medianDistance(const std::vector<Vec3>& points) {
  std::vector<double> distances;
  const std::size_t n = points.size();
  for (std::size_t k = 0; k < n; ++k)
    if (const double d = norm(points[(k + 1) % n] - points[k]); d > 0) distances.push_back(d);
  if (distances.empty()) return 0;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return *middle;
}

/// True if the step from a to b is a short one back, between steps forward to a and from b.
bool goesBack(Vec3 before, Vec3 a, Vec3 b, Vec3 after) {
  constexpr double kShort = 0.3, kBack = -0.7;
  const Vec3 step = b - a, in = a - before, out = after - b;
  return norm(step) < kShort * std::min(norm(in), norm(out)) && cosine(in, step) < kBack && cosine(step, out) < kBack;
}

}  // namespace

PointChoice pointsApart(const std::vector<Vec3>& points) {
  constexpr double kClose = 0.01;
  const std::size_t n = points.size();
  const double close = kClose * medianDistance(points);
  PointChoice choice;
  for (std::size_t k = 0; k < n; ++k) {
    const bool repeats = k > 0 && !(norm(points[k] - points[choice.kept.back()]) > close);
    if (repeats) {
      choice.left.push_back({k, choice.kept.size() - 1});
    } else {
      choice.kept.push_back(k);
    }
  }
  const auto dropLast = [&choice] {  // the first point replaces it, and all points that it replaced
    for (PointChoice::Left& left : choice.left)
      if (left.neighbour + 1 == choice.kept.size()) left.neighbour = 0;
    choice.left.push_back({choice.kept.back(), 0});
    choice.kept.pop_back();
  };
  while (choice.kept.size() > 1 && !(norm(points[choice.kept.back()] - points[0]) > close)) dropLast();
  const std::size_t m = choice.kept.size();
  if (m > 3 && goesBack(points[choice.kept[m - 2]], points[choice.kept[m - 1]], points[0], points[choice.kept[1]]))
    dropLast();
  return choice;
}

std::vector<Vec3> pointsAt(const std::vector<Vec3>& points, const std::vector<std::size_t>& numbers) {
  std::vector<Vec3> chosen;
  chosen.reserve(numbers.size());
  for (const std::size_t k : numbers) chosen.push_back(points[k]);
  return chosen;
}

std::vector<std::size_t> missedPoints(const ClosedSpline& through, const std::vector<Vec3>& points,
                                      const PointChoice& choice) {
  constexpr double kNear = 1e-5, kTurn = 6.28318530717958647692;
  double length = 0;
  for (std::size_t k = 0; k < choice.kept.size(); ++k)
    length += norm(points[choice.kept[(k + 1) % choice.kept.size()]] - points[choice.kept[k]]);
  std::vector<std::size_t> missed;
  for (const PointChoice::Left& left : choice.left)
    if (!(through.distance(points[left.point], left.neighbour) <= kNear * length / kTurn)) missed.push_back(left.point);
  return missed;
}

void PointChoice::takeBack(const std::vector<std::size_t>& back, const std::vector<Vec3>& all) {
  constexpr double kForward = 0.2;
  kept.insert(kept.end(), back.begin(), back.end());
  std::sort(kept.begin(), kept.end());
  const std::size_t n = kept.size();
  for (const std::size_t point : back) {
    const auto at = static_cast<std::size_t>(std::lower_bound(kept.begin(), kept.end(), point) - kept.begin());
    const auto step = [&](std::size_t from) { return all[kept[(from + 1) % n]] - all[kept[from % n]]; };
    const Vec3 in = step(at + n - 1), out = step(at);
    const bool first = norm(in) < norm(out);  // true if `in` is the short step
    if (cosine(in, out) >= kForward && cosine(first ? step(at + n - 2) : out, first ? in : step(at + 1)) >= kForward)
      continue;
    const std::size_t other = kept[(first ? at + n - 1 : at + 1) % n];
    rejectInput("filament.points",
                "points " + std::to_string(std::min(point, other) + 1) + " and " +
                    std::to_string(std::max(point, other) + 1) +
                    ", which are closer than a hundredth of the usual distance and no step forward",
                "points that follow one another");
  }
  left.clear();
}

// Centre line of a closed curve through points: a periodic cubic spline.

namespace {

constexpr double kPi = 3.14159265358979323846;

/// True if all points lie on one line and give no curve.
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

/// The curve through the distinct points.
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
  constexpr double kNone = 1e-9;  // relative to a circle's area
  if (norm(area) > kNone * line->length() * line->length()) filament.axis = (1 / norm(area)) * area;
  return filament;
}

}  // namespace fmm
