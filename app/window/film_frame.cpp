#include "window/film_frame.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace app {
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
