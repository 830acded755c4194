// Two rings of opposite circulation that collide, and a ring that meets a wall.

#include <algorithm>
#include <cmath>

#include "fmm/field.h"
#include "fmm/vortex_system.h"
#include "verification/experiments.h"

namespace fmm::verification {
namespace {

constexpr std::size_t kElementsEach = 256;  // at maximum radius their cores still overlap twice
constexpr int kStepsPerTime = 50;

/// R and z at t = 2 and 4, by direct double-precision integration of the equations of coaxial rings: R0 = 1, z0 = 1.
struct Published {
  Regularisation kind;
  double radius2, height2, radius4, height4;
};
const Published kPublished[] = {{Regularisation::gaussian, 1.0827, 0.5734, 1.3754, 0.2881},
                                {Regularisation::winckelmans, 1.0973, 0.4976, 1.5372, 0.1903}};

/// Ring 1 of the pair, which starts above z = 0 and moves down.
const Ring kUpper = filament({0, 0, 1}, -1);

Settings collisionSettings(const Method& method, Regularisation kind, const Settings& machine) {
  Settings settings = method.settings(machine);
  settings.regularisation = kind;
  settings.stretching = Stretching::classical;
  settings.integrator = Integrator::rk2;
  settings.timeStep = 1. / kStepsPerTime;  // at 0.05 the winckelmans rings break up as they touch
  return settings;
}

void advance(VortexSystem& system, int time) {
  for (int i = 0; i < kStepsPerTime * time; ++i) system.step();
}

/// Radius and height of the upper ring, whose elements are the last ones.
std::pair<double, double> upperRing(const VortexSystem& system) {
  const Elements elements = system.elements();
  double radius = 0, height = 0;
  for (std::size_t i = elements.size() - kElementsEach; i < elements.size(); ++i) {
    radius += std::hypot(elements.position[i].x, elements.position[i].y) / kElementsEach;
    height += elements.position[i].z / kElementsEach;
  }
  return {radius, height};
}

std::vector<Measurement> collide(VortexSystem& system, const Published& row) {
  advance(system, 2);
  const auto [radius2, height2] = upperRing(system);
  advance(system, 2);
  const auto [radius4, height4] = upperRing(system);
  return {relative("radius-2", radius2, row.radius2, 5e-3, "L"), relative("height-2", height2, row.height2, 5e-3, "L"),
          relative("radius-4", radius4, row.radius4, 5e-3, "L"), relative("height-4", height4, row.height4, 5e-3, "L")};
}

VortexSystem pairOfRings(const Settings& settings) {
  Elements pair;
  append(filament({0, 0, -1}, 1), kElementsEach, pair);
  append(kUpper, kElementsEach, pair);
  return {settings, pair, {}};
}

Settings withGround(Settings settings) {
  settings.ground = GroundPlane{};
  return settings;
}

VortexSystem ringOverGround(const Settings& settings) {
  Elements ring;
  append(kUpper, kElementsEach, ring);
  return {withGround(settings), ring, {}};
}

Check headOn(const Published& row, const Method& method) {
  const auto experiment = [row, method](const Settings& machine) {
    VortexSystem system = pairOfRings(collisionSettings(method, row.kind, machine));
    return collide(system, row);
  };
  return {"head-on/" + std::string(toString(row.kind)) + '/' + method.name,
          "Two rings of opposite circulation, R = 1, two apart, spread as the equations of coaxial rings say, within "
          "0.5 % at t = 2 and t = 4.",
          true, experiment};
}

/// Largest distance between elements of the ring above the plane and of the upper ring of the pair.
double distanceFromPair(const VortexSystem& bounded, const VortexSystem& pair) {
  const Elements ring = bounded.elements(), both = pair.elements();
  double largest = 0;
  for (std::size_t i = 0; i < kElementsEach; ++i)
    largest = std::max(largest, norm(ring.position[i] - both.position[kElementsEach + i]));
  return largest;
}

Check ground(const Published& row, const Method& method) {
  const auto experiment = [row, method](const Settings& machine) {
    const Settings settings = collisionSettings(method, row.kind, machine);
    VortexSystem system = ringOverGround(settings);
    std::vector<Measurement> results = collide(system, row);
    if (!method.exact) return results;
    VortexSystem ring = ringOverGround(settings), pair = pairOfRings(settings);
    advance(ring, 1);
    advance(pair, 1);
    results.push_back(vanishing("image-ring", distanceFromPair(ring, pair), 1e-9, "L"));
    return results;
  };
  return {"ground/" + std::string(toString(row.kind)) + '/' + method.name,
          "A ring that comes down on a plane does the same as one that meets its image.", true, experiment};
}

/// Velocities at points up to a distance of 2 from the centre of the plane.
std::vector<Vec3> velocitiesOn(const GroundPlane& plane, const Settings& settings, const Elements& elements) {
  const Vec3 n = (1 / norm(plane.normal)) * plane.normal;
  Vec3 along = cross(n, {1, 0, 0});
  along = (1 / norm(along)) * along;
  std::vector<Vec3> points;
  for (int i = -8; i <= 8; ++i) {
    for (int j = -8; j <= 8; ++j) points.push_back(plane.point + (0.25 * i) * along + (0.25 * j) * cross(n, along));
  }
  return evaluateField(settings, elements, points, false).velocity;
}

Check throughFlow(Regularisation kind) {
  const auto experiment = [kind](const Settings& machine) {
    Settings settings = directDouble(machine);
    settings.regularisation = kind;
    settings.ground = GroundPlane{{0.3, -0.2, 0.1}, {0.3, -0.5, 2}};
    Ring tilted = filament({0.2, -0.1, 1.6}, -1);
    tilted.axis = {0.3, 0.2, 1};
    Elements elements;
    append(tilted, 100, elements);
    const Vec3 n = (1 / norm(settings.ground->normal)) * settings.ground->normal;
    double through = 0, fastest = 0;
    for (const Vec3& u : velocitiesOn(*settings.ground, settings, elements)) {
      through = std::max(through, std::abs(dot(u, n)));
      fastest = std::max(fastest, norm(u));
    }
    return std::vector<Measurement>{vanishing("", through / fastest, 1e-13)};
  };
  return {"ground/" + std::string(toString(kind)) + "/through-flow",
          "Nothing but round-off flows through an oblique plane under a tilted ring (over the largest velocity on it): "
          "direct sums.",
          true, experiment};
}

}  // namespace

std::vector<Check> headOnChecks() {
  std::vector<Check> all;
  for (const Published& row : kPublished) {
    for (const Method& method : {kDirect, kFmm}) {
      all.push_back(headOn(row, method));
      all.push_back(ground(row, method));
    }
    all.push_back(throughFlow(row.kind));
  }
  return all;
}

}  // namespace fmm::verification
