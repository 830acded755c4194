#include "window/ring_tool.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "document/ring_launcher.h"
#include "window/sketch.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kSegments = 128;
constexpr float kFar = 0.45f;                      // opacity of the half behind the centre
constexpr float kWire = 0.3f;                      // opacity of the core's lines
constexpr int kLinesAlong = 6, kLinesAround = 24;  // of the core

/// A run of neighbouring points of a closed line, all in front of or all behind the ring's centre.
struct Arc {
  bool behind = false;
  std::vector<ImVec2> points;
};

/// Cuts the closed line at(0 to 1) where its depth crosses that of the ring's centre.
template <class Line>
std::vector<Arc> arcsOf(const Line& at, int segments, double depth, const PictureMap& map) {
  std::vector<Arc> arcs;
  for (int k = 0; k <= segments; ++k) {
    const fmm::Vec3 point = at(static_cast<double>(k) / segments);
    const auto shown = map.project(point);
    if (!shown) continue;
    const bool behind = map.depth(point) > depth;
    if (!arcs.empty()) arcs.back().points.push_back(toImGui(*shown));  // neighbours share their end
    if (arcs.empty() || arcs.back().behind != behind) arcs.push_back({behind, {toImGui(*shown)}});
  }
  std::stable_partition(arcs.begin(), arcs.end(), [](const Arc& arc) { return arc.behind; });
  return arcs;
}

/// The ring's centre line, and its core as a wire frame of lines along and around it.
void drawTorus(ImDrawList& list, const fmm::Ring& ring, const PictureMap& map, const Inks& inks, float scale) {
  const AcrossAxis plane = planeAcross(ring.axis);
  const fmm::Vec3 normal = fmm::cross(plane.first, plane.second);
  const double depth = map.depth(ring.centre);
  const auto onTorus = [&](double along, double around, double tube) {
    const double phi = 2 * kPi * along, theta = 2 * kPi * around;
    const fmm::Vec3 radial = std::cos(phi) * plane.first + std::sin(phi) * plane.second;
    return ring.centre + (ring.radius + tube * std::cos(theta)) * radial + (tube * std::sin(theta)) * normal;
  };
  const auto wire = [&](const std::vector<Arc>& arcs) {
    for (const Arc& arc : arcs)
      list.AddPolyline(arc.points.data(), static_cast<int>(arc.points.size()),
                       faded(inks.line, arc.behind ? kWire * kFar : kWire), 0, scale);
  };
  for (int k = 0; k < kLinesAlong; ++k) {
    const double around = static_cast<double>(k) / kLinesAlong;
    wire(arcsOf([&](double along) { return onTorus(along, around, ring.coreRadius); }, kSegments, depth, map));
  }
  for (int k = 0; k < kLinesAround; ++k) {
    const double along = static_cast<double>(k) / kLinesAround;
    wire(arcsOf([&](double around) { return onTorus(along, around, ring.coreRadius); }, kSegments / 4, depth, map));
  }
  for (const Arc& arc : arcsOf([&](double along) { return onTorus(along, 0, 0); }, kSegments, depth, map))
    stroke(list, arc.points, inks, arc.behind ? kFar : 1, scale);
}

}  // namespace

float drawGhost(const RingGhost& ghost, const PictureMap& map, Background background, float scale) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ScreenArea& area = map.area();
  list.PushClipRect(toImGui({area.x, area.y}), toImGui({area.x + area.width, area.y + area.height}));
  const Inks inks = inksOn(background);
  const fmm::Ring& ring = ghost.launch.ring;
  drawTorus(list, ring, map, inks, scale);
  const auto from = map.project(ring.centre), to = map.project(ghost.tip);
  if (from && to) {
    drawArrow(list, toImGui(*from), toImGui(*to), inks, scale);
    const std::string text = fmt::format("R {:.3g}   \u0393 {:.3g}   U {:.3g}\nthere in {:.2g} T", ring.radius,
                                         ring.circulation, ghost.speed, ghost.way);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const auto left = static_cast<float>(area.x), right = static_cast<float>(area.x + area.width);
    const auto high = static_cast<float>(area.y), low = static_cast<float>(area.y + area.height);
    const ImVec2 tip = toImGui(*to);
    const float beside = tip.x + 14 * scale, most = right - size.x - 8 * scale;
    const float above = beside > most ? size.y + 18 * scale : 10 * scale;  // higher where the tip would be covered
    write(list,
          {std::clamp(beside, left, std::max(left, most)),
           std::clamp(tip.y - above, high, std::max(high, low - size.y - 40 * scale))},
          inks, text, scale);
  }
  list.PopClipRect();
  return drawAimHint(map, background, scale, ghost.pulling);
}

float drawAimHint(const PictureMap& map, Background background, float scale, bool pulling) {
  const std::vector<std::string> parts =
      pulling ? std::vector<std::string>{"Let go: launch", "Shift: aim one more", "right click: leave"}
              : std::vector<std::string>{"Press and pull: launch", "wheel: radius", "Shift + wheel: circulation",
                                         "Ctrl + wheel: core", "Esc: leave"};
  return writeBelow(parts, map, inksOn(background), scale);
}

namespace {

constexpr double kWheelStep = 1.1;
constexpr double kShortestPull = 8;  // screen coordinates; less is a click

}  // namespace

void RingTool::arm(RingLaunch& launch, fmm::Vec3 depth, SpeedOf speedOf) {
  launch_ = &launch;
  speedOf_ = std::move(speedOf);
  depth_ = depth;
  pointer_.reset();
  pressed_.reset();
  launch.ring.axis = (1 / fmm::norm(launch.ring.axis)) * launch.ring.axis;
  const double speed = std::abs(speedOf_(launch));
  way_ = speed > 0 && std::isfinite(speed) ? launch.ring.radius / speed : 1;
}

void RingTool::cancel() {
  if (pulling()) {
    launch_->ring.axis = before_.axis;
    launch_->ring.circulation = before_.circulation;
  }
  pressed_.reset();
  launch_ = nullptr;
}

void RingTool::move(const PictureMap& map, ScreenPoint at) {
  if (!armed()) return;
  pointer_ = at;
  if (!pulling()) {
    launch_->ring.centre = map.onPlane(at, depth_);
    return;
  }
  pulledTo_ = map.onPlane(at, launch_->ring.centre);
  pulledFar_ = distance(*pressed_, at) >= kShortestPull;
  pull();
}

void RingTool::leave() {
  if (!pulling()) pointer_.reset();
}

void RingTool::press(const PictureMap& map, ScreenPoint at) {
  if (!armed()) return;
  move(map, at);
  before_ = {launch_->ring.axis, launch_->ring.circulation};
  pressed_ = at;
  pulledFar_ = false;
}

std::optional<RingLaunch> RingTool::release(bool again) {
  if (!armed() || !pulling()) return std::nullopt;
  const RingLaunch launched = *launch_;
  pressed_.reset();
  if (!again) launch_ = nullptr;
  return launched;
}

/// Sets direction and circulation from the pull, so that the arrow's tip is under the pointer.
void RingTool::pull() {
  fmm::Ring& ring = launch_->ring;
  ring.axis = before_.axis;
  ring.circulation = before_.circulation;
  if (!pulledFar_) return;
  const fmm::Vec3 along = pulledTo_ - ring.centre;
  const double length = fmm::norm(along);
  const double speed = std::abs(speedOf_(*launch_)) / ring.circulation;
  if (!(length > 0 && speed > 0 && std::isfinite(speed))) return;
  ring.axis = (1 / length) * along;
  ring.circulation = length / way_ / speed;
}

void RingTool::wheel(double steps, bool shift, bool control) {
  if (!armed()) return;
  const double factor = std::pow(kWheelStep, std::clamp(steps, -50., 50.));
  fmm::Ring& ring = launch_->ring;
  if (control) {
    setCoreRadius(*launch_, factor * ring.coreRadius);
  } else if (!shift) {
    setRadius(*launch_, factor * ring.radius);
  } else if (pulling() && pulledFar_) {
    way_ /= factor;  // the arrow stays under the pointer
  } else {
    ring.circulation *= factor;
    before_.circulation = ring.circulation;
  }
  if (pulling()) pull();
}

void RingTool::carry(fmm::Vec3 shift) {
  depth_ = depth_ + shift;
  pulledTo_ = pulledTo_ + shift;
  if (armed()) launch_->ring.centre = launch_->ring.centre + shift;
}

fmm::Vec3 RingTool::tip() const {
  const fmm::Ring& ring = launch_->ring;
  return ring.centre + (way_ * std::abs(speedOf_(*launch_)) / fmm::norm(ring.axis)) * ring.axis;
}

}  // namespace app
