#include "panel/plots/plot_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr std::array<ImU32, 9> kColours = {
    IM_COL32(86, 180, 233, 255), IM_COL32(230, 159, 0, 255),   IM_COL32(0, 158, 115, 255),
    IM_COL32(240, 228, 66, 255), IM_COL32(213, 94, 0, 255),    IM_COL32(204, 121, 167, 255),
    IM_COL32(60, 110, 200, 255), IM_COL32(170, 170, 170, 255), IM_COL32(120, 200, 120, 255),
};

}  // namespace

ImU32 seriesColour(std::size_t index) {
  return kColours[index % kColours.size()];
}

ImU32 paler(ImU32 colour) {
  constexpr float kWhite = 0.55f;
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  for (float* channel : {&c.x, &c.y, &c.z}) *channel += kWhite * (1 - *channel);
  return ImGui::ColorConvertFloat4ToU32(c);
}

ImU32 faded(ImU32 colour, float opacity) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  c.w *= opacity;
  return ImGui::ColorConvertFloat4ToU32(c);
}

namespace {

// In heights of the font.
constexpr float kSmall = 0.87f;  // text at the marks
constexpr float kLeft = 3.6f;    // room for the marks of the y axis
constexpr float kRight = 0.5f;
constexpr float kMarkWidth = 4.6f;  // least width per mark of the x axis
constexpr float kMarkHeight = 1.35f;
constexpr int kMostMarks = 8;  // largest number of marks of the y axis
constexpr float kDash = 0.45f, kGap = 0.3f;
constexpr float kThick = 0.11f;

ImU32 textColour() {
  return ImGui::GetColorU32(ImGuiCol_Text);
}
ImU32 mutedColour() {
  return ImGui::GetColorU32(ImGuiCol_TextDisabled);
}

float small() {
  return std::floor(kSmall * ImGui::GetFontSize());
}

ImVec2 smallSize(const std::string& text) {
  return ImGui::GetFont()->CalcTextSizeA(small(), 1e9f, 0, text.c_str());
}

void smallText(ImDrawList& draw, ImVec2 at, ImU32 colour, const std::string& text) {
  draw.AddText(ImGui::GetFont(), small(), {std::floor(at.x), std::floor(at.y)}, colour, text.c_str());
}

void dashedLine(ImDrawList& draw, const std::vector<ImVec2>& points, ImU32 colour, float thickness) {
  const float dash = kDash * ImGui::GetFontSize(), period = dash + kGap * ImGui::GetFontSize();
  float travelled = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = points[i - 1], b = points[i];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    if (!(length > 0)) continue;
    const auto along = [&](float s) { return ImVec2{a.x + (b.x - a.x) * s / length, a.y + (b.y - a.y) * s / length}; };
    for (float s = 0; s < length;) {
      const float phase = std::fmod(travelled + s, period);
      const float end = std::min(length, s + (phase < dash ? dash : period) - phase + 1e-3f);
      if (phase < dash) draw.AddLine(along(s), along(end), colour, thickness);
      s = end;
    }
    travelled += length;
  }
}

/// "[10^-3 L]"; empty without unit and exponent.
std::string unitText(const std::string& unit, int exponent) {
  if (exponent == 0) return unit.empty() ? "" : "[" + unit + "]";
  return "[" + powerOfTen(exponent) + (unit.empty() ? "" : " ") + unit + "]";
}

}  // namespace

void PlotCursor::beginFrame() {
  shown_ = next_;
  next_ = kNowhere;
}
void PlotCursor::point(double x) {
  next_ = x;
}
bool PlotCursor::shown() const {
  return shown_ != kNowhere;
}

PlotFrame::PlotFrame(const char* id, ImVec2 size, const PlotAxes& axes)
    : draw_(*ImGui::GetWindowDrawList()), x_(axes.x), y_(axes.y) {
  const float font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float below = axes.xTitle.empty() ? 0.4f * font : 1.35f * small() + 1.1f * small();
  low_ = {std::floor(corner.x + kLeft * font), std::floor(corner.y + 1.35f * font)};
  high_ = {std::max(low_.x + 1, std::floor(corner.x + size.x - kRight * font)),
           std::max(low_.y + 1, std::floor(corner.y + size.y - below))};
  ImGui::InvisibleButton(id, {std::max(size.x, 1.f), std::max(size.y, 1.f)});
  pointed_ = ImGui::IsItemHovered() && ImGui::IsMouseHoveringRect(low_, high_);
  draw_.AddRectFilled(low_, high_, ImGui::GetColorU32(ImGuiCol_FrameBg, 0.55f), 3);
  const int most = static_cast<int>((high_.y - low_.y) / (kMarkHeight * font));
  const Ticks ticks = plotTicks(y_, std::clamp(most, 2, kMostMarks));
  drawTitle(axes, corner, high_.x, ticks.exponent);
  drawMarks(axes, ticks);
  ImGui::PushClipRect({low_.x, low_.y - 1}, {high_.x, high_.y + 1}, true);
}

PlotFrame::~PlotFrame() {
  ImGui::PopClipRect();
}

void PlotFrame::drawTitle(const PlotAxes& axes, ImVec2 corner, float right, int exponent) const {
  const float font = ImGui::GetFontSize();
  draw_.AddText({low_.x, corner.y}, textColour(), axes.title.c_str());
  const std::string unit = unitText(axes.unit, exponent);
  float end = low_.x + ImGui::CalcTextSize(axes.title.c_str()).x + 0.5f * font;
  const float base = corner.y + 0.12f * font;
  smallText(draw_, {end, base}, mutedColour(), unit);
  end += smallSize(unit).x + font;
  std::vector<float> widths;
  float all = 0;
  for (const PlotAxes::Entry& entry : axes.legend) {
    widths.push_back(1.6f * font + smallSize(entry.name).x + 0.8f * font);
    if (all + widths.back() > right - end) break;
    all += widths.back();
  }
  float x = right - all + 0.8f * font;
  for (std::size_t i = 0; i < axes.legend.size() && x < right; ++i) {
    const float y = corner.y + 0.58f * font;
    const std::vector<ImVec2> sample = {{x, y}, {x + 1.25f * font, y}};
    if (axes.legend[i].dashed) {
      dashedLine(draw_, sample, axes.legend[i].colour, kThick * font);
    } else {
      draw_.AddLine(sample[0], sample[1], axes.legend[i].colour, 1.5f * kThick * font);
    }
    smallText(draw_, {x + 1.6f * font, base}, mutedColour(), axes.legend[i].name);
    x += widths[i];
  }
}

void PlotFrame::drawMarks(const PlotAxes& axes, const Ticks& ticks) const {
  const float font = ImGui::GetFontSize();
  const ImU32 grid = ImGui::GetColorU32(ImGuiCol_Text, 0.07f), strong = ImGui::GetColorU32(ImGuiCol_Text, 0.22f);
  for (const Tick& tick : ticks.marks) {
    const float y = std::floor(at(x_.low, tick.value).y) + 0.5f;
    if (!(y >= low_.y && y <= high_.y + 1)) continue;
    const bool zero = !y_.logarithmic && tick.value == 0;
    draw_.AddLine({low_.x, y}, {high_.x, y}, zero ? strong : grid);
    const ImVec2 size = smallSize(tick.label);
    smallText(draw_, {low_.x - size.x - 0.35f * font, y - size.y / 2}, mutedColour(), tick.label);
  }
  const int most = std::max(2, static_cast<int>((high_.x - low_.x) / (kMarkWidth * font)));
  const Ticks times = plotTicks(x_, most);
  for (const Tick& tick : times.marks) {
    const float x = std::floor(at(tick.value, y_.low).x) + 0.5f;
    if (!(x >= low_.x && x <= high_.x + 1)) continue;
    draw_.AddLine({x, low_.y}, {x, high_.y}, grid);
    if (axes.xTitle.empty()) continue;
    const ImVec2 size = smallSize(tick.label);
    const float left = std::clamp(x - size.x / 2, low_.x - font, high_.x + kRight * font - size.x);
    smallText(draw_, {left, high_.y + 0.2f * font}, mutedColour(), tick.label);
  }
  if (axes.xTitle.empty()) return;
  const std::string scaled = times.exponent == 0 ? "" : "  \u00d7 " + powerOfTen(times.exponent);
  const ImVec2 size = smallSize(axes.xTitle + scaled);
  smallText(draw_, {(low_.x + high_.x - size.x) / 2, high_.y + 0.2f * font + 1.1f * small()}, mutedColour(),
            axes.xTitle + scaled);
}

ImVec2 PlotFrame::at(double x, double y) const {
  const double px = x_.part(x), py = y_.part(y);
  return {low_.x + static_cast<float>(px) * (high_.x - low_.x), high_.y - static_cast<float>(py) * (high_.y - low_.y)};
}

double PlotFrame::pointedX() const {
  return x_.at((ImGui::GetIO().MousePos.x - low_.x) / width());
}

void PlotFrame::curve(const std::vector<PlotPoint>& points, ImU32 colour, bool dashed) const {
  constexpr float kFarAway = 1e5f;  // [pixels]: points beyond are clipped anyway, and float stays accurate
  const float thickness = kThick * ImGui::GetFontSize();
  std::vector<ImVec2> pixels;
  for (const PlotPoint& point : points) {
    const ImVec2 p = at(point.x, point.y);
    if (std::isnan(p.x) || std::isnan(p.y)) continue;
    pixels.push_back({std::clamp(p.x, -kFarAway, kFarAway), std::clamp(p.y, -kFarAway, kFarAway)});
  }
  if (pixels.size() == 1) return draw_.AddCircleFilled(pixels[0], 1.6f * thickness, colour);
  if (dashed) return dashedLine(draw_, pixels, colour, thickness);
  draw_.AddPolyline(pixels.data(), static_cast<int>(pixels.size()), colour, ImDrawFlags_None, thickness);
}

void PlotFrame::level(double y, const char* name, ImU32 colour) const {
  const float height = at(x_.low, y).y;
  if (!(height >= low_.y - 1 && height <= high_.y + 1)) return;
  dashedLine(draw_, {{low_.x, height}, {high_.x, height}}, colour, 0.8f * kThick * ImGui::GetFontSize());
  const ImVec2 size = smallSize(name);
  smallText(draw_, {high_.x - size.x - 0.4f * ImGui::GetFontSize(), height - 1.1f * size.y}, colour, name);
}

void PlotFrame::upright(double x, ImU32 colour, const char* name, int row) const {
  const float left = std::floor(at(x, y_.low).x) + 0.5f;
  if (!(left >= low_.x - 1 && left <= high_.x + 1)) return;
  draw_.AddLine({left, low_.y}, {left, high_.y}, colour);
  const float gap = 0.3f * ImGui::GetFontSize(), width = smallSize(name).x;
  const bool fits = left + gap + width < high_.x;
  smallText(draw_,
            {fits ? left + gap : left - gap - width, low_.y + gap / 2 + 1.1f * small() * static_cast<float>(row)},
            colour, name);
}

void PlotFrame::note(const char* text) const {
  const ImVec2 size = ImGui::CalcTextSize(text);
  draw_.AddText({std::floor((low_.x + high_.x - size.x) / 2), std::floor((low_.y + high_.y - size.y) / 2)},
                mutedColour(), text);
}

}  // namespace app
