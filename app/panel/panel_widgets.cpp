#include "panel/panel_widgets.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "fmm/settings.h"

namespace app {
namespace {

constexpr float kLabelShare = 0.40f;  // of the panel's width

std::string hidden(const char* label) {
  return std::string("##") + label;
}

std::string formatted(const char* format, double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// ImGui's own logarithmic sliders take the smallest value that they tell from zero from the digits of the format,
/// which is too coarse for tolerances and small scenes. This one slides the logarithm and shows the value.
bool logarithmicSlider(const std::string& id, double& value, ValueRange range, const char* format) {
  const double low = std::log(range.low), high = std::log(range.high);
  double position = std::log(std::clamp(value, range.low, range.high));
  const std::string shown = formatted(format, value);
  const bool changed = ImGui::SliderScalar(id.c_str(), ImGuiDataType_Double, &position, &low, &high, shown.c_str(),
                                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  if (changed) value = std::strtod(formatted("%.3g", std::exp(position)).c_str(), nullptr);
  return changed;
}

}  // namespace

void PanelWidgets::note(const std::string& name) {
  rects_[name] = {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
}

void PanelWidgets::label(const char* text, const char* hint) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  if (hint && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x * kLabelShare);
  ImGui::SetNextItemWidth(-1);
}

bool PanelWidgets::section(const char* label, bool open, const char* hint) {
  ImGui::SetNextItemOpen(open, ImGuiCond_Always);
  const bool shown = ImGui::CollapsingHeader(label);
  note(label);
  if (hint && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
  return shown;
}

bool PanelWidgets::button(const char* label, ImVec2 size) {
  const bool pressed = ImGui::Button(label, size);
  note(label);
  return pressed;
}

bool PanelWidgets::number(const char* text, double& value, ValueRange range, const NumberStyle& style) {
  label(text, style.hint);
  double edited = value;
  // While the value is typed, the slider is a text field of the value itself.
  const bool typing = ImGui::TempInputIsActive(ImGui::GetID(hidden(text).c_str()));
  const bool changed = style.logarithmic && !typing
                           ? logarithmicSlider(hidden(text), edited, range, style.format)
                           : ImGui::SliderScalar(hidden(text).c_str(), ImGuiDataType_Double, &edited, &range.low,
                                                 &range.high, style.format, ImGuiSliderFlags_AlwaysClamp);
  note(text);
  if (!changed || !std::isfinite(edited)) return false;
  edited = std::clamp(edited, range.low, range.high);
  if (edited == value) return false;
  value = edited;
  return true;
}

bool PanelWidgets::integer(const char* text, int& value, int low, int high, const char* hint) {
  label(text, hint);
  int edited = value;
  const bool changed = ImGui::SliderInt(hidden(text).c_str(), &edited, low, high, "%d", ImGuiSliderFlags_AlwaysClamp);
  note(text);
  edited = std::clamp(edited, low, high);
  if (!changed || edited == value) return false;
  value = edited;
  return true;
}

bool PanelWidgets::count(const char* text, std::size_t& value, std::size_t low, std::size_t high, const char* hint) {
  label(text, hint);
  std::uint64_t edited = value;
  const std::uint64_t lowest = low, highest = high;
  const bool changed = ImGui::SliderScalar(hidden(text).c_str(), ImGuiDataType_U64, &edited, &lowest, &highest, "%llu",
                                           ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic);
  note(text);
  edited = std::clamp(edited, lowest, highest);
  if (!changed || edited == value) return false;
  value = static_cast<std::size_t>(edited);
  return true;
}

bool PanelWidgets::check(const char* text, bool& value, const char* hint) {
  label(text, hint);
  const bool changed = ImGui::Checkbox(hidden(text).c_str(), &value);
  note(text);
  return changed;
}

bool PanelWidgets::text(const char* text, std::string& value, const char* hint) {
  label(text, hint);
  const bool changed = ImGui::InputText(hidden(text).c_str(), &value);
  note(text);
  return changed;
}

bool PanelWidgets::choice(const char* text, std::string& value, const std::vector<std::string>& names,
                          const char* hint) {
  label(text, hint);
  const bool open = ImGui::BeginCombo(hidden(text).c_str(), value.c_str());
  note(text);
  if (!open) return false;
  bool changed = false;
  for (const std::string& name : names) {
    if (ImGui::Selectable(name.c_str(), name == value) && name != value) {
      value = name;
      changed = true;
    }
    note(std::string(text) + "/" + name);
    if (name == value) ImGui::SetItemDefaultFocus();
  }
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) ImGui::CloseCurrentPopup();
  ImGui::EndCombo();
  return changed;
}

}  // namespace app
