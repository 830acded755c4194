#include "panel/control_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "panel/panel_sections.h"

namespace app {
namespace {

constexpr float kWidth = 350;  // at scale 1

const ImVec4 kWarning = {0.95f, 0.60f, 0.25f, 1};
const ImVec4 kError = {0.96f, 0.42f, 0.40f, 1};
const ImVec4 kGood = {0.55f, 0.82f, 0.60f, 1};
const ImVec4 kResetButton = {0.80f, 0.38f, 0.10f, 1};
const ImVec4 kRecordButton = {0.70f, 0.14f, 0.16f, 1};

/// A button in this colour while `lit`.
bool litButton(PanelWidgets& widgets, const char* label, ImVec2 size, bool lit, ImVec4 colour) {
  if (lit) ImGui::PushStyleColor(ImGuiCol_Button, colour);
  const bool pressed = widgets.button(label, size);
  if (lit) ImGui::PopStyleColor();
  return pressed;
}

void drawTitle(const PanelState& state, const PanelReadout& readout) {
  const Scene& scene = state.scene;
  ImGui::TextUnformatted(scene.title.empty() ? scene.name.c_str() : scene.title.c_str());
  const char* label = !readout.playing ? "paused" : "running";
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(label).x);
  ImGui::TextColored(readout.playing ? kGood : ImGui::GetStyle().Colors[ImGuiCol_TextDisabled], "%s", label);
}

void drawTransport(PanelState& state, const PanelReadout& readout, PanelRequests& requests) {
  PanelWidgets& w = state.widgets;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 size = {(ImGui::GetContentRegionAvail().x - 3 * gap) / 4, 1.9f * ImGui::GetTextLineHeight()};
  const bool stale = needsReset(state.scene, state.built);
  if (w.button(readout.playing ? "Pause" : "Play", size)) requests.action = Action::playPause;
  ImGui::SameLine();
  if (w.button("Step", size)) requests.action = Action::step;
  ImGui::SameLine();
  if (litButton(w, "Reset", size, stale, kResetButton)) requests.action = Action::reset;
  ImGui::SameLine();
  if (litButton(w, readout.recording ? "Stop" : "Record", size, readout.recording, kRecordButton))
    requests.action = Action::record;
  // One line that is always there, so that nothing below it jumps.
  if (readout.recording) {
    ImGui::TextColored(kError, "Recording %s: %zu frames", state.filmName.c_str(), readout.filmFrames);
  } else if (readout.finishingFilm) {
    ImGui::TextColored(kWarning, "Finishing the film ...");
  } else if (stale) {
    ImGui::TextColored(kWarning, "Reset to apply the new rings or particles");
  } else {
    ImGui::TextDisabled("Space plays, H shows all keys");
  }
}

void drawMessage(PanelState& state, PanelRequests& requests) {
  if (state.message.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, state.isError ? kError : kGood);
  ImGui::TextWrapped("%s", state.message.c_str());
  ImGui::PopStyleColor();
  state.widgets.note("message");
  if (state.widgets.button("Dismiss")) requests.dismissMessage = true;
}

void row(const char* name, const std::string& value) {
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", name);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(value.c_str());
}

void drawSections(PanelContext& context) {
  for (const PanelSection& section : panelSections()) {
    bool& open = context.state.openSections.try_emplace(section.name, section.open).first->second;
    open = context.widgets().section(section.name, open, section.hint);
    if (!open) continue;
    for (const PanelPart draw : section.parts) draw(context);
  }
}

void drawHelp(PanelState& state) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  // In the middle of the picture; over the panel only where the picture is too narrow. The size is the last frame's.
  const float width = state.helpWidth;
  const float middle = std::fmin((state.area.high.x + screen.x) / 2, screen.x - width / 2);
  ImGui::SetNextWindowPos({std::fmax(middle, width / 2), screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(1);
  ImGui::SetNextWindowFocus();
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav;
  ImGui::Begin("Help", nullptr, flags);
  ImGui::TextUnformatted("Keys and mouse");
  ImGui::Separator();
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const KeyBinding& binding : keyBindings()) row(binding.label, binding.description);
    row("Left drag", "Turn the view");
    row("Right or middle drag", "Move the view, as Shift + left drag");
    row("Wheel", "Nearer or farther");
    row("Ctrl + click on a slider", "Type the value");
    ImGui::EndTable();
  }
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::End();
  state.helpWidth = size.x;
  state.widgets.place("Help", {low, {low.x + size.x, low.y + size.y}});
}

}  // namespace

void openScene(PanelState& state, const Scene& scene) {
  state.scene = scene;
  state.built = scene;
  state.ranges = rangesFor(scene);
  state.counts = sceneCounts(scene);
  state.saveName = "my-" + scene.name + ".toml";
  state.confirmOverwrite = false;
}

PanelRequests drawPanel(PanelState& state, const PanelReadout& readout, const StageHistory& history) {
  PanelRequests requests;
  PanelContext context{state, readout, history, requests};
  state.widgets.beginFrame();
  state.area = {};
  if (state.visible) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({std::fmin(kWidth * state.scale, screen.x), screen.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings;
    ImGui::Begin("Ringlet", nullptr, flags);
    drawTitle(state, readout);
    drawTransport(state, readout, requests);
    drawMessage(state, requests);
    drawSections(context);
    const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    state.area = {low, {low.x + size.x, low.y + size.y}};
    ImGui::End();
    ImGui::PopStyleVar();
  }
  for (const PanelPart draw : panelWindows()) draw(context);
  if (state.help) drawHelp(state);
  return requests;
}

}  // namespace app
