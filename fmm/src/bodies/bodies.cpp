#include "fmm/bodies.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/input_checks.h"
#include "core/math.h"
#include "fmm/error.h"

namespace fmm {
namespace {

constexpr int kCurvePoints = 256;
constexpr double kPi = 3.14159265358979323846, kDegree = kPi / 180;

double cross2(Vec3 a, Vec3 b) {
  return a.x * b.y - a.y * b.x;
}

double areaOf(const std::vector<Vec3>& corner) {
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

void requirePositiveLength(const char* name, double value) {
  if (!(value > 0) || !std::isfinite(value)) rejectInput(name, numberText(value), "more than 0");
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

void requireSimple(const std::vector<Vec3>& corner) {
  const std::size_t n = corner.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j + 1 == n) continue;  // neighbours
      if (cross(corner[i], corner[i + 1], corner[j], corner[(j + 1) % n]))
        throw InvalidInput("points: the sides after points " + std::to_string(i + 1) + " and " + std::to_string(j + 1) +
                           " cross; allowed: a polygon that does not cross itself");
    }
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
  const double area = areaOf(corner);
  if (area == 0) throw InvalidInput("points: the polygon has no area; allowed: corners that enclose some");
  if (area < 0) std::reverse(corner.begin(), corner.end());
  return corner;
}

bool finite(double x) {
  return std::isfinite(x);
}

void requireMotion(const Body& body) {
  const double numbers[] = {norm(body.centre), body.angle,     norm(body.velocity), body.rotation,
                            norm(body.swing),  body.turnSwing, body.start};
  const char* names[] = {"centre", "angle", "velocity", "rotation", "swing", "turnSwing", "start"};
  for (std::size_t k = 0; k < std::size(numbers); ++k)
    if (!finite(numbers[k])) throw InvalidInput(std::string(names[k]) + " is not finite; allowed: finite numbers");
  requirePositiveLength("period", body.period);
  for (std::size_t k = 0; k < body.path.size(); ++k) {
    const BodyKey& key = body.path[k];
    if (!finite(key.time) || !finite(norm(key.centre)) || !finite(key.angle))
      throw InvalidInput("path: place " + std::to_string(k + 1) + " is not finite; allowed: finite numbers");
    if (k > 0 && !(key.time > body.path[k - 1].time))
      throw InvalidInput("path: place " + std::to_string(k + 1) + " has the time " + numberText(key.time) +
                         "; allowed: times that grow");
  }
}

bool overlap(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      if (cross(a[i], a[(i + 1) % a.size()], b[j], b[(j + 1) % b.size()])) return true;
  return isInside(a, b[0]) || isInside(b, a[0]);
}

/// Motion between two places of a path.
BodyPose poseBetween(const BodyKey& a, const BodyKey& b, double time) {
  const double span = b.time - a.time, part = (time - a.time) / span;
  return {a.centre + part * (b.centre - a.centre), kDegree * (a.angle + part * (b.angle - a.angle)),
          (1 / span) * (b.centre - a.centre), kDegree * (b.angle - a.angle) / span};
}

/// `time` is not before the first place.
BodyPose poseOnPath(const std::vector<BodyKey>& path, double time) {
  const auto next =
      std::upper_bound(path.begin(), path.end(), time, [](double t, const BodyKey& key) { return t < key.time; });
  if (next == path.end()) return {path.back().centre, kDegree * path.back().angle, {}, 0};
  return poseBetween(*(next - 1), *next, time);
}

}  // namespace

BodyPose Body::poseAt(double time) const {
  if (!path.empty() && time >= path.front().time) return poseOnPath(path, time);
  BodyPose pose = {centre, kDegree * angle, {}, 0};
  const double t = time - start;
  if (t < 0) return pose;
  const double rate = 2 * kPi / period, sine = std::sin(rate * t), cosine = rate * std::cos(rate * t);
  pose.centre = centre + t * velocity + sine * swing;
  pose.velocity = velocity + cosine * swing;
  pose.angle += kDegree * (rotation * t + turnSwing * sine);
  pose.rotation = kDegree * (rotation + turnSwing * cosine);
  return pose;
}

bool operator==(const Body& a, const Body& b) {
  return a.shape == b.shape && a.centre == b.centre && a.radius == b.radius && a.halfAxes == b.halfAxes &&
         a.chord == b.chord && a.section == b.section && a.points == b.points && a.angle == b.angle &&
         a.velocity == b.velocity && a.rotation == b.rotation && a.swing == b.swing && a.turnSwing == b.turnSwing &&
         a.period == b.period && a.start == b.start && a.path == b.path;
}

std::vector<Vec3> outlineOf(const Body& body) {
  switch (body.shape) {
    case BodyShape::circle:
      requirePositiveLength("radius", body.radius);
      return ellipseOutline(body.radius, body.radius);
    case BodyShape::aerofoil:
      requirePositiveLength("chord", body.chord);
      if (body.section < 1 || body.section > 9999 || body.section % 100 == 0 ||
          (body.section / 1000 > 0) != (body.section / 100 % 10 > 0))
        rejectInput("section", std::to_string(body.section),
                    "four digits: camber, its place (both 0 or neither), thickness in "
                    "hundredths of the chord");
      return aerofoilOutline(body.chord, body.section);
    case BodyShape::polygon:
      return polygonOutline(body);
    case BodyShape::ellipse:
    case BodyShape::box:
      break;
  }
  for (const double half : body.halfAxes) requirePositiveLength("halfAxes", half);
  const double a = body.halfAxes[0], b = body.halfAxes[1];
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

OutlineFacts factsOf(const Body& body, const std::vector<Vec3>& corner) {
  OutlineFacts facts;
  Vec3 low = corner.front(), high = low;
  for (std::size_t i = 0; i < corner.size(); ++i) {
    const Vec3 a = corner[i], b = corner[(i + 1) % corner.size()];
    const double twice = cross2(a, b);
    facts.area += twice / 2;
    facts.centroid = facts.centroid + (twice / 6) * (a + b);
    facts.secondMoment += twice * (dot(a, a) + dot(a, b) + dot(b, b)) / 12;
    facts.reach = std::max(facts.reach, norm(a));
    low = {std::min(low.x, a.x), std::min(low.y, a.y), 0};
    high = {std::max(high.x, a.x), std::max(high.y, a.y), 0};
  }
  facts.centroid = (1 / facts.area) * facts.centroid;
  facts.length = body.shape == BodyShape::circle     ? 2 * body.radius
                 : body.shape == BodyShape::aerofoil ? body.chord
                                                     : std::max(high.x - low.x, high.y - low.y);
  return facts;
}

double largestLength(const std::vector<Body>& bodies) {
  double most = 0;
  for (const Body& body : bodies) most = std::max(most, factsOf(body, outlineOf(body)).length);
  return most;
}

double largestSpeed(const Body& body, Vec3 stream) {
  const double reach = factsOf(body, outlineOf(body)).reach, rate = 2 * kPi / body.period;
  double most = norm(stream - body.velocity) + rate * norm(body.swing) +
                kDegree * reach * (std::abs(body.rotation) + rate * std::abs(body.turnSwing));
  if (!body.path.empty()) most = norm(stream);
  for (std::size_t k = 1; k < body.path.size(); ++k) {
    const BodyPose pose = poseBetween(body.path[k - 1], body.path[k], body.path[k].time);
    most = std::max(most, norm(stream - pose.velocity) + reach * std::abs(pose.rotation));
  }
  return most;
}

double wakeSpeed(const std::vector<Body>& bodies, Vec3 stream) {
  double most = norm(stream);
  for (const Body& body : bodies)
    if (body.path.empty()) most = std::max(most, norm(stream - body.velocity));
  return most;
}

double spacingForBodies(const std::vector<Body>& bodies, Vec3 stream, double viscosity, std::size_t budget) {
  constexpr double kInLayer = 4, kAtRest = 32, kNodesOfWake = 24;  // nodes of a wake, in squares of a body's length
  double least = HUGE_VAL;
  for (const Body& body : bodies) {
    const double length = factsOf(body, outlineOf(body)).length, speed = largestSpeed(body, stream);
    const double wanted = speed > 0 ? std::sqrt(viscosity * length / speed) / kInLayer : length / kAtRest;
    least = std::min(least, std::max(wanted, length * std::sqrt(kNodesOfWake / static_cast<double>(budget))));
  }
  return least;
}

void requireBodies(const std::vector<Body>& bodies) {
  std::vector<std::vector<Vec3>> outlines;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::string name = "body " + std::to_string(k + 1);
    try {
      requireMotion(bodies[k]);
      if (bodies[k].shape == BodyShape::polygon) requireSimple(polygonOutline(bodies[k]));
      outlines.push_back(outlineAt(outlineOf(bodies[k]), bodies[k].poseAt(0)));
    } catch (const InvalidInput& error) {
      throw InvalidInput(name + ": " + error.what());
    }
    for (std::size_t j = 0; j < k; ++j)
      if (overlap(outlines[j], outlines[k]))
        throw InvalidInput(name + " overlaps body " + std::to_string(j + 1) + "; allowed: bodies that are apart");
  }
}

}  // namespace fmm
