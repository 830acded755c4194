#include "window/line_desk.h"

#include <fmt/format.h>

#include <utility>

#include "window/sketch.h"

namespace app {
namespace {

constexpr float kDot = 5;                           // radius of a round handle at scale 1
constexpr Colour kPointed = {1.00F, 0.92F, 0.45F};  // of the handle under the pointer
constexpr std::array<Colour, 3> kArrows = {{{0.95F, 0.35F, 0.35F}, {0.40F, 0.85F, 0.40F}, {0.45F, 0.60F, 1.00F}}};

bool hasHandles(const Scene& scene, const std::optional<LinePlace>& chosen) {
  return chosen && hasLine(scene, *chosen);
}

/// What the handle does, and what it has made of the line so far.
std::vector<std::string> hintOf(LineHandle handle, const fmm::LineBase& line) {
  const auto vector = [](fmm::Vec3 v) { return fmt::format("{:.3g}, {:.3g}, {:.3g}", v.x, v.y, v.z); };
  switch (handle) {
    case LineHandle::axis:
      return {"Drag: turn", "axis " + vector((1 / fmm::norm(line.axis)) * line.axis), "Esc: as before"};
    case LineHandle::circle:
      return {"Drag: radius", fmt::format("R {:.4g}", line.radius), "Esc: as before"};
    default:
      return {"Drag: move", "place " + vector(line.centre), "Esc: as before"};
  }
}

}  // namespace

bool LineDesk::hear(const PointerEvent& event, const PictureMap& map, bool covered, Scene& scene,
                    const std::optional<LinePlace>& chosen, double scale) {
  const ScreenPoint at{event.x, event.y};
  if (!hasHandles(scene, chosen)) {
    gizmo_.release();
    pointed_.reset();
    return false;
  }
  const bool left = event.button == PointerEvent::kLeft;
  switch (event.kind) {
    case PointerEvent::Kind::move:
      if (gizmo_.dragging()) return gizmo_.drag(scene, map, at), moved_ = true;
      pointed_.reset();
      if (!covered && map.area().contains(at))
        pointed_ = handleAt(handlesOf(lineAt(scene, *chosen), map, scale), map, at, scale);
      return false;
    case PointerEvent::Kind::press:
      if (gizmo_.dragging() && !left) return gizmo_.cancel(scene), true;
      if (!left || covered || !map.area().contains(at)) return false;
      pointed_ = handleAt(handlesOf(lineAt(scene, *chosen), map, scale), map, at, scale);
      if (!pointed_) return false;
      moved_ = false;
      gizmo_.press(*pointed_, scene, *chosen, map, at, scale);
      return true;
    case PointerEvent::Kind::release:
      if (!left || !gizmo_.dragging()) return false;
      gizmo_.release();
      dropped_ |= moved_;
      return true;
    case PointerEvent::Kind::wheel:
      return gizmo_.dragging();
  }
  return false;
}

bool LineDesk::takeDropped() {
  return std::exchange(dropped_, false);
}

void LineDesk::draw(const Scene& scene, const std::optional<LinePlace>& chosen, const PictureMap& map,
                    Background background, float scale) const {
  if (!hasHandles(scene, chosen)) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ScreenArea& area = map.area();
  const fmm::LineBase& line = lineAt(scene, *chosen);
  const LineHandles handles = handlesOf(line, map, scale);
  const std::optional<LineHandle> lit = gizmo_.dragging() ? gizmo_.handle() : pointed_;
  const auto inksFor = [&](LineHandle handle, std::optional<Colour> own) {
    Inks inks = inksOn(background);
    if (lit == handle) own = kPointed;
    if (own) inks.line = ImVec4((*own)[0], (*own)[1], (*own)[2], 1);
    return inks;
  };
  list.PushClipRect(toImGui({area.x, area.y}), toImGui({area.x + area.width, area.y + area.height}));
  std::vector<ImVec2> circle;
  for (const fmm::Vec3& x : handles.circle)
    if (const auto shown = map.project(x)) circle.push_back(toImGui(*shown));
  stroke(list, circle, inksFor(LineHandle::circle, {}), 1, scale);
  const auto middle = map.project(handles.middle), tip = map.project(handles.axis);
  for (std::size_t k = 0; k < 3 && middle; ++k) {
    const auto handle = static_cast<LineHandle>(static_cast<std::size_t>(LineHandle::alongX) + k);
    if (const auto end = map.project(handles.arrows[k]))
      drawArrow(list, toImGui(*middle), toImGui(*end), inksFor(handle, kArrows[k]), scale);
  }
  const auto dot = [&](ScreenPoint at, LineHandle handle) {
    list.AddCircleFilled(toImGui(at), 1.4f * kDot * scale, faded(inksOn(background).halo, 1));
    list.AddCircleFilled(toImGui(at), kDot * scale, faded(inksFor(handle, {}).line, 1));
  };
  if (middle && tip) {
    stroke(list, {toImGui(*middle), toImGui(*tip)}, inksFor(LineHandle::axis, {}), 1, scale);
    dot(*tip, LineHandle::axis);
    dot(*middle, LineHandle::middle);
  }
  list.PopClipRect();
  if (lit) writeBelow(hintOf(*lit, line), map, inksOn(background), scale);
}

}  // namespace app
