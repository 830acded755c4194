#include "document/line_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

#include "document/scene_edit.h"
#include "fmm/error.h"
#include "fmm/initial_conditions.h"
#include "scene/line_kind.h"
#include "scene/scene_lines.h"

namespace app {
namespace {

constexpr double kWidest = 0.95;  // of what fits: cores and tubes stay clear of themselves
constexpr double kApart = 4;      // half widths from a line to its copy

fmm::Vec3 unit(fmm::Vec3 v) {
  return (1 / fmm::norm(v)) * v;
}

/// x turned by the rotation that takes the unit vector `from` to `to` by the shortest way, with the formula of
/// Rodrigues.
fmm::Vec3 turned(fmm::Vec3 x, fmm::Vec3 from, fmm::Vec3 to) {
  const fmm::Vec3 normal = fmm::cross(from, to);
  const double cosine = fmm::dot(from, to);
  if (cosine > -1 + 1e-12) return cosine * x + fmm::cross(normal, x) + (fmm::dot(normal, x) / (1 + cosine)) * normal;
  const fmm::Vec3 across =
      unit(std::abs(from.x) < 0.6 ? fmm::cross(from, fmm::Vec3{1, 0, 0}) : fmm::cross(from, fmm::Vec3{0, 1, 0}));
  return 2 * fmm::dot(across, x) * across - x;  // half a turn
}

/// Limits the minor radius of a knot, so that its torus keeps a hole.
void fitShape(fmm::LineBase&) {}
void fitShape(fmm::TorusKnot& knot) {
  knot.minorRadius = std::min(knot.minorRadius, kWidest * knot.radius / (1 + knot.waveAmplitude));
}

// Changes of a plane flow's vortices and sheets.

constexpr double kPatchesApart = 3;  // core radii from a vortex to the next one

/// Moves a patch, so that circleAbout() has this centre [L]; z is ignored.
void movePatch(ScenePatch& patch, fmm::Vec3 centre) {
  const fmm::Vec3 from = circleAbout(patch).centre, by = {centre.x - from.x, centre.y - from.y, 0};
  if (auto* sheet = std::get_if<fmm::PlaneSheet>(&patch.patch)) {
    sheet->from = sheet->from + by;
    sheet->to = sheet->to + by;
  } else {
    auto& vortex = std::get<fmm::PlaneVortex>(patch.patch);
    vortex.centre = vortex.centre + by;
  }
}

/// Scales a patch about its centre until circleAbout() has this radius [L]; a sheet keeps its thickness and waves.
void sizePatch(ScenePatch& patch, double radius) {
  const fmm::Ring circle = circleAbout(patch);
  if (!(radius > 0) || !(circle.radius > 0)) return;
  const double factor = radius / circle.radius;
  if (auto* sheet = std::get_if<fmm::PlaneSheet>(&patch.patch)) {
    sheet->from = circle.centre + factor * (sheet->from - circle.centre);
    sheet->to = circle.centre + factor * (sheet->to - circle.centre);
    return;
  }
  patch.within *= factor;
  for (double& axis : std::get<fmm::PlaneVortex>(patch.patch).halfAxes) axis *= factor;
}

/// The patch moved aside until it is clear of where it was.
ScenePatch movedAside(ScenePatch patch) {
  const fmm::Ring circle = circleAbout(patch);
  const bool sheet = std::holds_alternative<fmm::PlaneSheet>(patch.patch);
  const double way = sheet ? circle.radius / 4 : kPatchesApart * circle.radius;
  movePatch(patch, circle.centre + fmm::Vec3{sheet ? 0 : way, sheet ? way : 0, 0});
  return patch;
}

/// Like the last patch that has this type.
template <class Patch>
ScenePatch like(const Scene& scene) {
  const auto last = std::find_if(scene.patches.rbegin(), scene.patches.rend(),
                                 [](const ScenePatch& patch) { return std::holds_alternative<Patch>(patch.patch); });
  if (last == scene.patches.rend()) return {Patch{}, {}};
  ScenePatch next = movedAside(*last);
  next.label = {};
  return next;
}

/// A patch for a scene to add: like its last vortex or sheet, without its name and beside it, or the standard one.
ScenePatch nextVortex(const Scene& scene) {
  ScenePatch next = like<fmm::PlaneVortex>(scene);
  auto& vortex = std::get<fmm::PlaneVortex>(next.patch);
  next.count = 1;
  next.within = 0;
  if (vortex.profile == fmm::PlaneProfile::point && scene.settings.redistribution.isOn())
    vortex.profile = fmm::PlaneProfile::gaussian;
  return next;
}

ScenePatch nextSheet(const Scene& scene) {
  return like<fmm::PlaneSheet>(scene);
}

// Data of a line besides LineBase that must follow its changes: points of a filament, torus of a knot.

void scaleShape(fmm::LineBase&, double) {}
void scaleShape(fmm::TorusKnot& knot, double factor) {
  knot.minorRadius *= factor;
}
void scaleShape(fmm::Filament& filament, double factor) {
  for (fmm::Vec3& x : filament.points) x = filament.centre + factor * (x - filament.centre);
}
void shiftShape(fmm::LineBase&, fmm::Vec3) {}
void shiftShape(fmm::Filament& filament, fmm::Vec3 by) {
  for (fmm::Vec3& x : filament.points) x = x + by;
}
void turnShape(fmm::LineBase&, fmm::Vec3, fmm::Vec3) {}
void turnShape(fmm::Filament& filament, fmm::Vec3 from, fmm::Vec3 to) {
  for (fmm::Vec3& x : filament.points) x = filament.centre + turned(x - filament.centre, from, to);
}

/// Sets a filament's centre, axis and radius from its points, to the last bit as after reading the file.
void updateShape(fmm::LineBase&) {}
void updateShape(fmm::Filament& filament) {
  const fmm::Filament through = fmm::filamentThrough(filament.points);
  filament.centre = through.centre;
  filament.axis = through.axis;
  filament.radius = through.radius;
}

double halfWidth(const fmm::LineBase& line) {
  return std::max(2.5 * line.coreRadius, line.radius / 6);
}
double halfWidth(const fmm::TorusKnot& knot) {
  return knot.minorRadius;
}

/// Removes the regions of closed lines `first` to `first + count - 1`; in other regions higher numbers decrease.
void forgetRegions(Scene& scene, std::size_t first, std::size_t count) {
  std::vector<TracerRegion> kept;
  for (TracerRegion region : scene.regions) {
    if (region.line && *region.line >= first && *region.line < first + count) continue;
    if (region.line && *region.line >= first) *region.line -= count;
    kept.push_back(region);
  }
  scene.regions = kept;
}

/// Number of the first closed line of the vortex line at this place.
std::size_t firstComponent(const Scene& scene, LinePlace place) {
  std::size_t first = 0;
  for (const LinePlace before : linePlaces(scene)) {
    if (before == place || before.kind >= LinePlace::kLaunches) break;
    visitLine(scene, before,
              [&](const auto& line, const LineLabel&) { first += static_cast<std::size_t>(line.components()); });
  }
  return first;
}

/// After the insertion of a line: increases the numbers of closed lines from `first` on by `count`.
void makeRoomInRegions(Scene& scene, std::size_t first, std::size_t count) {
  for (TracerRegion& region : scene.regions)
    if (region.line && *region.line >= first) *region.line += count;
}

template <class Line>
LinePlace append(Scene& scene, Line line, const LineExtras& extras) {
  const LinePlace place{LineList::kindOf<Line>(), scene.lines.of<Line>().size()};
  const auto components = static_cast<std::size_t>(line.components());
  scene.lines.insert(place.index, line, extras);
  makeRoomInRegions(scene, firstComponent(scene, place), components);
  fitCores(scene, place);
  if (scene.elements) scene.elements = std::max(*scene.elements, sharingLineCount(scene));
  return place;
}

/// Adds a line of a kind: a copy of the last one without its name, or the standard one.
template <class Line>
LinePlace addLike(Scene& scene, const Line& standard) {
  std::vector<Line>& lines = scene.lines.of<Line>();
  if (lines.empty()) return append(scene, standard, {});
  const LinePlace place = duplicateLine(scene, {LineList::kindOf<Line>(), lines.size() - 1});
  scene.lines.extras<Line>(place.index) = {};
  return place;
}

/// Vortices come before sheets, as they do when a file is read.
LinePlace addPatch(Scene& scene, ScenePatch patch) {
  const auto isSheet = [](const ScenePatch& p) { return std::holds_alternative<fmm::PlaneSheet>(p.patch); };
  auto at = scene.patches.end();
  if (!isSheet(patch)) at = std::find_if(scene.patches.begin(), at, isSheet);
  at = scene.patches.insert(at, std::move(patch));
  return {LinePlace::kPatches, static_cast<std::size_t>(at - scene.patches.begin())};
}

}  // namespace

std::vector<LinePlace> linePlaces(const Scene& scene) {
  std::vector<LinePlace> places;
  scene.lines.forEachKind([&](const auto& lines) {
    using Line = typename std::decay_t<decltype(lines)>::value_type;
    for (std::size_t i = 0; i < lines.size(); ++i) places.push_back({LineList::kindOf<Line>(), i});
  });
  for (std::size_t i = 0; i < scene.launches.size(); ++i) places.push_back({LinePlace::kLaunches, i});
  for (std::size_t i = 0; i < scene.patches.size(); ++i) places.push_back({LinePlace::kPatches, i});
  return places;
}

bool hasLine(const Scene& scene, LinePlace place) {
  const std::vector<LinePlace> places = linePlaces(scene);
  return std::find(places.begin(), places.end(), place) != places.end();
}

std::string nameOf(const Scene& scene, LinePlace place) {
  if (place.isPatch()) return patchName(scene, place.index);
  std::string name;
  visitLine(scene, place, [&](const auto& line, const LineLabel& label) {
    name =
        !label.name.empty() ? label.name : fmt::format("{} {}", std::decay_t<decltype(line)>::kName, place.index + 1);
    if (label.name.empty() && place.kind == LinePlace::kLaunches) name = "later " + name;
  });
  return name;
}

fmm::LineBase lineAt(const Scene& scene, LinePlace place) {
  if (place.isPatch()) return circleAbout(scene.patches.at(place.index));
  const fmm::LineBase* base = nullptr;
  visitLine(scene, place, [&](const fmm::LineBase& line, const LineLabel&) { base = &line; });
  return *base;
}

const LineLabel& labelOf(const Scene& scene, LinePlace place) {
  if (place.isPatch()) return scene.patches.at(place.index).label;
  const LineLabel* found = nullptr;
  visitLine(scene, place, [&](const fmm::LineBase&, const LineLabel& label) { found = &label; });
  return *found;
}

void moveLine(Scene& scene, LinePlace place, fmm::Vec3 centre) {
  if (place.isPatch()) return movePatch(scene.patches.at(place.index), centre);
  visitLine(scene, place, [&](auto& line, LineLabel&) {
    shiftShape(line, centre - line.centre);
    line.centre = centre;
    updateShape(line);
  });
}

void turnLine(Scene& scene, LinePlace place, fmm::Vec3 axis) {
  if (!(fmm::norm(axis) > 0) || place.isPatch()) return;
  visitLine(scene, place, [&](auto& line, LineLabel&) {
    turnShape(line, unit(line.axis), unit(axis));
    line.axis = axis;
    updateShape(line);
  });
}

void sizeLine(Scene& scene, LinePlace place, double radius) {
  if (!(radius > 0)) return;
  if (place.isPatch()) return sizePatch(scene.patches.at(place.index), radius);
  visitLine(scene, place, [&](auto& line, LineLabel&) {
    scaleShape(line, radius / line.radius);
    line.radius = radius;
    updateShape(line);
  });
  fitCores(scene, place);
}

void fitCores(Scene& scene, LinePlace place) {
  if (place.isPatch()) return;
  visitLine(scene, place, [&](auto& line, LineLabel&) {
    fitShape(line);
    const double widest = kWidest * fmm::widestTube(line);
    const bool lattice = scene.settings.redistribution.isOn();
    const double filled = fmm::filledRadius(line.profile, 1);
    if (filled > 0 && !lattice) line.coreRadius = std::min(line.coreRadius, widest / filled);
    line.coreRadius = std::min(line.coreRadius, kWidest * line.radius);
    if (place.kind != LinePlace::kLaunches && widest > 0) scene.tracerTube = std::min(scene.tracerTube, widest);
  });
  if (place.kind != LinePlace::kLaunches) return;
  RingLaunch& launch = scene.launches.at(place.index);
  for (std::optional<double>* width : {&launch.tracerTube, &launch.tracerSheet})
    if (*width) *width = std::min(**width, kWidest * launch.ring.radius);
}

LinePlace joinLater(Scene& scene, LinePlace place, bool later) {
  constexpr std::size_t kRings = LineList::kindOf<fmm::Ring>();
  if (later && place.kind == kRings) {
    RingLaunch launch;
    launch.ring = scene.rings().at(place.index);
    launch.label = scene.lines.extras<fmm::Ring>(place.index);
    removeLine(scene, place);
    scene.launches.push_back(launch);
    return {LinePlace::kLaunches, scene.launches.size() - 1};
  }
  if (later || place.kind != LinePlace::kLaunches) return place;
  const RingLaunch launch = scene.launches.at(place.index);
  removeLine(scene, place);
  return append(scene, launch.ring, {launch.label, {}});
}

LinePlace addRing(Scene& scene) {
  return addLike(scene, standardRing());
}

LinePlace addKnot(Scene& scene) {
  return addLike(scene, lineKind<fmm::TorusKnot>().panel->standard);
}

LinePlace addVortex(Scene& scene) {
  return addPatch(scene, nextVortex(scene));
}

LinePlace addSheet(Scene& scene) {
  return addPatch(scene, nextSheet(scene));
}

LinePlace duplicateLine(Scene& scene, LinePlace place) {
  if (place.isPatch()) return addPatch(scene, movedAside(scene.patches.at(place.index)));
  if (place.kind == LinePlace::kLaunches) {
    RingLaunch copy = scene.launches.at(place.index);
    copy.ring.centre = copy.ring.centre + kApart * halfWidth(copy.ring) * unit(copy.ring.axis);
    scene.launches.push_back(copy);
    return {LinePlace::kLaunches, scene.launches.size() - 1};
  }
  LinePlace copied = place;
  scene.lines.forEachKind([&](auto& lines) {
    using Line = typename std::decay_t<decltype(lines)>::value_type;
    if (LineList::kindOf<Line>() != place.kind) return;
    const Line copy = lines.at(place.index);
    copied = append(scene, copy, scene.lines.extras<Line>(place.index));
    moveLine(scene, copied, copy.centre + kApart * halfWidth(copy) * unit(copy.axis));
  });
  return copied;
}

std::optional<LinePlace> removeLine(Scene& scene, LinePlace place) {
  if (place.isPatch()) {
    scene.patches.erase(scene.patches.begin() + static_cast<std::ptrdiff_t>(place.index));
  } else if (place.kind == LinePlace::kLaunches) {
    scene.launches.erase(scene.launches.begin() + static_cast<std::ptrdiff_t>(place.index));
  } else {
    const std::size_t first = firstComponent(scene, place);
    scene.lines.forEachKind([&](auto& lines) {
      using Line = typename std::decay_t<decltype(lines)>::value_type;
      if (LineList::kindOf<Line>() != place.kind) return;
      forgetRegions(scene, first, static_cast<std::size_t>(lines.at(place.index).components()));
      scene.lines.erase<Line>(place.index);
    });
  }
  const std::vector<LinePlace> left = linePlaces(scene);
  if (left.empty()) return std::nullopt;
  for (const LinePlace next : {place, LinePlace{place.kind, place.index > 0 ? place.index - 1 : 0}})
    if (hasLine(scene, next)) return next;
  return left.front();
}

}  // namespace app
