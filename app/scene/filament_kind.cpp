// What scenes and the panel know of filaments: closed curves through points.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fmm/error.h"
#include "scene/line_keys.h"
#include "scene/toml_reader.h"

namespace app {
namespace {

using Filament = fmm::Filament;

constexpr std::size_t kMostPoints = 20000;

constexpr std::array<LineKey<Filament>, 1> kPointKeys = {
    {{"points", "Its points", "The closed curve through these points.", &Filament::points, kCoordinate}}};
static_assert(fmm::memberCount<Filament>() == 1 + kPointKeys.size(), "a member of filaments has no key");

/// Place, axis and size follow from the points.
void settleCurve(const TomlTable& table, Filament& filament) {
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

/// Of the points; between them the curve may go a little farther.
double curveReach(const Filament& filament, fmm::Vec3 n) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const fmm::Vec3& x : filament.points) lowest = std::min(lowest, fmm::dot(x - filament.centre, n));
  return -lowest;
}

}  // namespace

template <>
const LineKind<Filament>& lineKind() {
  static const LineKind<Filament> kind = {
      100, joinKeys<Filament>(kPointKeys, kCoreKeys<Filament>), settleCurve, curveReach, {}};
  return kind;
}

}  // namespace app
