#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fmm/vortex_line.h"
#include "scene/scene.h"

namespace app {

/// Place of one of a scene's vortex lines: a line that it begins with, a ring that joins later, or a vortex or sheet of
/// a plane flow.
struct LinePlace {
  static constexpr std::size_t kLaunches = std::variant_size_v<fmm::VortexLine>;  ///< kind of the rings that join later
  static constexpr std::size_t kPatches = kLaunches + 1;                          ///< kind of vortices and sheets

  std::size_t kind = 0;   ///< index in fmm::VortexLine, kLaunches or kPatches
  std::size_t index = 0;  ///< among those of that kind, in scene.launches or in scene.patches

  bool isPatch() const { return kind == kPatches; }

  friend bool operator==(LinePlace a, LinePlace b) { return a.kind == b.kind && a.index == b.index; }
};

/// All lines of a scene, kind by kind, then the rings that join later, then the patches of a plane flow.
std::vector<LinePlace> linePlaces(const Scene& scene);
/// True if there is a line at that place.
bool hasLine(const Scene& scene, LinePlace place);

/// Calls visit(line, label) with the line at `place`, which must exist and is no patch.
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

/// Display name of the line: its name, else its kind and number, as in "ring 2".
std::string nameOf(const Scene& scene, LinePlace place);

/// The base of the line at that place; of a patch the circle about it, with its circulation.
fmm::LineBase lineAt(const Scene& scene, LinePlace place);
/// Name and colour of the line at that place.
const LineLabel& labelOf(const Scene& scene, LinePlace place);

/// Moves the line to `centre` [L], otherwise unchanged.
void moveLine(Scene& scene, LinePlace place, fmm::Vec3 centre);
/// Turns the line so that its axis has this direction; a zero vector turns nothing, and nothing turns a patch.
void turnLine(Scene& scene, LinePlace place, fmm::Vec3 axis);
/// Scales the line about its centre to `radius` [L]; cores and tubes of tracers shrink if they would not fit.
void sizeLine(Scene& scene, LinePlace place, double radius);
/// Shrinks cores and tubes of tracers that are too wide for the line, so that the scene can be simulated.
void fitCores(Scene& scene, LinePlace place);

/// Makes a ring that the scene begins with join later, or the other way round; returns its new place. Other lines stay.
LinePlace joinLater(Scene& scene, LinePlace place, bool later);

/// Adds a ring like the scene's last one and clear of it, or the standard one; addKnot() does the same for knots.
LinePlace addRing(Scene& scene);
LinePlace addKnot(Scene& scene);
/// The same for vortices and sheets of a plane flow.
LinePlace addVortex(Scene& scene);
LinePlace addSheet(Scene& scene);
/// Adds a copy after all lines of its kind, moved along its axis until it is clear of the original.
LinePlace duplicateLine(Scene& scene, LinePlace place);
/// Removes the line and the regions of tracers about it. Returns the place of a neighbouring line; empty if none is
/// left.
std::optional<LinePlace> removeLine(Scene& scene, LinePlace place);

}  // namespace app
