#include "panel/widgets/panel_widgets.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "panel/widgets/panel_style.h"

namespace app {
namespace {

constexpr float kLabelShare = 0.36f;  // of the panel's width
constexpr float kHintWidth = 22;      // in heights of the font
constexpr double kHintDelay = 0.45;   // seconds that the pointer rests before a hint comes up
constexpr double kHintMemory = 0.3;   // seconds in which the next hint follows at once
constexpr double kHintStays = 5;      // seconds

std::string hidden(const char* label) {
  return std::string("##") + label;
}

/// The visible part of a label "shown##name", as in ImGui.
std::string shownOf(const std::string& label) {
  return label.substr(0, label.find("##"));
}

/// The control's name in a label "shown##name"; the whole label without "##".
std::string nameOf(const std::string& label) {
  const std::size_t hash = label.find("##");
  return hash == std::string::npos ? label : label.substr(hash + 2);
}

/// Shows a control's hint beside the panel, level with the control: the sentence, and the rest in a second line.
void showHint(const std::string& hint, WidgetRect control) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float font = ImGui::GetFontSize();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() + ImGui::GetStyle().ItemSpacing.x;
  if (right + (kHintWidth + 2) * font <= screen.x) {
    const bool upwards = control.low.y > screen.y / 2;
    ImGui::SetNextWindowPos({right, upwards ? control.high.y : control.low.y}, ImGuiCond_Always,
                            {0, upwards ? 1.f : 0.f});
  }
  const std::size_t end = hint.find('\n');
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(brokenAtSpaces(hint.substr(0, end), kHintWidth * font).c_str());
  if (end != std::string::npos) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
    ImGui::TextUnformatted(brokenAtSpaces(hint.substr(end + 1), kHintWidth * font).c_str());
    ImGui::PopStyleColor();
  }
  ImGui::EndTooltip();
}

/// Text in the middle of a rectangle, cut off where it does not fit.
void drawCentred(WidgetRect rect, const std::string& text, ImU32 colour) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec4 clip = {rect.low.x, rect.low.y, rect.high.x, rect.high.y};
  const ImVec2 at = {std::max(rect.low.x + 2, std::floor(rect.centre().x - size.x / 2)),
                     std::floor(rect.centre().y - size.y / 2)};
  ImGui::GetWindowDrawList()->AddText(nullptr, 0, at, colour, text.c_str(), nullptr, 0, &clip);
}

}  // namespace

void PanelWidgets::beginFrame() {
  if (ImGui::GetCurrentContext()->TempInputId != 0) {  // a number is being typed: accept a decimal comma
    for (ImWchar& sign : ImGui::GetIO().InputQueueCharacters)
      if (sign == ',') sign = '.';
  }
  const bool left = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false);
  const int popups = ImGui::GetCurrentContext()->OpenPopupStack.Size;
  if (left && popups > 0 && !ImGui::GetIO().WantTextInput) ImGui::ClosePopupToLevel(popups - 1, true);
  rects_.clear();
  hints_.clear();
  if (!pointing_) pointed_.clear();
  pointing_ = false;
  afterSwitch_ = -1;
  entered_ = false;
  if (!typingSeen_) typing_.clear();  // its control is gone
  typingSeen_ = false;
}

void PanelWidgets::keep(const std::string& name, const std::string& hint, WidgetRect control, ImVec2 low) {
  rects_[name] = control;
  hints_[name] = hint;
  if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) ||
      !ImGui::IsMouseHoveringRect(low, control.high))
    return;
  const double now = ImGui::GetTime();
  if (pointed_ != name) pointedSince_ = now, hinted_.clear();
  pointed_ = name;
  pointing_ = true;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDown[0] || io.MouseDown[1]) hinted_ = name;  // a click dismisses the hint
  if (ImGui::IsAnyItemActive()) return;
  const double rested = now - pointedSince_;
  if (hinted_ == name || rested > kHintDelay + kHintStays) return;
  if (rested < kHintDelay && (hintShown_ < 0 || now - hintShown_ > kHintMemory)) return;
  hintShown_ = now;
  showHint(hint, control);
}

void PanelWidgets::note(const std::string& name, const std::string& hint) {
  keep(name, hint, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, ImGui::GetItemRectMin());
}

/// As note(), for a control with a label on its left.
void PanelWidgets::noteRow(const std::string& name, const std::string& hint) {
  keep(nameOf(name), hint, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()}, rowStart_);
}

void PanelWidgets::label(const char* text, float reserved) {
  afterSwitch_ = -1;
  rowStart_ = ImGui::GetCursorScreenPos();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(shownOf(text).c_str());
  const float column = ImGui::GetWindowContentRegionMax().x * kLabelShare;
  const float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::SameLine(std::max(column, end));  // no label is cut
  ImGui::SetNextItemWidth(reserved > 0 ? -reserved : -FLT_MIN);
}

bool PanelWidgets::section(const char* label, bool open, const std::string& hint, const std::string& summary) {
  afterSwitch_ = -1;
  const float height = ImGui::GetFrameHeight(), padding = ImGui::GetStyle().FramePadding.x;
  if (ImGui::InvisibleButton(label, {ImGui::GetContentRegionAvail().x, height})) open = !open;
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const PanelColours& colours = panelColours();
  draw.AddRectFilled(low, high, ImGui::GetColorU32(ImGui::IsItemHovered() ? colours.sectionLit : colours.section),
                     ImGui::GetStyle().FrameRounding);
  const float text = low.y + ImGui::GetStyle().FramePadding.y;
  ImGui::RenderArrow(&draw, {low.x + padding / 2, text + 0.15f * ImGui::GetFontSize()},
                     ImGui::GetColorU32(ImGuiCol_TextDisabled), open ? ImGuiDir_Down : ImGuiDir_Right, 0.7f);
  const float nameStart = low.x + padding + ImGui::GetFontSize();
  draw.AddText({nameStart, text}, ImGui::GetColorU32(ImGuiCol_Text), label);
  if (!open && !summary.empty()) {
    const float free = nameStart + ImGui::CalcTextSize(label).x + 2 * padding;
    const ImVec4 clip = {free, low.y, high.x - padding, high.y};
    const float start = std::max(free, high.x - padding - ImGui::CalcTextSize(summary.c_str()).x);
    draw.AddText(nullptr, 0, {std::floor(start), text}, ImGui::GetColorU32(ImGuiCol_TextDisabled), summary.c_str(),
                 nullptr, 0, &clip);
  }
  note(label, hint);
  return open;
}

bool PanelWidgets::button(const char* label, const std::string& hint, ImVec2 size) {
  afterSwitch_ = -1;
  const bool pressed = ImGui::Button(label, size);
  note(nameOf(label), hint);
  return pressed;
}

bool PanelWidgets::check(const char* label, bool& value, const std::string& hint) {
  const float half = ImGui::GetWindowContentRegionMax().x / 2 + ImGui::GetStyle().ItemSpacing.x;
  const float width =
      ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().ItemSpacing.x + ImGui::CalcTextSize(label, nullptr, true).x;
  const bool fits = width < half - ImGui::GetStyle().WindowPadding.x;
  const bool right = fits && afterSwitch_ == ImGui::GetCursorPosY();
  if (right) ImGui::SameLine(half);
  const bool changed = ImGui::Checkbox(label, &value);
  note(label, hint);
  afterSwitch_ = fits && !right ? ImGui::GetCursorPosY() : -1;
  return changed;
}

bool PanelWidgets::colour(const char* text, Colour& value, const std::string& hint) {
  label(text);
  Colour edited = value;
  const bool changed = ImGui::ColorEdit3(hidden(text).c_str(), edited.data(),
                                         ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_PickerHueWheel);
  noteRow(text, hint);
  if (!changed) return false;
  for (float& part : edited) part = std::clamp(part, 0.0F, 1.0F);
  value = edited;
  return true;
}

bool PanelWidgets::text(const char* text, std::string& value, const std::string& hint, float reserved) {
  label(text, reserved);
  const bool changed = ImGui::InputText(hidden(text).c_str(), &value);
  noteRow(text, hint);
  return changed;
}

namespace {

/// A line of a list, with its name right of the room for a picture; true if it was clicked.
bool lineOf(const std::string& name, bool chosen, ImVec2 room) {
  if (room.y == 0) return ImGui::Selectable(name.c_str(), chosen);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos(),
               least = {room.x + 2 * gap + ImGui::CalcTextSize(name.c_str()).x, room.y};
  const bool clicked = ImGui::Selectable(("##" + name).c_str(), chosen, 0,
                                         {std::max(least.x, ImGui::GetContentRegionAvail().x), least.y});
  ImGui::GetWindowDrawList()->AddText({corner.x + room.x + gap, corner.y + (room.y - font) / 2},
                                      ImGui::GetColorU32(ImGuiCol_Text), name.c_str());
  return clicked;
}

}  // namespace

bool PanelWidgets::choice(const char* text, std::string& value, const std::vector<std::string>& names,
                          const std::string& hint, const Adornment& adorn, ImVec2 room) {
  label(text);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float row = ImGui::GetFrameHeight();
  ImDrawList& behind = *ImGui::GetWindowDrawList();
  const WidgetRect shown{corner, {corner.x + ImGui::GetContentRegionAvail().x - row, corner.y + row}};
  const bool tall = room.y > 0;
  const bool open = ImGui::BeginCombo(hidden(text).c_str(), value.c_str(),
                                      tall ? ImGuiComboFlags_HeightLargest : ImGuiComboFlags_HeightLarge);
  noteRow(text, hint);
  if (adorn && !tall) adorn(value, behind, shown);
  if (!open) return false;
  bool changed = false;
  for (const std::string& name : names) {
    if (lineOf(name, name == value, room) && name != value) {
      value = name;
      changed = true;
    }
    const WidgetRect line{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    place(nameOf(text) + "/" + name, line);
    if (adorn) adorn(name, *ImGui::GetWindowDrawList(), line);
    if (name == value) ImGui::SetItemDefaultFocus();
  }
  ImGui::EndCombo();
  return changed;
}

bool PanelWidgets::segments(const char* text, std::string& value, const std::vector<std::string>& names,
                            const std::string& hint) {
  const float spacing = 2 * ImGui::GetStyle().FramePadding.x;
  float wanted = 0;
  for (const std::string& name : names) wanted += ImGui::CalcTextSize(name.c_str()).x + spacing;
  if (wanted > (1 - kLabelShare) * ImGui::GetWindowContentRegionMax().x) return choice(text, value, names, hint);
  label(text);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size = {ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  const float rounding = ImGui::GetStyle().FrameRounding;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(low, {low.x + size.x, low.y + size.y}, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
  bool changed = false;
  ImGui::PushID(text);
  ImGui::BeginGroup();
  float width = 0;  // total width of the names; the rest is divided equally
  for (const std::string& name : names) width += ImGui::CalcTextSize(name.c_str()).x;
  const float room = (size.x - width) / static_cast<float>(names.size());
  float end = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const float begin = std::floor(end);
    end += ImGui::CalcTextSize(names[i].c_str()).x + room;
    if (i > 0) ImGui::SameLine(0, 0);
    if (ImGui::InvisibleButton(names[i].c_str(), {std::max(1.0F, std::floor(end) - begin), size.y}) &&
        names[i] != value) {
      value = names[i];
      changed = true;
    }
    const WidgetRect rect{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const bool chosen = names[i] == value, lit = ImGui::IsItemHovered();
    if (i > 0 && !chosen && names[i - 1] != value)  // names may stand close together
      draw.AddLine({rect.low.x, rect.low.y + size.y / 4}, {rect.low.x, rect.high.y - size.y / 4},
                   ImGui::GetColorU32(ImGuiCol_TextDisabled, 0.5F));
    if (chosen || lit)
      draw.AddRectFilled(rect.low, rect.high,
                         ImGui::GetColorU32(chosen ? panelColours().fillLit : panelColours().hover), rounding);
    drawCentred(rect, names[i], ImGui::GetColorU32(chosen ? ImGuiCol_Text : ImGuiCol_TextDisabled));
    place(nameOf(text) + "/" + names[i], rect);
  }
  ImGui::EndGroup();
  ImGui::PopID();
  noteRow(text, hint);
  return changed;
}

}  // namespace app
