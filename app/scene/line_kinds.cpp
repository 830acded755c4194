#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fmm/error.h"
#include "scene/line_tables.h"
#include "scene/text/toml_reader.h"

namespace app {

// Description of vortex rings for scenes and the panel.

namespace {

static_assert(fmm::memberCount<fmm::Ring>() == 1, "a member of rings has no key");

void requireThinCore(const TomlTable& table, fmm::Ring& ring) {
  if (ring.profile != fmm::CoreProfile::filament && ring.coreRadius >= ring.radius)
    table.fail("core_radius", fmt::format("= {} is out of range; allowed: more than 0, less than the ring's radius {}",
                                          ring.coreRadius, ring.radius));
}

double ringReach(const fmm::Ring& ring, fmm::Vec3 n) {
  const fmm::Vec3 axis = (1 / fmm::norm(ring.axis)) * ring.axis;
  return ring.radius * ((1 + ring.waveAmplitude) * fmm::norm(fmm::cross(axis, n)) +
                        ring.axialAmplitude * std::abs(fmm::dot(axis, n)));
}

}  // namespace

template <>
const LineKind<fmm::Ring>& lineKind() {
  using Ring = fmm::Ring;
  static const LineKind<Ring> kind = {
      1000, joinKeys<Ring>(kPlaceKeys<Ring>, kCoreKeys<Ring>, waveKeys<Ring>(1000)), requireThinCore, ringReach, {}};
  return kind;
}

// Description of filaments, closed curves through points, for scenes and the panel.

namespace {

using Filament = fmm::Filament;

constexpr std::size_t kMostPoints = 20000;

constexpr std::array<LineKey<Filament>, 1> kPointKeys = {
    {{"points", "Its points", "The closed curve through these points.", &Filament::points, kCoordinate}}};
static_assert(fmm::memberCount<Filament>() == 1 + kPointKeys.size(), "a member of filaments has no key");

/// Sets position, axis and size from the points.
void completeCurve(const TomlTable& table, Filament& filament) {
  const char* key = table.has("file") ? "file" : "points";
  if (filament.points.size() < 3 || filament.points.size() > kMostPoints)
    table.fail(key, fmt::format("gives {} points; allowed: 3 to {}", filament.points.size(), kMostPoints));
  try {
    const Filament through = fmm::filamentThrough(filament.points);
    filament.centre = through.centre;
    filament.axis = through.axis;
    filament.radius = through.radius;
  } catch (const fmm::InvalidInput& error) {
    table.fail(key, fmt::format("gives no closed curve: {}", error.what()));
  }
  if (!std::isnormal(0.01 * filament.radius)) table.fail(key, "gives a curve without length");
  if (!table.has("core_radius")) filament.coreRadius = std::min(filament.coreRadius, 0.1 * filament.radius);
}

/// Extent of the points; the curve between them may go slightly further.
double curveReach(const Filament& filament, fmm::Vec3 n) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const fmm::Vec3& x : filament.points) lowest = std::min(lowest, fmm::dot(x - filament.centre, n));
  return -lowest;
}

}  // namespace

template <>
const LineKind<Filament>& lineKind() {
  static const LineKind<Filament> kind = {
      100, joinKeys<Filament>(kPointKeys, kCoreKeys<Filament>), completeCurve, curveReach, {}};
  return kind;
}

// Description of torus knots and links for scenes and the panel.

namespace {

using Knot = fmm::TorusKnot;

constexpr double kMostTurns = 20;
constexpr double kMostPanelTurns = 9;

constexpr std::array<LineKey<Knot>, 2> kTurnKeys = {
    {{"p", "Its turns p", "How often this knot goes around its axis.", &Knot::p, {1, kMostTurns}},
     {"q",
      "Its windings q",
      "How often this knot goes through the torus's hole; below 0 the mirror image.",
      &Knot::q,
      {-kMostTurns, kMostTurns}}}};
constexpr std::array<LineKey<Knot>, 1> kTubeKeys = {
    {{"minor_radius", "Its minor radius", "Radius of the tube of the torus on which this knot lies.",
      &Knot::minorRadius, kLength}}};
static_assert(fmm::memberCount<Knot>() == 1 + kTurnKeys.size() + kTubeKeys.size(), "a member of knots has no key");

void completeTorus(const TomlTable& table, Knot& knot) {
  if (!table.has("minor_radius")) knot.minorRadius *= knot.radius;
  if (knot.minorRadius * (1 + knot.waveAmplitude) >= knot.radius)
    table.fail("minor_radius", fmt::format("= {} is out of range; allowed: more than 0, less than {:.4g}, so that the "
                                           "torus keeps its hole",
                                           knot.minorRadius, knot.radius / (1 + knot.waveAmplitude)));
}

double torusReach(const Knot& knot, fmm::Vec3 n) {
  const fmm::Vec3 axis = (1 / fmm::norm(knot.axis)) * knot.axis;
  const double minor = knot.minorRadius * (1 + knot.waveAmplitude);
  return (knot.radius + minor) * fmm::norm(fmm::cross(axis, n)) +
         (minor + knot.minorRadius * knot.axialAmplitude) * std::abs(fmm::dot(axis, n));
}

Knot standardKnot() {
  Knot knot;
  knot.radius = 0.36;
  knot.minorRadius = 0.15;
  knot.coreRadius = 0.03;
  return knot;
}

std::vector<LineControl<Knot>> controls() {
  return {{"Turns p", &Knot::p,
           [](const Knot&) {
             return Range{1, kMostPanelTurns};
           },
           "How often the knot goes around its axis."},
          {"Windings q", &Knot::q,
           [](const Knot&) {
             return Range{-kMostPanelTurns, kMostPanelTurns};
           },
           "How often it goes through the torus's hole: with p, a common divisor makes as many linked lines; below 0 "
           "the mirror image."},
          {"Knot radius", &Knot::radius,
           [](const Knot& k) {
             return Range{1.1 * k.minorRadius, 10 * k.minorRadius};
           },
           "Radius R of the torus on which the first knot lies.", "L"},
          {"Minor radius", &Knot::minorRadius,
           [](const Knot& k) {
             return Range{0.05 * k.radius, 0.9 * k.radius};
           },
           "Radius of the torus's tube: how far strands are apart.", "L"},
          {"Knot core", &Knot::coreRadius,
           [](const Knot& k) {
             return Range{k.minorRadius / 50, k.minorRadius};
           },
           "Radius a of the knot's core; it must not touch another strand.", "L"},
          {"Knot circulation", &Knot::circulation,
           [](const Knot&) {
             return Range{-10, 10};
           },
           "Strength \u0393 of each of its lines; below 0 the knot flies backwards.", "L\u00b2/T", false, kNumber}};
}

}  // namespace

template <>
const LineKind<Knot>& lineKind() {
  static const LineKind<Knot> kind = {
      100, joinKeys<Knot>(kTurnKeys, kPlaceKeys<Knot>, kTubeKeys, kCoreKeys<Knot>, waveKeys<Knot>(200)), completeTorus,
      torusReach,
      LinePanel<Knot>{"Knots", "Number of torus knots or links: closed vortex lines wound around a torus.",
                      standardKnot(), [](const Knot& knot) { return knot.minorRadius; }, controls()}};
  return kind;
}

}  // namespace app
