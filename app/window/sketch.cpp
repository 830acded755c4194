#include "window/sketch.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr float kLine = 1.8f, kHalo = 4.5f;         // thickness at scale 1
constexpr float kHead = 11, kHeadHalfWidth = 4.5f;  // of the arrow at scale 1
constexpr float kPlateEdge = 8;                     // around text at scale 1

/// The parts, joined into lines that fit the width.
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

AcrossAxis planeAcross(fmm::Vec3 axis) {
  const fmm::Vec3 unit = (1 / fmm::norm(axis)) * axis;
  const fmm::Vec3 other = std::abs(unit.x) < 0.6 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0};
  fmm::Vec3 first = fmm::cross(unit, other);
  first = (1 / fmm::norm(first)) * first;
  return {first, fmm::cross(unit, first)};
}

void stroke(ImDrawList& list, const std::vector<ImVec2>& points, const Inks& inks, float opacity, float scale) {
  const auto count = static_cast<int>(points.size());
  list.AddPolyline(points.data(), count, faded(inks.halo, opacity), 0, kHalo * scale);
  list.AddPolyline(points.data(), count, faded(inks.line, opacity), 0, kLine * scale);
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

void write(ImDrawList& list, ImVec2 at, const Inks& inks, const std::string& text, float scale) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str()), edge = {kPlateEdge * scale, kPlateEdge / 2 * scale};
  list.AddRectFilled({at.x - edge.x, at.y - edge.y}, {at.x + size.x + edge.x, at.y + size.y + edge.y},
                     faded(inks.plate, 1), kPlateEdge / 2 * scale);
  list.AddText(at, faded(inks.line, 1), text.c_str());
}

float writeBelow(const std::vector<std::string>& parts, const PictureMap& map, const Inks& inks, float scale) {
  const ScreenArea& area = map.area();
  const std::vector<std::string> lines = linesOf(parts, static_cast<float>(area.width) - 4 * kPlateEdge * scale);
  const float height = ImGui::GetTextLineHeight() + kPlateEdge * scale;
  const float legend = static_cast<float>(map.legend());
  const float room = std::max(16 * scale, legend) + height * static_cast<float>(lines.size());
  float y = static_cast<float>(area.y + area.height) - room;
  for (const std::string& line : lines) {
    const float width = ImGui::CalcTextSize(line.c_str()).x;
    write(*ImGui::GetBackgroundDrawList(), {static_cast<float>(area.x + area.width / 2) - width / 2, y}, inks, line,
          scale);
    y += height;
  }
  return room;
}

namespace {

constexpr ImU32 kOutside = IM_COL32(0, 0, 0, 110), kEdge = IM_COL32(255, 255, 255, 150);

}  // namespace

void drawFilmFrame(const Camera& filmed, double aspect, const PictureMap& map, float scale) {
  constexpr double kHalfTurn = 3.14159265358979323846;
  const CameraPose pose = filmed.pose();
  const fmm::Vec3 sight = pose.target - pose.eye, right = filmed.right();
  const fmm::Vec3 up = fmm::cross(right, (1 / fmm::norm(sight)) * sight);
  const double half = std::tan(filmed.fieldOfView() * kHalfTurn / 360) * fmm::norm(sight);
  const auto low = map.project(pose.target - half * aspect * right + half * up);
  const auto high = map.project(pose.target + half * aspect * right - half * up);
  if (!low || !high) return;
  const auto point = [](double x, double y) { return ImVec2(static_cast<float>(x), static_cast<float>(y)); };
  const ScreenArea& area = map.area();
  const ImVec2 a = point(area.x, area.y), d = point(area.x + area.width, area.y + area.height);
  const auto inside = [](float x, float from, float to) { return std::clamp(x, from, to); };
  const ImVec2 b = {inside(static_cast<float>(low->x), a.x, d.x), inside(static_cast<float>(low->y), a.y, d.y)};
  const ImVec2 c = {inside(static_cast<float>(high->x), a.x, d.x), inside(static_cast<float>(high->y), a.y, d.y)};
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  draw.AddRectFilled(a, {d.x, b.y}, kOutside);
  draw.AddRectFilled({a.x, c.y}, d, kOutside);
  draw.AddRectFilled({a.x, b.y}, {b.x, c.y}, kOutside);
  draw.AddRectFilled({c.x, b.y}, {d.x, c.y}, kOutside);
  draw.AddRect(b, c, kEdge, 0, 0, scale);
}

}  // namespace app
