#include "panel/control_panel.h"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "files/message.h"
#include "panel/panel_layout.h"
#include "panel/panel_sections.h"
#include "panel/windows/side_dock.h"
#include "panel/windows/window_overlays.h"

namespace app {
namespace {

constexpr float kEdge = 6;  // width of the handle at the panel's side, at scale 1

/// Draws the handle at the panel's right side.
void drawEdge(PanelState& state) {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float edge = kEdge * state.scale, margin = ImGui::GetStyle().WindowPadding.y;
  ImGui::SetCursorScreenPos({low.x + size.x - edge, low.y + margin});
  ImGui::PushClipRect(low, {low.x + size.x, low.y + size.y}, false);  // the margin reacts to the mouse as well
  ImGui::InvisibleButton("edge", {edge, size.y - 2 * margin});
  ImGui::PopClipRect();
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (!ImGui::IsItemActive()) return;
  const double wanted = (ImGui::GetIO().MousePos.x - low.x) / state.scale;
  state.width = std::clamp(wanted, kLeastPanelWidth, kMostPanelWidth);
}

void drawSections(PanelContext& context) {
  const bool plane = context.plane();
  for (const PanelSection& section : panelSections()) {
    const char* title = plane && section.inPlane ? section.inPlane : section.name;
    if (*title == 0) continue;
    bool& open = context.state.openSections.try_emplace(section.name, section.open).first->second;
    const std::string summary = section.summary && !open ? section.summary(context) : "";
    const char* hint = plane && section.hintInPlane ? section.hintInPlane : section.hint;
    open = context.widgets().section(title, open, hint, summary);
    if (!open) continue;
    for (const PanelPart draw : section.parts) draw(context);
  }
}

}  // namespace

void openScene(PanelState& state, SceneDocument& document, const Scene& scene) {
  document.show(scene);
  state.launcher = launcherFor(scene);
  state.sceneView = scene.view;
  setSceneLook(state.looks, scene.view);
  state.line.reset();
  state.saveName = (scene.name.rfind("my-", 0) == 0 ? "" : "my-") + scene.name + ".toml";
  state.confirmOverwrite = false;
  state.noteSince = -1;
}

std::string sentence(std::string text) {
  const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  const bool word = end == std::string::npos || text[end] == ' ' || text[end] == ',';
  if (word && !text.empty()) text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

PanelNote& say(PanelState& state, const std::string& text, bool isError) {
  PanelNote& note = state.offersWayOn ? state.toast : state;
  note = {sentence(printable(text)), isError, false, -1};
  return note;
}

PanelRequests drawPanel(PanelState& state, SceneDocument& document, const PanelReadout& readout,
                        const StageHistory& history) {
  PanelRequests requests;
  PanelContext context{state, document, readout, history, requests};
  state.widgets.beginFrame();
  shareLength(state.timeline, document.scene.film.seconds);
  state.area = {};
  if (state.visible) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({std::fmin(static_cast<float>(state.width) * state.scale, screen.x), screen.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin("Ringlet", nullptr, flags);
    ImGui::PopStyleVar();
    drawStatus(context);
    ImGui::BeginChild("groups", {0, -messageHeight(state)});
    drawSections(context);
    ImGui::EndChild();
    drawMessage(context);
    drawEdge(state);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    state.area = {low, {low.x + size.x, low.y + size.y}};
    ImGui::End();
  }
  if (state.kiosk) ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  state.dock = dockPlace(state, readout);
  if (!state.visible && !state.kiosk) drawMessageAlone(context);
  drawSigns(context);
  for (const PanelPart draw : panelWindows()) draw(context);
  if (const std::string refusal = state.widgets.takeRefusal(); !refusal.empty()) say(state, refusal, true);
  return requests;
}

}  // namespace app
