#include "panel/windows/window_overlays.h"

#include <algorithm>

#include <fmt/format.h>
#include <imgui.h>

#include "film/film_progress.h"
#include "panel/widgets/panel_style.h"
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
  ImGui::BeginChild("all");  // scrolls if the help does not fit
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

namespace {

constexpr float kEdge = 12;                       // from the window's border, at scale 1
constexpr float kNoteWidth = 40;                  // heights of the font
constexpr double kNoteStays = 8, kNoteFades = 1;  // seconds

constexpr ImGuiWindowFlags kSignFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                        ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                                        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing;

/// Ends the window of a sign and keeps its place.
void endSign(PanelContext& context, const char* name) {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::End();
  context.widgets().place(name, {low, {low.x + size.x, low.y + size.y}});
}

void drawRecording(PanelContext& context) {
  const PanelReadout& readout = context.readout;
  if (!readout.recording) return;
  const float edge = kEdge * context.state.scale, font = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({freeArea(context.state).high.x - edge, edge}, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowBgAlpha(0.5f);
  ImGui::Begin("Recording sign", nullptr, kSignFlags);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.35f * font, at.y + 0.55f * font}, 0.3f * font,
                                              ImGui::GetColorU32(panelColours().error));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.95f * font);
  ImGui::TextUnformatted(fmt::format("{:.1f} s", readout.film.filmSeconds()).c_str());
  endSign(context, "Recording sign");
}

/// Opacity, 1 to 0, of a sign first shown at `since`; sets `since` to now if it is < 0.
float opacityOf(double& since) {
  if (since < 0) since = ImGui::GetTime();
  const double left = kNoteStays + kNoteFades - (ImGui::GetTime() - since);
  return static_cast<float>(std::clamp(left / kNoteFades, 0., 1.));
}

/// A sign at the upper edge, in the middle.
void drawAbove(PanelContext& context, const char* name, const std::string& text, float opacity) {
  const WidgetRect area = freeArea(context.state);
  const float edge = kEdge * context.state.scale;
  const float width = area.high.x - area.low.x - 2 * edge - 2 * ImGui::GetStyle().WindowPadding.x;
  ImGui::SetNextWindowPos({area.centre().x, edge}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowBgAlpha(0.6f * opacity);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
  ImGui::Begin(name, nullptr, kSignFlags);
  ImGui::TextUnformatted(brokenAtSpaces(text, width).c_str());
  endSign(context, name);
  ImGui::PopStyleVar();
}

void drawKeysSign(PanelContext& context) {
  PanelState& state = context.state;
  if (!state.startsHidden || state.help) return;
  const float opacity = opacityOf(state.keysSince);
  if (opacity <= 0) return;
  drawAbove(context, "Keys sign", keysOf(Action::panel) + " shows the panel, " + keysOf(Action::help) + " all keys",
            opacity);
}

/// What mouse and keys do, until the mouse is used for the first time.
void drawFirstHint(PanelContext& context) {
  PanelState& state = context.state;
  for (int button = 0; button < 3; ++button) state.pressed |= ImGui::IsMouseClicked(button);
  state.pressed |= ImGui::GetIO().MouseWheel != 0;
  if (state.pressed || state.help || state.kiosk || state.loop.captions || context.readout.recording) return;
  const bool plane = context.scene().settings.space == fmm::Space::plane;
  const bool bodies = !context.scene().settings.bodies.empty();
  drawAbove(context, "First hint",
            fmt::format("Drag {}, the wheel zooms, {} {}, {} changes the look, {} shows all keys",
                        bodies  ? (plane ? "moves a body or the view" : "moves a body or turns the view")
                        : plane ? "moves the view"
                                : "turns the view",
                        keysOf(Action::newRing), plane ? "adds a vortex" : "launches a ring", keysOf(Action::nextLook),
                        keysOf(Action::help)),
            1);
}

/// At the lower edge, in the middle, above a message if there is one.
void drawNote(PanelContext& context) {
  PanelState& state = context.state;
  const bool caption = state.loop.captions;
  const Scene& scene = caption ? context.document.built : context.scene();  // the next scene may be loading
  const std::string& title = scene.title.empty() ? scene.name : scene.title;
  if (state.kiosk && !caption) return;
  // Visitors read what the scene is about; its note is for those who change it.
  const std::string& words = caption && !scene.about.empty() ? scene.about : scene.note;
  const std::string note = !caption ? words : words.empty() ? title : title + "\n" + words;
  const float opacity = note.empty() ? 0 : caption ? 1 : opacityOf(state.noteSince);
  if (opacity <= 0) return;
  const WidgetRect area = freeArea(state);
  const float edge = kEdge * state.scale;
  const float padding = 2 * ImGui::GetStyle().WindowPadding.x;
  const float width = std::min(
      {kNoteWidth * ImGui::GetFontSize(), area.high.x - 2 * edge - padding, ImGui::CalcTextSize(note.c_str()).x + 1});
  const auto message = state.widgets.rects().find("message");
  const float below = message != state.widgets.rects().end() ? message->second.low.y : area.high.y - state.hintHeight;
  ImGui::SetNextWindowPos({area.centre().x, below - edge}, ImGuiCond_Always, {0.5f, 1});
  ImGui::SetNextWindowBgAlpha(0.6f * opacity);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
  ImGui::Begin("Note", nullptr, kSignFlags);
  ImGui::TextUnformatted(brokenAtSpaces(note, width).c_str());
  endSign(context, "Note");
  ImGui::PopStyleVar();
}

}  // namespace

void drawSigns(PanelContext& context) {
  if (context.state.visible) {
    drawFirstHint(context);
    context.state.noteSince = -1;
    context.state.startsHidden = false;
    return;
  }
  drawRecording(context);
  if (!context.state.kiosk) drawKeysSign(context);
  drawNote(context);
}

}  // namespace app
