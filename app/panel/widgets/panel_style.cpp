#include "panel/widgets/panel_style.h"

#include <cmath>
#include <string>

#include <imgui.h>

#include "colour/colour_map.h"
#include "files/data_paths.h"
#include "files/file_error.h"

namespace app {
namespace {

ImVec4 colour(unsigned rgb, float alpha = 1) {
  return {static_cast<float>(rgb >> 16 & 255u) / 255, static_cast<float>(rgb >> 8 & 255u) / 255,
          static_cast<float>(rgb & 255u) / 255, alpha};
}

const ImVec4 kText = colour(0xe6e8ee);
const ImVec4 kMuted = colour(0x969dac);
const ImVec4 kGround = colour(0x12141b, 0.94f);
const ImVec4 kField = colour(0x232733);
const ImVec4 kFieldHovered = colour(0x2e3443);
const ImVec4 kFieldActive = colour(0x394154);
const ImVec4 kAccent = colour(0xe0762f);  // the warm middle of the default colour map
const ImVec4 kAccentBright = colour(0xf29a52);

void setShapes(ImGuiStyle& style) {
  style.WindowPadding = {12, 12};
  style.FramePadding = {8, 3};
  style.ItemSpacing = {8, 4};
  style.ItemInnerSpacing = {6, 4};
  style.ScrollbarSize = 11;
  style.GrabMinSize = 10;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.WindowRounding = 8;
  style.FrameRounding = 4;
  style.GrabRounding = 4;
  style.PopupRounding = 4;
  style.ScrollbarRounding = 6;
}

void setColours(ImVec4* colours) {
  colours[ImGuiCol_Text] = kText;
  colours[ImGuiCol_TextDisabled] = kMuted;
  colours[ImGuiCol_WindowBg] = kGround;
  colours[ImGuiCol_PopupBg] = colour(0x1a1d26, 0.98f);
  colours[ImGuiCol_Border] = colour(0x3a4050, 0.6f);
  colours[ImGuiCol_FrameBg] = kField;
  colours[ImGuiCol_FrameBgHovered] = kFieldHovered;
  colours[ImGuiCol_FrameBgActive] = kFieldActive;
  colours[ImGuiCol_Button] = colour(0x2b3140);
  colours[ImGuiCol_ButtonHovered] = colour(0x3b4357);
  colours[ImGuiCol_ButtonActive] = colour(0x4a546d);
  colours[ImGuiCol_Header] = colour(0xe0762f, 0.42f);  // the chosen line of a list
  colours[ImGuiCol_HeaderHovered] = colour(0x3b4357);
  colours[ImGuiCol_HeaderActive] = colour(0x4a546d);
  colours[ImGuiCol_TitleBg] = colour(0x171a22);
  colours[ImGuiCol_TitleBgActive] = colour(0x1e222c);
  colours[ImGuiCol_TitleBgCollapsed] = colour(0x171a22);
  colours[ImGuiCol_Tab] = colour(0x1e222c);
  colours[ImGuiCol_TabHovered] = colour(0x3b4357);
  colours[ImGuiCol_TabActive] = colour(0x394154);
  colours[ImGuiCol_TabUnfocused] = colours[ImGuiCol_Tab];
  colours[ImGuiCol_TabUnfocusedActive] = colours[ImGuiCol_TabActive];
  colours[ImGuiCol_ResizeGrip] = colour(0x3a4050, 0.5f);
  colours[ImGuiCol_ResizeGripHovered] = colour(0xe0762f, 0.6f);
  colours[ImGuiCol_ResizeGripActive] = kAccentBright;
  colours[ImGuiCol_SliderGrab] = colour(0xb85c20);
  colours[ImGuiCol_SliderGrabActive] = kAccentBright;
  colours[ImGuiCol_CheckMark] = kAccentBright;
  colours[ImGuiCol_ScrollbarBg] = colour(0, 0);
  colours[ImGuiCol_ScrollbarGrab] = colour(0x3a4050);
  colours[ImGuiCol_Separator] = colour(0x3a4050, 0.6f);
  colours[ImGuiCol_TextSelectedBg] = colour(0xe0762f, 0.4f);
  colours[ImGuiCol_NavHighlight] = kAccentBright;
}

}  // namespace

const PanelColours& panelColours() {
  static const PanelColours colours = [] {
    PanelColours c;
    c.accent = kAccent;
    c.fill = colour(0xe0762f, 0.20f);
    c.fillLit = colour(0xe0762f, 0.34f);
    c.hover = colour(0x394154);
    c.section = colour(0x1e222c);
    c.sectionLit = colour(0x2b3140);
    c.unit = colour(0x9aa1b1);
    c.good = colour(0x8cd199);
    c.warning = colour(0xf2a650);
    c.error = colour(0xf56b66);
    c.urgent = colour(0xb4561a);
    c.recording = colour(0xb32429);
    return c;
  }();
  return colours;
}

void applyPanelStyle(float scale) {
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  setShapes(style);
  setColours(style.Colors);
  style.ScaleAllSizes(scale);
  ImGui::GetStyle() = style;
}

void loadPanelFont(float pixels) {
  static const ImWchar ranges[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x2010, 0x2027, 0x2070,
                                   0x209f, 0x2190, 0x21ff, 0x2200, 0x22ff, 0};
  const std::string path = (dataDirectory() / "assets/font/DejaVuSans.ttf").string();
  readTextFile(path);  // throws if the file is missing; ImGui only asserts
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  atlas.AddFontFromFileTTF(path.c_str(), pixels, nullptr, ranges);
}

std::string brokenAtSpaces(const std::string& text, float width) {
  const auto isDigit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  std::string lines;
  std::size_t begin = 0, space = std::string::npos;  // of the present line, and its last space
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool ends = i == text.size() || text[i] == '\n';
    if (!ends && (text[i] != ' ' || (i > 0 && isDigit(i - 1) && isDigit(i + 1)))) continue;
    const float length = ImGui::CalcTextSize(text.data() + begin, text.data() + i).x;
    if (length > width && space != std::string::npos) {
      lines += text.substr(begin, space - begin) + '\n';
      begin = space + 1;
    }
    space = i;
    if (!ends) continue;
    lines += text.substr(begin, i - begin) + (i < text.size() ? "\n" : "");
    begin = i + 1;
    space = std::string::npos;
  }
  return lines;
}

namespace {

ImU32 packed(const Colour& c) {
  return ImGui::ColorConvertFloat4ToU32({c[0], c[1], c[2], 1});
}

}  // namespace

ColourStrips loadColourStrips() {
  ColourStrips strips;
  for (const std::string& name : colourMapNames()) {
    try {
      strips[name] = loadColourMap(name);
    } catch (const FileError&) {
    }
  }
  return strips;
}

void drawColourStrip(const std::vector<Colour>& colours, ImDrawList& draw, WidgetRect line) {
  constexpr float kShare = 0.55f, kHeight = 0.5f;  // of the line
  constexpr int kPieces = 24;
  if (colours.empty()) return;
  const float height = line.high.y - line.low.y, gap = std::floor(height / 4);
  const float left = line.high.x - kShare * (line.high.x - line.low.x), right = line.high.x - gap;
  const float top = std::floor(line.low.y + (1 - kHeight) / 2 * height), bottom = std::ceil(top + kHeight * height);
  const auto at = [&](int piece) {
    return packed(colours[(colours.size() - 1) * static_cast<std::size_t>(piece) / kPieces]);
  };
  for (int i = 0; i < kPieces; ++i) {
    const float from = left + (right - left) * static_cast<float>(i) / kPieces;
    const float to = left + (right - left) * static_cast<float>(i + 1) / kPieces;
    draw.AddRectFilledMultiColor({from, top}, {to, bottom}, at(i), at(i + 1), at(i + 1), at(i));
  }
}

}  // namespace app
