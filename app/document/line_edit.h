#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fmm/vortex_line.h"
#include "scene/scene.h"

namespace app {

/// One of a scene's vortex lines: of those that it begins with, or a ring that joins later.
struct LinePlace {
  static constexpr std::size_t kLaunches = std::variant_size_v<fmm::VortexLine>;  ///< behind the kinds

  std::size_t kind = 0;   ///< place in the list of fmm::VortexLine, or kLaunches
  std::size_t index = 0;  ///< among those of that kind, or in scene.launches

  friend bool operator==(LinePlace a, LinePlace b) { return a.kind == b.kind && a.index == b.index; }
};

/// All lines of a scene, kind by kind, then the rings that join later.
std::vector<LinePlace> linePlaces(const Scene& scene);
/// Is there a line at that place?
bool hasLine(const Scene& scene, LinePlace place);

/// Calls visit(line, label) with the line at a place that has one.
template <class AnyScene, class Visit>
void visitLine(AnyScene& scene, LinePlace place, const Visit& visit) {
  if (place.kind == LinePlace::kLaunches) {
    auto& launch = scene.launches.at(place.index);
    return visit(launch.ring, launch.label);
  }
  scene.lines.forEachKind([&](auto& lines) {
    using Line = typename std::decay_t<decltype(lines)>::value_type;
    if (LineList::kindOf<Line>() == place.kind)
      visit(lines.at(place.index), scene.lines.template extras<Line>(place.index));
  });
}

/// What a list calls the line: its name, else its kind and number, as in "ring 2".
std::string nameOf(const Scene& scene, LinePlace place);

/// What all lines have in common of the one at that place.
const fmm::LineBase& lineAt(const Scene& scene, LinePlace place);

/// Moves the line as it is. [L]
void moveLine(Scene& scene, LinePlace place, fmm::Vec3 centre);
/// Turns it, with all that stands across its axis, into this direction; a zero vector turns nothing.
void turnLine(Scene& scene, LinePlace place, fmm::Vec3 axis);
/// Makes it larger or smaller about its centre; cores and tubes of tracers shrink where they would not fit any more.
void sizeLine(Scene& scene, LinePlace place, double radius);
/// Cores and tubes of tracers that are too wide for the line shrink: what the scene is then can be simulated.
void fitCores(Scene& scene, LinePlace place);

/// A ring that the scene begins with joins later instead, or the other way round; its new place. Other lines stay.
LinePlace joinLater(Scene& scene, LinePlace place, bool later);

/// A ring like the scene's last one and clear of it, the standard one where there is none; a knot in the same way.
LinePlace addRing(Scene& scene);
LinePlace addKnot(Scene& scene);
/// A copy behind all of its kind, moved along its axis until the two are clear of each other.
LinePlace duplicateLine(Scene& scene, LinePlace place);
/// Takes it out, with the tracers' regions that are about it. Returns the place of a line that was next to it; empty:
/// there is none left.
std::optional<LinePlace> removeLine(Scene& scene, LinePlace place);

}  // namespace app
