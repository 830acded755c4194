// What a scene file says of torus knots and links.

#include "scene/knot_parser.h"

#include <fmt/format.h>

#include <cmath>

#include "scene/line_parser.h"

namespace app {
namespace {

constexpr std::size_t kMaximumKnots = 100;
constexpr double kMostTurns = 20;

void requireAbove(const TomlTable& table, const fmm::GroundPlane& plane, const fmm::TorusKnot& knot, double tube) {
  const fmm::Vec3 n = (1 / fmm::norm(plane.normal)) * plane.normal;
  const fmm::Vec3 axis = (1 / fmm::norm(knot.axis)) * knot.axis;
  const double minor = knot.minorRadius * (1 + knot.waveAmplitude);
  requireAboveGround(table, plane, knot,
                     (knot.radius + minor) * fmm::norm(fmm::cross(axis, n)) +
                         (minor + knot.minorRadius * knot.axialAmplitude) * std::abs(fmm::dot(axis, n)),
                     tube);
}

void readKnot(TomlTable table, Scene& scene) {
  fmm::TorusKnot knot;
  std::int64_t p = knot.p, q = knot.q;
  table.read("centre", knot.centre, kCoordinate);
  table.read("axis", knot.axis, kCoordinate);
  table.read("p", p, {1, kMostTurns});
  table.read("q", q, {-kMostTurns, kMostTurns});
  table.read("radius", knot.radius, kLength);
  if (!table.read("minor_radius", knot.minorRadius, kLength)) knot.minorRadius *= knot.radius;
  table.read("circulation", knot.circulation, kNumber);
  readCore(table, knot, knot.radius);
  readWave(table, knot, 200);
  table.finish();
  knot.p = static_cast<int>(p);
  knot.q = static_cast<int>(q);

  if (fmm::norm(knot.axis) == 0) table.fail("axis", "= [0, 0, 0] has no direction");
  if (knot.minorRadius * (1 + knot.waveAmplitude) >= knot.radius)
    table.fail("minor_radius", fmt::format("= {} is out of range; allowed: more than 0, less than {:.4g}, so that the "
                                           "torus keeps its hole",
                                           knot.minorRadius, knot.radius / (1 + knot.waveAmplitude)));
  const double tube = scene.tracerTube;
  requireRoom(table, knot);
  if (scene.settings.ground) requireAbove(table, *scene.settings.ground, knot, tube);
  scene.knots.push_back(knot);
}

}  // namespace

void readKnots(TomlTable& top, Scene& scene) {
  for (const TomlTable& knot : top.tables("knot")) {
    readKnot(knot, scene);
    if (scene.knots.size() > kMaximumKnots)
      top.fail("knot", fmt::format("tables [[knot]]: more than {}; allowed: 0 to {}", kMaximumKnots, kMaximumKnots));
  }
}

}  // namespace app
