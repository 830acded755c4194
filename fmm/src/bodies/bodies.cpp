// Motions of bodies, their measures, and what makes no body.

#include "fmm/bodies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

#include "bodies/body_forms.h"
#include "bodies/distance_table.h"
#include "bodies/shapes.h"
#include "core/input_checks.h"
#include "fmm/error.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846, kDegree = kPi / 180;

/// x turned about an axis of length 1, by Rodrigues' formula.
Vec3 turned(Vec3 x, Vec3 axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * x + s * cross(axis, x) + (1 - c) * dot(axis, x) * axis;
}

bool finite(double x) {
  return std::isfinite(x);
}

void requireMotion(const Body& body) {
  const double numbers[] = {norm(body.centre), body.angle,     norm(body.velocity), body.rotation,
                            norm(body.swing),  body.turnSwing, body.start,          norm(body.attitude)};
  const char* names[] = {"centre", "angle", "velocity", "rotation", "swing", "turnSwing", "start", "attitude"};
  for (std::size_t k = 0; k < std::size(numbers); ++k)
    if (!finite(numbers[k])) throw InvalidInput(std::string(names[k]) + " is not finite; allowed: finite numbers");
  requirePositiveLength("period", body.period);
  requireDirection("axis", body.axis);
  if (isInPlane(body) && !(body.axis.x == 0 && body.axis.y == 0 && body.axis.z > 0 && body.attitude == Vec3{}))
    throw InvalidInput("axis and attitude are for bodies in space; allowed: in the plane the axis z, no attitude");
  for (const double half : body.halfAxes)
    if (!(half >= 0)) rejectInput("halfAxes", numberText(half), "0 or more");
  for (std::size_t k = 0; k < body.path.size(); ++k) {
    const BodyKey& key = body.path[k];
    if (!finite(key.time) || !finite(norm(key.centre)) || !finite(key.angle))
      throw InvalidInput("path: place " + std::to_string(k + 1) + " is not finite; allowed: finite numbers");
    if (k > 0 && !(key.time > body.path[k - 1].time))
      throw InvalidInput("path: place " + std::to_string(k + 1) + " has the time " + numberText(key.time) +
                         "; allowed: times that grow");
  }
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

/// What is known of a surface.
struct Known {
  BodyFacts facts;
  std::optional<DistanceTable> table;

  /// The table that tells whether bodies overlap.
  const DistanceTable& tableOf(const BodySurface& surface) {
    constexpr double kLeast = 48, kMost = 160;
    const double thin = 2 * extentOf(surface.corner).longest() / facts.meanThickness();
    if (!table) table.emplace(surface, static_cast<int>(std::clamp(thin, kLeast, kMost)));
    return *table;
  }
};

/// True for a body that has a mesh which is known to be closed.
bool hasMesh(const Body& body) {
  return body.shape == BodyShape::mesh && body.mesh && body.mesh->closed && body.scale > 0 && std::isfinite(body.scale);
}

/// Meshes at scale 1, kept while they live: a panel and every step ask for their measures, which take a while for 10^6
/// triangles.
class KnownMeshes {
 public:
  static BodyFacts factsOf(const std::shared_ptr<const BodySurface>& mesh) {
    const std::lock_guard lock(mutex());
    return of(mesh).facts;
  }
  static DistanceTable tableOf(const std::shared_ptr<const BodySurface>& mesh) {
    const std::lock_guard lock(mutex());
    return of(mesh).tableOf(*mesh);
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static Known& of(const std::shared_ptr<const BodySurface>& mesh) {
    static std::map<std::weak_ptr<const BodySurface>, Known, std::owner_less<>> all;
    for (auto it = all.begin(); it != all.end();) it = it->first.expired() ? all.erase(it) : std::next(it);
    const auto [found, isNew] = all.try_emplace(mesh);
    if (!isNew) return found->second;
    found->second.facts = volumeOf(*mesh);
    found->second.facts.length = extentOf(mesh->corner).longest();
    return found->second;
  }
};

/// A body with its surface, placed at time 0.
struct Placed {
  DistanceTable table;
  double scale = 1;  ///< of the table's lengths
  Vec3 centre;
  std::array<Vec3, 3> axes;

  explicit Placed(const Body& body) {
    if (hasMesh(body)) {
      table = KnownMeshes::tableOf(body.mesh);
      scale = body.scale;
    } else {
      table = Known{factsOf(body), {}}.tableOf(surfaceOf(body));
    }
    const BodyPose pose = body.poseAt(0);
    centre = pose.centre;
    axes = body.axesAt(pose);
  }
  bool contains(Vec3 x) const {
    const Vec3 from = (1 / scale) * (x - centre);
    return table.view().at(dot(from, axes[0]), dot(from, axes[1]), dot(from, axes[2])) < 0;
  }
  /// True if a place inside this body lies inside the other one.
  bool hits(const Placed& other) const {
    bool any = false;
    table.forInside(
        [&](Vec3 x) { any = any || other.contains(centre + scale * (x.x * axes[0] + x.y * axes[1] + x.z * axes[2])); });
    return any;
  }
};

/// Asks which bodies overlap at time 0, in space by the insides of tables, which are made once a body.
class Overlaps {
 public:
  explicit Overlaps(const std::vector<Body>& bodies) : bodies_(bodies), placed_(bodies.size()) {}

  bool between(std::size_t i, std::size_t j) {
    const Body &a = bodies_[i], &b = bodies_[j];
    if (isInPlane(a) != isInPlane(b)) return false;  // one of them is refused for the space that it is in
    if (isInPlane(a))
      return outlinesOverlap(outlineAt(outlineOf(a), a.poseAt(0)), outlineAt(outlineOf(b), b.poseAt(0)));
    const double apart = norm(a.poseAt(0).centre - b.poseAt(0).centre);
    if (apart > factsOf(a).reach + factsOf(b).reach) return false;
    const Placed &first = placed(i), &second = placed(j);
    return first.hits(second) || second.hits(first);
  }

 private:
  const Placed& placed(std::size_t k) {
    if (!placed_[k]) placed_[k].emplace(bodies_[k]);
    return *placed_[k];
  }

  const std::vector<Body>& bodies_;
  std::vector<std::optional<Placed>> placed_;
};

}  // namespace

BodyPose Body::poseAt(double time) const {
  const Vec3 unit = (1 / norm(axis)) * axis;
  if (!path.empty() && time >= path.front().time) {
    BodyPose pose = poseOnPath(path, time);
    pose.axis = unit;
    return pose;
  }
  BodyPose pose = {centre, kDegree * angle, {}, 0, unit};
  const double t = time - start;
  if (t < 0) return pose;
  const double rate = 2 * kPi / period, sine = std::sin(rate * t), cosine = rate * std::cos(rate * t);
  pose.centre = centre + t * velocity + sine * swing;
  pose.velocity = velocity + cosine * swing;
  pose.angle += kDegree * (rotation * t + turnSwing * sine);
  pose.rotation = kDegree * (rotation + turnSwing * cosine);
  return pose;
}

std::array<Vec3, 3> Body::axesAt(const BodyPose& pose) const {
  std::array<Vec3, 3> axes = {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  const double first = kDegree * norm(attitude);
  for (Vec3& x : axes) {
    if (first > 0) x = turned(x, (kDegree / first) * attitude, first);
    x = turned(x, pose.axis, pose.angle);
  }
  return axes;
}

bool haveSameShape(const Body& a, const Body& b) {
  const auto of = [](const Body& body) {
    return std::tie(body.shape, body.radius, body.halfAxes, body.chord, body.section, body.points, body.length,
                    body.thickness, body.tube, body.span, body.sweep, body.taper, body.scale);
  };
  return of(a) == of(b) && (a.mesh == b.mesh || (a.mesh && b.mesh && *a.mesh == *b.mesh));
}

bool operator==(const Body& a, const Body& b) {
  const auto of = [](const Body& body) {
    return std::tie(body.centre, body.meshFile, body.attitude, body.axis, body.angle, body.velocity, body.rotation,
                    body.swing, body.turnSwing, body.period, body.start, body.path);
  };
  return haveSameShape(a, b) && of(a) == of(b);
}

BodyMomentum momentumOf(const BodyFacts& facts, const Body& body, double time) {
  const BodyPose pose = body.poseAt(time);
  const std::array<Vec3, 3> axes = body.axesAt(pose);
  const Vec3 c = facts.centroid, turn = pose.turning();
  const Vec3 centroid = c.x * axes[0] + c.y * axes[1] + c.z * axes[2];
  // Integral of x cross (turn cross x), x from the centre: the trace of the second moments times turn, less these.
  const double own[3] = {dot(turn, axes[0]), dot(turn, axes[1]), dot(turn, axes[2])};
  const double trace = facts.second.m[0] + facts.second.m[4] + facts.second.m[8];
  Vec3 spin = trace * turn;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) spin = spin - facts.second.m[3 * i + j] * own[j] * axes[i];
  return {facts.volume * (pose.velocity + cross(turn, centroid)), facts.volume * cross(centroid, pose.velocity) + spin,
          pose.velocity};
}

bool isInPlane(const Body& body) {
  return body.shape < BodyShape::sphere && !(body.shape == BodyShape::box && body.halfAxes[2] > 0);
}

namespace {

BodyFacts scaled(BodyFacts facts, double by) {
  facts.centroid = by * facts.centroid;
  facts.volume *= by * by * by;
  for (double& m : facts.second.m) m *= by * by * by * by * by;
  facts.surface *= by * by;
  facts.length *= by;
  facts.reach *= by;
  return facts;
}

}  // namespace

BodyFacts factsOf(const Body& body) {
  if (hasMesh(body)) return scaled(KnownMeshes::factsOf(body.mesh), body.scale);
  const bool inPlane = isInPlane(body);
  const BodySurface surface = inPlane ? BodySurface{outlineOf(body), {}, true} : surfaceOf(body);
  BodyFacts facts = inPlane ? areaOf(surface.corner) : volumeOf(surface);
  const bool round =
      body.shape == BodyShape::circle || body.shape == BodyShape::sphere || body.shape == BodyShape::disc;
  const bool chord = body.shape == BodyShape::aerofoil || body.shape == BodyShape::wing;
  facts.length = round ? 2 * body.radius : chord ? body.chord : extentOf(surface.corner).longest();
  return facts;
}

double referenceOf(const Body& body, Vec3 direction) {
  if (isInPlane(body)) return factsOf(body).length;
  const std::array<Vec3, 3> axes = body.axesAt(body.poseAt(0));
  return frontalArea(surfaceOf(body), {dot(direction, axes[0]), dot(direction, axes[1]), dot(direction, axes[2])});
}

double largestLength(const std::vector<Body>& bodies) {
  double most = 0;
  for (const Body& body : bodies) most = std::max(most, factsOf(body).length);
  return most;
}

double largestSpeed(const Body& body, Vec3 stream) {
  const double reach = factsOf(body).reach, rate = 2 * kPi / body.period;
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
  constexpr double kAtRest = 32;
  double least = HUGE_VAL;
  for (const Body& body : bodies) {
    const bool inPlane = isInPlane(body);
    const double inLayer = inPlane ? 4 : 2.5, length = factsOf(body).length, speed = largestSpeed(body, stream);
    const double wanted = speed > 0 ? std::sqrt(viscosity * length / speed) / inLayer : length / kAtRest;
    const double wake = (inPlane ? 24 : 12) / static_cast<double>(budget);  // squares or cubes of the length, a node
    least = std::min(least, std::max(wanted, length * (inPlane ? std::sqrt(wake) : std::cbrt(wake))));
  }
  return least;
}

void requireBodies(const std::vector<Body>& bodies) {
  Overlaps overlaps(bodies);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const std::string name = "body " + std::to_string(k + 1);
    try {
      requireMotion(bodies[k]);
      if (bodies[k].shape == BodyShape::polygon) requireSimple(bodies[k]);
      factsOf(bodies[k]);
    } catch (const InvalidInput& error) {
      throw InvalidInput(name + ": " + error.what());
    }
    for (std::size_t j = 0; j < k; ++j)
      if (overlaps.between(j, k))
        throw InvalidInput(name + " overlaps body " + std::to_string(j + 1) + "; allowed: bodies that are apart");
  }
}

}  // namespace fmm
