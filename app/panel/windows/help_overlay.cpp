#include "panel/windows/help_overlay.h"

#include <imgui.h>

#include "panel/windows/side_dock.h"

namespace app {
namespace {

constexpr float kKeys = 9.5f;  // width of the column of keys, heights of the font

void heading(const char* text) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::Spacing();
  ImGui::TextDisabled("%s", text);
}

void row(const std::string& keys, const char* description) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextWrapped("%s", keys.c_str());
  ImGui::TableNextColumn();
  ImGui::TextWrapped("%s", description);
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
  heading("Panel's numbers");
  for (const GestureHelp& gesture : panelGestures()) row(gesture.label, gesture.description);
}

}  // namespace

void drawHelp(PanelContext& context) {
  if (!context.state.help) return;
  beginDock(context, "Keys and mouse", context.state.help);
  ImGui::BeginChild("all");  // a bar shows where it goes on below
  if (ImGui::BeginTable("keys", 2)) {
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, kKeys * ImGui::GetFontSize());
    ImGui::TableSetupColumn("meaning", ImGuiTableColumnFlags_WidthStretch);
    for (const KeyGroup group : {KeyGroup::flow, KeyGroup::camera}) keysOfGroup(group);
    mouse();
    for (const KeyGroup group : {KeyGroup::picture, KeyGroup::program}) keysOfGroup(group);
    ImGui::EndTable();
  }
  ImGui::EndChild();
  endDock(context, "Help");
}

}  // namespace app
