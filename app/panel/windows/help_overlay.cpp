#include "panel/windows/help_overlay.h"

#include <imgui.h>

#include <cmath>

namespace app {
namespace {

constexpr float kWide = 58;  // heights of the font from which two columns fit

void heading(const char* text) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::Spacing();
  ImGui::TextDisabled("%s", text);
}

void row(const std::string& keys, const char* description) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(keys.c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(description);
}

void keysOfGroup(KeyGroup group) {
  heading(toString(group));
  for (const KeyBinding& binding : keyBindings()) {
    if (binding.group == group && !binding.chords.empty()) row(binding.label(), binding.description);
  }
}

void mouse() {
  heading("Mouse in the picture");
  for (const MouseBinding& binding : mouseBindings()) row(binding.label, binding.description);
  heading("On a number of the panel");
  for (const GestureHelp& gesture : panelGestures()) row(gesture.label, gesture.description);
}

bool beginColumn(const char* name) {
  return ImGui::BeginTable(name, 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX);
}

void drawColumns(bool two) {
  if (!beginColumn("left")) return;
  keysOfGroup(KeyGroup::flow);
  keysOfGroup(KeyGroup::camera);
  if (two) {
    ImGui::EndTable();
    ImGui::SameLine(0, 2 * ImGui::GetFontSize());
    if (!beginColumn("right")) return;
  }
  keysOfGroup(KeyGroup::picture);
  keysOfGroup(KeyGroup::program);
  mouse();
  ImGui::EndTable();
}

}  // namespace

void drawHelp(PanelState& state) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  // In the middle of the picture; over the panel only where the picture is too narrow. The size is the last frame's.
  const float width = state.helpWidth;
  const float middle = std::fmin((state.area.high.x + screen.x) / 2, screen.x - width / 2);
  ImGui::SetNextWindowPos({std::fmax(middle, width / 2), screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(1);
  ImGui::SetNextWindowFocus();
  // Where the window is too low for all, a bar shows that it goes on, and the wheel goes there.
  ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x, screen.y});
  const bool fits = state.helpHeight <= screen.y;
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_AlwaysAutoResize |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                 (fits ? ImGuiWindowFlags_NoInputs : 0);
  ImGui::Begin("Help", nullptr, flags);
  ImGui::TextUnformatted("Keys and mouse");
  ImGui::Separator();
  drawColumns(screen.x > kWide * ImGui::GetFontSize());
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  state.helpHeight = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
  ImGui::End();
  state.helpWidth = size.x;
  state.widgets.place("Help", {low, {low.x + size.x, low.y + size.y}});
}

}  // namespace app
