#include "window/ring_ghost.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kSegments = 128;
constexpr float kLine = 1.8f, kHalo = 4.5f;         // thickness at scale 1
constexpr float kHead = 11, kHeadHalfWidth = 4.5f;  // of the arrow at scale 1
constexpr float kFar = 0.45f;                       // opacity of the half behind the centre
constexpr float kWire = 0.3f;                       // opacity of the core's lines
constexpr float kPlateEdge = 8;                     // around text at scale 1
constexpr int kLinesAlong = 6, kLinesAround = 24;   // of the core

/// Colours of line and halo, and of what is behind text, on a picture.
struct Inks {
  ImVec4 line, halo, plate;
};

Inks inksOn(Background background) {
  if (background == Background::dark)
    return {{0.62f, 0.93f, 1.00f, 1}, {0, 0.02f, 0.05f, 0.55f}, {0, 0.02f, 0.05f, 0.75f}};
  return {{0.02f, 0.25f, 0.55f, 1}, {1, 1, 1, 0.6f}, {1, 1, 1, 0.8f}};
}

ImU32 faded(ImVec4 colour, float opacity) {
  colour.w *= opacity;
  return ImGui::ColorConvertFloat4ToU32(colour);
}

ImVec2 toImGui(ScreenPoint p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

/// Two unit vectors that span the ring's plane.
struct Plane {
  fmm::Vec3 first, second;
};

Plane planeOf(fmm::Vec3 axis) {
  const fmm::Vec3 unit = (1 / fmm::norm(axis)) * axis;
  const fmm::Vec3 other = std::abs(unit.x) < 0.6 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0};
  fmm::Vec3 first = fmm::cross(unit, other);
  first = (1 / fmm::norm(first)) * first;
  return {first, fmm::cross(unit, first)};
}

/// Runs of neighbouring points of a closed line that lie on one side of the ring's centre.
struct Arc {
  bool behind = false;
  std::vector<ImVec2> points;
};

/// Cuts the closed line at(0 to 1) where it passes the depth of the ring's centre.
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

/// A line with a halo that keeps it readable on anything.
void stroke(ImDrawList& list, const std::vector<ImVec2>& points, const Inks& inks, float opacity, float scale) {
  const auto count = static_cast<int>(points.size());
  list.AddPolyline(points.data(), count, faded(inks.halo, opacity), 0, kHalo * scale);
  list.AddPolyline(points.data(), count, faded(inks.line, opacity), 0, kLine * scale);
}

/// The ring's centre line, and its core as a wire frame of lines along and around it.
void drawTorus(ImDrawList& list, const fmm::Ring& ring, const PictureMap& map, const Inks& inks, float scale) {
  const Plane plane = planeOf(ring.axis);
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

void drawArrow(ImDrawList& list, ImVec2 from, ImVec2 to, const Inks& inks, float scale) {
  const float x = to.x - from.x, y = to.y - from.y, length = std::hypot(x, y);
  if (length < 1) return;
  const float head = std::min(kHead * scale, 0.6f * length), half = kHeadHalfWidth * scale * head / (kHead * scale);
  const ImVec2 along = {x / length, y / length};
  const ImVec2 neck = {to.x - head * along.x, to.y - head * along.y};
  stroke(list, {from, neck}, inks, 1, scale);
  list.AddTriangleFilled(to, {neck.x - half * along.y, neck.y + half * along.x},
                         {neck.x + half * along.y, neck.y - half * along.x}, faded(inks.line, 1));
}

/// Text from its left upper corner, on a plate that keeps it readable on anything.
void write(ImDrawList& list, ImVec2 at, const Inks& inks, const std::string& text, float scale) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str()), edge = {kPlateEdge * scale, kPlateEdge / 2 * scale};
  list.AddRectFilled({at.x - edge.x, at.y - edge.y}, {at.x + size.x + edge.x, at.y + size.y + edge.y},
                     faded(inks.plate, 1), kPlateEdge / 2 * scale);
  list.AddText(at, faded(inks.line, 1), text.c_str());
}

/// These parts in as many lines as fit into the width.
std::vector<std::string> linesOf(const std::vector<std::string>& parts, float width) {
  std::vector<std::string> lines;
  for (const std::string& part : parts) {
    const std::string longer = lines.empty() ? part : lines.back() + "     " + part;
    if (lines.empty() || ImGui::CalcTextSize(longer.c_str()).x > width) {
      lines.push_back(part);
    } else {
      lines.back() = longer;
    }
  }
  return lines;
}

}  // namespace

void drawGhost(const RingGhost& ghost, const PictureMap& map, Background background, float scale) {
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
    const float above = beside > most ? size.y + 18 * scale : 10 * scale;  // where it has to move over the arrow's tip
    write(list,
          {std::clamp(beside, left, std::max(left, most)),
           std::clamp(tip.y - above, high, std::max(high, low - size.y - 40 * scale))},
          inks, text, scale);
  }
  list.PopClipRect();
  drawAimHint(map, background, scale, ghost.pulling);
}

void drawAimHint(const PictureMap& map, Background background, float scale, bool pulling) {
  const ScreenArea& area = map.area();
  const std::vector<std::string> parts =
      pulling ? std::vector<std::string>{"Let go: launch", "Shift: and another", "right click: leave"}
              : std::vector<std::string>{"Press and pull: launch", "wheel: radius", "Shift + wheel: circulation",
                                         "Ctrl + wheel: core", "Esc: leave"};
  const std::vector<std::string> lines = linesOf(parts, static_cast<float>(area.width) - 4 * kPlateEdge * scale);
  const float height = ImGui::GetTextLineHeight() + kPlateEdge * scale;
  float y = static_cast<float>(area.y + area.height) - 16 * scale - height * static_cast<float>(lines.size());
  for (const std::string& line : lines) {
    const float width = ImGui::CalcTextSize(line.c_str()).x;
    write(*ImGui::GetBackgroundDrawList(), {static_cast<float>(area.x + area.width / 2) - width / 2, y},
          inksOn(background), line, scale);
    y += height;
  }
}

}  // namespace app
