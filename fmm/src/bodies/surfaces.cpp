// Surfaces of bodies in space.

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "bodies/distance_table.h"
#include "bodies/shapes.h"
#include "core/input_checks.h"
#include "fmm/bodies.h"
#include "fmm/body_surface.h"
#include "fmm/error.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kAround = 96;  // triangles about an axis

using Profile = std::vector<std::array<double, 2>>;  // distance from the axis z, and z

void quad(BodySurface& surface, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  surface.triangle.push_back({a, b, c});
  surface.triangle.push_back({a, c, d});
}

/// A profile turned about z. It runs upwards outside; an open one begins and ends on the axis.
BodySurface revolved(const Profile& profile, bool closed) {
  BodySurface surface;
  std::vector<std::uint32_t> first;  // corner of each point, and whether there is one or a circle
  for (const auto& [r, z] : profile) {
    first.push_back(static_cast<std::uint32_t>(surface.corner.size()));
    const int count = r > 0 ? kAround : 1;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * kPi * k / kAround;
      surface.corner.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
  }
  const std::size_t bands = closed ? profile.size() : profile.size() - 1;
  for (std::size_t i = 0; i < bands; ++i) {
    const std::size_t j = (i + 1) % profile.size();
    const bool low = profile[i][0] > 0, high = profile[j][0] > 0;
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const std::uint32_t next = (k + 1) % kAround;
      const std::uint32_t a = first[i] + (low ? k : 0), b = first[i] + (low ? next : 0);
      const std::uint32_t c = first[j] + (high ? next : 0), d = first[j] + (high ? k : 0);
      if (low) surface.triangle.push_back({a, b, c});
      if (high) surface.triangle.push_back({a, c, d});
    }
  }
  return surface;
}

/// Half a circle about (0, z), from one angle to another; of a closed one the last point is left out.
void addArc(Profile& profile, double centre, double z, double radius, double from, double until, int steps) {
  for (int k = 0; k <= steps; ++k) {
    const double angle = from + (until - from) * k / steps;
    profile.push_back({std::max(0.0, centre + radius * std::cos(angle)), z + radius * std::sin(angle)});
  }
}

BodySurface ellipsoid(Vec3 half) {
  Profile profile;
  addArc(profile, 0, 0, 1, -kPi / 2, kPi / 2, kAround / 2);
  profile.front()[0] = profile.back()[0] = 0;
  BodySurface surface = revolved(profile, false);
  const double wider = std::cbrt(4 * kPi / 3 / volumeOf(surface).volume);
  for (Vec3& x : surface.corner) x = wider * Vec3{half.x * x.x, half.y * x.y, half.z * x.z};
  return surface;
}

BodySurface capsule(double radius, double length) {
  Profile profile;
  addArc(profile, 0, -length / 2, radius, -kPi / 2, 0, kAround / 4);
  addArc(profile, 0, length / 2, radius, 0, kPi / 2, kAround / 4);
  profile.front()[0] = profile.back()[0] = 0;
  return revolved(profile, false);
}

BodySurface torus(double radius, double tube) {
  Profile profile;
  addArc(profile, radius, 0, tube, 0, 2 * kPi, kAround / 2);
  profile.pop_back();
  return revolved(profile, true);
}

BodySurface box(Vec3 half) {
  BodySurface surface;
  for (int k = 0; k < 8; ++k)
    surface.corner.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
  quad(surface, 0, 2, 3, 1);
  quad(surface, 4, 5, 7, 6);
  quad(surface, 0, 1, 5, 4);
  quad(surface, 2, 6, 7, 3);
  quad(surface, 0, 4, 6, 2);
  quad(surface, 1, 3, 7, 5);
  return surface;
}

/// Sections along z, from one tip over the middle to the other.
BodySurface wing(const Body& body) {
  const std::vector<Vec3> section = aerofoilOutline(1, body.section);
  const auto n = static_cast<std::uint32_t>(section.size());
  const double back = std::tan(body.sweep * kPi / 180);
  BodySurface surface;
  for (const double side : {-1.0, 0.0, 1.0}) {
    const double chord = body.chord * (side == 0 ? 1 : body.taper), z = side * body.span / 2;
    for (const Vec3& x : section)
      surface.corner.push_back({-body.chord / 2 + std::abs(z) * back + chord * (x.x + 0.5), chord * x.y, z});
  }
  for (std::uint32_t station = 0; station < 2; ++station)
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t next = (k + 1) % n, from = station * n, to = from + n;
      quad(surface, from + k, from + next, to + next, to + k);
    }
  for (std::uint32_t k = 0; k + 1 < n / 2; ++k) {  // the tips: strips between the upper side and the lower one
    const std::uint32_t upper = k, under = (n - k) % n, end = 2 * n;
    if (k == 0) {
      surface.triangle.push_back({0, n - 1, 1});
      surface.triangle.push_back({end, end + 1, end + n - 1});
    } else {
      quad(surface, upper, under, under - 1, upper + 1);
      quad(surface, end + upper, end + upper + 1, end + under - 1, end + under);
    }
  }
  const std::uint32_t nose = n / 2;
  surface.triangle.push_back({nose - 1, nose + 1, nose});
  surface.triangle.push_back({2 * n + nose - 1, 2 * n + nose, 2 * n + nose + 1});
  return surface;
}

void requireLengths(const Body& body, std::initializer_list<std::pair<const char*, double Body::*>> members) {
  for (const auto& [name, member] : members) requirePositiveLength(name, body.*member);
}

Vec3 halfAxesOf(const Body& body) {
  for (const double half : body.halfAxes) requirePositiveLength("halfAxes", half);
  return {body.halfAxes[0], body.halfAxes[1], body.halfAxes[2]};
}

BodySurface meshOf(const Body& body) {
  if (!body.mesh) throw InvalidInput("mesh: is missing; allowed: a closed surface of triangles");
  requirePositiveLength("scale", body.scale);
  BodySurface surface = *body.mesh;
  if (!surface.closed) requireClosed(surface);
  for (Vec3& x : surface.corner) x = body.scale * x;
  return surface;
}

}  // namespace

BodySurface surfaceOf(const Body& body) {
  switch (body.shape) {
    case BodyShape::sphere:
      requireLengths(body, {{"radius", &Body::radius}});
      return ellipsoid({body.radius, body.radius, body.radius});
    case BodyShape::ellipsoid:
      return ellipsoid(halfAxesOf(body));
    case BodyShape::box:
      return box(halfAxesOf(body));
    case BodyShape::capsule:
      requireLengths(body, {{"radius", &Body::radius}, {"length", &Body::length}});
      return capsule(body.radius, body.length);
    case BodyShape::disc:
      requireLengths(body, {{"radius", &Body::radius}, {"thickness", &Body::thickness}});
      return revolved({{0, -body.thickness / 2},
                       {body.radius, -body.thickness / 2},
                       {body.radius, body.thickness / 2},
                       {0, body.thickness / 2}},
                      false);
    case BodyShape::torus:
      requireLengths(body, {{"radius", &Body::radius}, {"tube", &Body::tube}});
      if (body.tube >= body.radius) rejectInput("tube", numberText(body.tube), "less than the radius");
      return torus(body.radius, body.tube);
    case BodyShape::wing:
      requireLengths(body, {{"chord", &Body::chord}, {"span", &Body::span}});
      requireSection(body.section);
      if (!(body.taper >= 0 && body.taper <= 1)) rejectInput("taper", numberText(body.taper), "0 to 1");
      if (!(std::abs(body.sweep) <= 80)) rejectInput("sweep", numberText(body.sweep), "-80 to 80 degrees");
      return wing(body);
    case BodyShape::mesh:
      return meshOf(body);
    case BodyShape::circle:
    case BodyShape::ellipse:
    case BodyShape::aerofoil:
    case BodyShape::polygon:
      break;
  }
  throw InvalidInput("shape " + std::string(toString(body.shape)) + " has an outline in the plane, no surface");
}

BodyFacts volumeOf(const BodySurface& surface) {
  BodyFacts facts;
  Vec3 moment;
  for (const auto& [i, j, k] : surface.triangle) {
    const Vec3 a = surface.corner[i], b = surface.corner[j], c = surface.corner[k], sum = a + b + c;
    const double volume = dot(a, cross(b, c)) / 6;
    facts.volume += volume;
    moment = moment + volume / 4 * sum;
    const double s[3] = {sum.x, sum.y, sum.z}, p[3][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}};
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) {
        double product = s[row] * s[column];
        for (const auto& x : p) product += x[row] * x[column];
        facts.second.m[3 * row + column] += volume / 20 * product;
      }
    facts.surface += norm(cross(b - a, c - a)) / 2;
  }
  facts.centroid = (1 / facts.volume) * moment;
  for (const Vec3& x : surface.corner) facts.reach = std::max(facts.reach, norm(x));
  return facts;
}

void requireClosed(BodySurface& surface) {
  if (surface.triangle.empty()) throw InvalidInput("the surface has no triangle");
  for (const auto& corner : surface.triangle)
    for (const std::uint32_t k : corner)
      if (k >= surface.corner.size() || !std::isfinite(norm(surface.corner[k])))
        throw InvalidInput("a triangle has a corner that is not there or not finite");
  struct Side {
    std::uint32_t low, high;
    int way;  // 1 from low to high, -1 back
    bool operator<(const Side& other) const { return std::tie(low, high) < std::tie(other.low, other.high); }
  };
  std::vector<Side> sides;
  for (const auto& corner : surface.triangle)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = corner[k], b = corner[(k + 1) % 3];
      if (a != b) sides.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  std::sort(sides.begin(), sides.end());
  std::size_t open = 0;
  Vec3 at;
  for (std::size_t i = 0, j = 0; i < sides.size(); i = j) {
    int sum = 0;
    for (; j < sides.size() && !(sides[i] < sides[j]); ++j) sum += sides[j].way;
    if (sum != 0 && open++ == 0) at = surface.corner[sides[i].low];
  }
  if (open > 0)
    throw InvalidInput("the surface is open: " + std::to_string(open) +
                       " edges do not join two triangles of one direction, the first at (" + numberText(at.x) + ", " +
                       numberText(at.y) + ", " + numberText(at.z) + ")");
  const BodyFacts facts = volumeOf(surface);
  if (!(std::abs(facts.volume) > 1e-9 * std::pow(extentOf(surface.corner).longest(), 3)))
    throw InvalidInput("the surface encloses no volume");
  if (facts.volume < 0)
    for (auto& corner : surface.triangle) std::swap(corner[1], corner[2]);
  surface.closed = true;
}

namespace {

/// Lines along one direction of a projection, at low + (k + 1/2) step of the other, first <= k < last.
struct Lines {
  double low, step;
  int first, last;
};

/// Length of these lines that a surface covers, all together [L].
double coveredLength(const BodySurface& surface, Vec3 across, Vec3 up, const Lines& lines) {
  std::vector<std::vector<std::pair<double, double>>> covered(static_cast<std::size_t>(lines.last - lines.first));
  for (const auto& corner : surface.triangle) {
    double u[3], v[3];
    for (std::size_t k = 0; k < 3; ++k) {
      u[k] = dot(surface.corner[corner[k]], across);
      v[k] = (dot(surface.corner[corner[k]], up) - lines.low) / lines.step - 0.5;
    }
    const double least = std::min({v[0], v[1], v[2]}), most = std::max({v[0], v[1], v[2]});
    int line = std::max(lines.first, static_cast<int>(std::ceil(std::max(least, -1.0))));
    for (; line < lines.last && line <= most; ++line) {
      double from = HUGE_VAL, until = -HUGE_VAL;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t n = (k + 1) % 3;
        if ((v[k] > line) == (v[n] > line)) continue;
        const double at = u[k] + (u[n] - u[k]) * (line - v[k]) / (v[n] - v[k]);
        from = std::min(from, at);
        until = std::max(until, at);
      }
      if (until > from) covered[static_cast<std::size_t>(line - lines.first)].push_back({from, until});
    }
  }
  double length = 0;
  for (auto& line : covered) {
    std::sort(line.begin(), line.end());
    double reached = -HUGE_VAL;
    for (const auto& [from, until] : line) {
      length += std::max(0.0, until - std::max(from, reached));
      reached = std::max(reached, until);
    }
  }
  return length;
}

}  // namespace

double frontalArea(const BodySurface& surface, Vec3 direction) {
  constexpr int kLines = 1024, kBlock = 32;  // lines at a time: a mesh may cover each of them often
  const Vec3 along = (1 / norm(direction)) * direction;
  const Vec3 other = std::abs(along.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  Vec3 across = cross(along, other);
  across = (1 / norm(across)) * across;
  const Vec3 up = cross(across, along);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const Vec3& x : surface.corner) {
    low = std::min(low, dot(x, up));
    high = std::max(high, dot(x, up));
  }
  const double step = (high - low) / kLines;
  if (!(step > 0)) return 0;
  double area = 0;
  for (int first = 0; first < kLines; first += kBlock)
    area += step * coveredLength(surface, across, up, {low, step, first, first + kBlock});
  return area;
}

}  // namespace fmm
