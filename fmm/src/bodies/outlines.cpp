// Outlines of bodies in plane flows.

#include <algorithm>
#include <cmath>
#include <string>

#include "bodies/shapes.h"
#include "core/input_checks.h"
#include "core/math.h"
#include "fmm/error.h"

namespace fmm {
namespace {

constexpr int kCurvePoints = 256;
constexpr double kPi = 3.14159265358979323846;

double cross2(Vec3 a, Vec3 b) {
  return a.x * b.y - a.y * b.x;
}

double areaWithin(const std::vector<Vec3>& corner) {
  double sum = 0;
  for (std::size_t i = 0; i < corner.size(); ++i) sum += cross2(corner[i], corner[(i + 1) % corner.size()]);
  return sum / 2;
}

/// A polygon about an ellipse's centre with the ellipse's area.
std::vector<Vec3> ellipseOutline(double a, double b) {
  constexpr double kTurn = 2 * kPi / kCurvePoints;
  const double wider = std::sqrt(kTurn / std::sin(kTurn));
  std::vector<Vec3> corner;
  for (int i = 0; i < kCurvePoints; ++i)
    corner.push_back({wider * a * std::cos(i * kTurn), wider * b * std::sin(i * kTurn), 0});
  return corner;
}

/// Half the thickness of a four-digit section with a closed trailing edge, at x of the chord (Jacobs, Ward and
/// Pinkerton 1933).
double halfThickness(double x) {
  return 5 * (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 - 0.1036 * x))));
}

/// True if the segments a-b and c-d have a point in common.
bool cross(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  const auto apart = [](double p, double q, double r, double s) {
    return std::max(p, q) < std::min(r, s) || std::max(r, s) < std::min(p, q);
  };
  if (apart(a.x, b.x, c.x, d.x) || apart(a.y, b.y, c.y, d.y)) return false;
  const auto side = [](Vec3 p, Vec3 q, Vec3 x) { return cross2(q - p, x - p); };
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

/// Corners of a polygon, counter-clockwise, without a last one that repeats the first.
std::vector<Vec3> polygonOutline(const Body& body) {
  std::vector<Vec3> corner = body.points;
  if (corner.size() > 1 && corner.front() == corner.back()) corner.pop_back();
  if (corner.size() < 3) rejectInput("points", std::to_string(corner.size()), "3 points or more");
  if (corner.size() > 4096) rejectInput("points", std::to_string(corner.size()), "4096 points at most");
  for (std::size_t i = 0; i < corner.size(); ++i)
    if (!std::isfinite(norm(corner[i])))
      throw InvalidInput("points: point " + std::to_string(i + 1) + " is not finite; allowed: finite coordinates");
  const double area = areaWithin(corner);
  if (area == 0) throw InvalidInput("points: the polygon has no area; allowed: corners that enclose some");
  if (area < 0) std::reverse(corner.begin(), corner.end());
  return corner;
}

}  // namespace

void requirePositiveLength(const char* name, double value) {
  if (!(value > 0) || !std::isfinite(value)) rejectInput(name, numberText(value), "more than 0");
}

void requireSection(int section) {
  if (section < 1 || section > 9999 || section % 100 == 0 || (section / 1000 > 0) != (section / 100 % 10 > 0))
    rejectInput("section", std::to_string(section),
                "four digits: camber, its place (both 0 or neither), thickness in hundredths of the chord");
}

std::vector<Vec3> aerofoilOutline(double chord, int section) {
  const int digits[] = {section / 1000, section / 100 % 10, section % 100};
  const double camber = 0.01 * digits[0], place = 0.1 * digits[1], thick = 0.01 * digits[2];
  const bool bent = camber > 0 && place > 0;
  const auto at = [&](double x, double side) {
    double y = 0, slope = 0;
    if (bent) {
      const double part = x < place ? camber / (place * place) : camber / ((1 - place) * (1 - place));
      y = part * (x < place ? 2 * place * x - x * x : 1 - 2 * place + 2 * place * x - x * x);
      slope = 2 * part * (place - x);
    }
    const double half = side * thick * halfThickness(x), turn = std::atan(slope);
    return Vec3{chord * (x - half * std::sin(turn) - 0.5), chord * (y + half * std::cos(turn)), 0};
  };
  constexpr int kHalf = kCurvePoints / 2;
  std::vector<Vec3> corner;  // from the trailing edge over the upper side to the nose, and back below
  for (int i = 0; i < kHalf; ++i) corner.push_back(at(0.5 * (1 + std::cos(kPi * i / kHalf)), 1));
  for (int i = 0; i < kHalf; ++i) corner.push_back(at(0.5 * (1 - std::cos(kPi * i / kHalf)), -1));
  return corner;
}

std::vector<Vec3> outlineOf(const Body& body) {
  switch (body.shape) {
    case BodyShape::circle:
      requirePositiveLength("radius", body.radius);
      return ellipseOutline(body.radius, body.radius);
    case BodyShape::aerofoil:
      requirePositiveLength("chord", body.chord);
      requireSection(body.section);
      return aerofoilOutline(body.chord, body.section);
    case BodyShape::polygon:
      return polygonOutline(body);
    case BodyShape::ellipse:
    case BodyShape::box:
      break;
    default:
      throw InvalidInput("shape " + std::string(toString(body.shape)) + " has a surface in space, no outline");
  }
  const double a = body.halfAxes[0], b = body.halfAxes[1];
  for (const double half : {a, b}) requirePositiveLength("halfAxes", half);
  if (body.shape == BodyShape::ellipse) return ellipseOutline(a, b);
  return {{a, -b, 0}, {a, b, 0}, {-a, b, 0}, {-a, -b, 0}};
}

std::vector<Vec3> outlineAt(const std::vector<Vec3>& outline, const BodyPose& pose) {
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  std::vector<Vec3> turned;
  for (const Vec3 x : outline)
    turned.push_back({pose.centre.x + c * x.x - s * x.y, pose.centre.y + s * x.x + c * x.y, 0});
  return turned;
}

bool isInside(const std::vector<Vec3>& outline, Vec3 x) {
  bool in = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const Vec3 a = outline[i], b = outline[j];
    if ((a.y > x.y) != (b.y > x.y) && x.x < (b.x - a.x) * (x.y - a.y) / (b.y - a.y) + a.x) in = !in;
  }
  return in;
}

void requireSimple(const Body& polygon) {
  const std::vector<Vec3> corner = polygonOutline(polygon);
  const std::size_t n = corner.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j + 1 == n) continue;  // neighbours
      if (cross(corner[i], corner[i + 1], corner[j], corner[(j + 1) % n]))
        throw InvalidInput("points: the sides after points " + std::to_string(i + 1) + " and " + std::to_string(j + 1) +
                           " cross; allowed: a polygon that does not cross itself");
    }
}

bool outlinesOverlap(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      if (cross(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()])) return true;
  return isInside(a, b[0]) || isInside(b, a[0]);
}

BodyFacts areaOf(const std::vector<Vec3>& corner) {
  BodyFacts facts;
  for (std::size_t i = 0; i < corner.size(); ++i) {
    const Vec3 a = corner[i], b = corner[(i + 1) % corner.size()];
    const double twice = cross2(a, b);
    facts.volume += twice / 2;
    facts.centroid = facts.centroid + (twice / 6) * (a + b);
    facts.second.m[0] += twice / 12 * (a.x * a.x + a.x * b.x + b.x * b.x);
    facts.second.m[4] += twice / 12 * (a.y * a.y + a.y * b.y + b.y * b.y);
    facts.second.m[1] += twice / 24 * (a.x * (2 * a.y + b.y) + b.x * (a.y + 2 * b.y));
    facts.surface += norm(b - a);
    facts.reach = std::max(facts.reach, norm(a));
  }
  facts.second.m[3] = facts.second.m[1];
  facts.centroid = (1 / facts.volume) * facts.centroid;
  return facts;
}

}  // namespace fmm
