#include "document/patch_edit.h"

#include <algorithm>
#include <variant>

namespace app {
namespace {

constexpr double kApart = 3;  // core radii from a vortex to the next one

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

}  // namespace

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

ScenePatch movedAside(ScenePatch patch) {
  const fmm::Ring circle = circleAbout(patch);
  const bool sheet = std::holds_alternative<fmm::PlaneSheet>(patch.patch);
  const double way = sheet ? circle.radius / 4 : kApart * circle.radius;
  movePatch(patch, circle.centre + fmm::Vec3{sheet ? 0 : way, sheet ? way : 0, 0});
  return patch;
}

}  // namespace app
