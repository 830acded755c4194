#include "panel/panel_sections.h"

#include <cfloat>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "document/timeline.h"
#include "panel/sections/camera_section.h"
#include "panel/sections/panel_parts.h"
#include "panel/widgets/panel_numbers.h"
#include "panel/widgets/panel_style.h"
#include "panel/windows/diagnostics_window.h"
#include "panel/windows/gallery_window.h"
#include "panel/windows/window_overlays.h"

namespace app {

const std::vector<PanelSection>& panelSections() {
  static const std::vector<PanelSection> sections = {
      {"Flow",
       "The scene, its vortex rings and knots.",
       true,
       {drawSceneControls, drawRingControls, drawKindControls, drawLineControls},
       flowSummary},
      {"Lines",
       "Rings, knots and filaments one by one: choose one, change its numbers, or drag it in the picture.",
       false,
       {drawLineList, drawLineNumbers},
       lineSummary,
       "Vortices",
       "Vortices and sheets one by one: choose one, change its numbers, or drag it in the picture."},
      {"Particles",
       "How many particles stand for the flow.",
       false,
       {drawParticleControls, drawRegionControls, drawRegions, drawEmitters},
       particleSummary},
      {"New ring", "A ring that joins the flow while it runs.", false, {drawLaunchControls}, launchSummary, ""},
      {"Bodies",
       "Bodies in the flow: change their numbers, or drag them in the picture while it runs.",
       false,
       {drawBodyControls},
       bodySummary},
      {"Physics",
       "How the vortex elements move, and what computes it.",
       false,
       {drawTimeControls, drawModelControls, drawViscosityControls, drawLatticeControls, drawGroundControls,
        drawSolverControls},
       physicsSummary},
      {"Heat", "Warm and cold regions, and how heat spreads and rises.", false, {drawHeatControls}, heatSummary},
      {"Look",
       "How the tracers are shown, and what their colours say.",
       true,
       {drawLookControls, drawColourControls},
       lookSummary},
      {"Light", "Light, glow and exposure of the picture.", false, {drawLightControls}, lightSummary},
      {"Vorticity",
       "The flow itself: its vorticity as a volume, a slice, a surface.",
       false,
       {drawVorticityControls},
       vorticitySummary},
      {"Overlays", "What is drawn besides the tracers.", false, {drawOverlayControls}, overlaySummary},
      {"Camera", "Where the picture is seen from.", false, {drawCameraControls}, cameraSummary},
      {"Film", "The film that Record makes.", false, {drawFilmControls, drawLoopControls}, filmSummary},
      {"Performance",
       "How fast and how exact the computation is.",
       false,
       {drawReadout, drawStageTimes, drawDiagnosticsSwitch},
       performanceSummary},
  };
  return sections;
}

const std::vector<PanelPart>& panelWindows() {
  static const std::vector<PanelPart> windows = {drawHelp, drawDiagnosticsWindow, drawTimeline, drawFlyHint,
                                                 drawGallery};
  return windows;
}

namespace {

constexpr float kMessageEdge = 3;   // width of the coloured bar at a message's left
constexpr double kNoteSeconds = 8;  // time after which messages that are not errors disappear
constexpr const char* kUnits =
    "L is the scene's unit of length and T its unit of time, of any size.\n"
    "With L = 10 cm and T = 1 s a radius of 0.3 L is 3 cm, and a speed of 1 L/T is 10 cm/s.";

std::string hintWithKeys(const char* sentence, Action action) {
  return fmt::format("{}\nKey {}", sentence, keysOf(action));
}

/// A button for an action, coloured with `lit` if given.
void actionButton(PanelContext& context, const char* label, const char* sentence, Action action, ImVec2 size,
                  const ImVec4* lit = nullptr) {
  if (lit) ImGui::PushStyleColor(ImGuiCol_Button, *lit);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});  // centres short labels
  if (context.widgets().button(label, hintWithKeys(sentence, action), size)) context.requests.action = action;
  ImGui::PopStyleVar();
  if (lit) ImGui::PopStyleColor();
}

/// Undo or redo: a square button whose hint says what it would change, disabled if there is nothing.
void editButton(PanelContext& context, const char* label, const char* what, const std::string& change, Action action) {
  const float side = ImGui::GetFrameHeight();
  const std::string sentence = change.empty() ? fmt::format("{}.", what) : fmt::format("{}: {}.", what, change);
  ImGui::BeginDisabled(change.empty());
  actionButton(context, label, sentence.c_str(), action, {side, side});
  ImGui::EndDisabled();
}

void drawTitle(PanelContext& context) {
  const Scene& scene = context.scene();
  const float side = ImGui::GetFrameHeight();
  const float right = ImGui::GetWindowContentRegionMax().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string& title = scene.title.empty() ? scene.name : scene.title;
  const float gap = ImGui::GetStyle().ItemSpacing.x / 2;
  const float buttons = right - 3 * side - 2 * gap;
  const ImVec4 clip = {at.x, at.y, ImGui::GetWindowPos().x + buttons - gap, at.y + side};
  ImGui::GetWindowDrawList()->AddText(nullptr, 0, {at.x, at.y + ImGui::GetStyle().FramePadding.y},
                                      ImGui::GetColorU32(ImGuiCol_Text), title.c_str(), nullptr, 0, &clip);
  ImGui::SetCursorPosX(buttons);
  editButton(context, "\u21b6##Undo", "Undoes the last change", context.readout.undoable, Action::undo);
  ImGui::SameLine(0, gap);
  editButton(context, "\u21b7##Redo", "Redoes what was undone", context.readout.redoable, Action::redo);
  ImGui::SameLine(0, gap);
  actionButton(context, "?", "Shows what every key and every move of the mouse does.", Action::help, {side, side});
}

void drawTransport(PanelContext& context) {
  const PanelReadout& readout = context.readout;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 size = {std::floor((ImGui::GetContentRegionAvail().x - 3 * gap) / 4), 1.8f * ImGui::GetFontSize()};
  const bool stale = needsReset(context.scene(), context.document.built);
  const PanelColours& colours = panelColours();
  actionButton(context, readout.status->playing ? "Pause" : "Play",
               readout.status->playing ? "Holds the flow where it is." : "Lets the flow move on.", Action::playPause,
               size);
  ImGui::SameLine();
  actionButton(context, "Step", "Computes one frame of the simulation and pauses.", Action::step, size);
  ImGui::SameLine();
  actionButton(context, "Reset", "Returns to the scene's beginning with new particles; also from a saved state.",
               Action::reset, size, stale ? &colours.urgent : nullptr);
  ImGui::SameLine();
  actionButton(
      context, readout.recording ? "Stop" : "Record",
      readout.recording ? "Ends the film and closes its file." : "Makes a film of every simulation frame from now on.",
      Action::record, size, readout.recording ? &colours.recording : nullptr);
}

const char* stateName(const Scene& scene, const PanelReadout& readout) {
  if (!readout.status->playing) return "Paused";
  return scene.settings.timeStep < 0 ? "Backwards" : "Running";
}

/// A status line that is always present, so that nothing below it moves.
void drawStateLine(PanelContext& context) {
  const SceneDocument& document = context.document;
  const PanelReadout& r = context.readout;
  const PanelColours& colours = panelColours();
  const auto line = [](const ImVec4& dot, const std::string& text, const ImVec4& colour) {
    const float size = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.3f * size, at.y + 0.55f * size}, 0.25f * size,
                                                ImGui::GetColorU32(dot));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 0.9f * size);
    ImGui::TextColored(colour, "%s", text.c_str());
  };
  const ImVec4& muted = ImGui::GetStyle().Colors[ImGuiCol_TextDisabled];
  if (r.recording) {
    line(colours.error, "Recording " + progressText(r.film), colours.error);
  } else if (r.finishingFilm) {
    line(colours.warning, "Finishing the film ...", colours.warning);
  } else if (needsReset(document.scene, document.built)) {
    line(colours.warning, "Reset to apply the new rings or particles", colours.warning);
  } else {
    line(r.status->playing ? colours.good : muted,
         fmt::format("{}   t = {} T   {} steps   {:.1f} frames/s", stateName(document.scene, r),
                     formatted("%.4g", withoutRoundOff(r.flow->time, 1e3 * document.scene.settings.timeStep)),
                     grouped(static_cast<std::size_t>(std::max<std::int64_t>(r.flow->steps, 0))), r.simulationRate),
         muted);
    context.widgets().note("State", kUnits);
  }
}

/// Width that a message's text may take.
float messageWidth() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return ImGui::GetContentRegionAvail().x - 2 * style.FramePadding.x - kMessageEdge - ImGui::GetFrameHeight();
}

float textHeight(const std::string& message) {
  return ImGui::CalcTextSize(brokenAtSpaces(message, messageWidth()).c_str()).y + 2 * ImGui::GetStyle().FramePadding.y;
}

/// Buttons for what to do after the flow has stopped, below the message that tells why.
void drawWayOn(PanelContext& context, WidgetRect& message) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const ImVec2 size = {std::floor((message.high.x - message.low.x - 2 * gap) / 3), ImGui::GetFrameHeight()};
  ImGui::SetCursorScreenPos({message.low.x, message.high.y + ImGui::GetStyle().ItemSpacing.y});
  const auto offer = [&](const char* label, const char* hint, Action action) {
    if (context.widgets().button(label, hint, size)) context.requests.action = action;
  };
  offer("Reset##Reset after stop", "Goes back to the scene's beginning.", Action::reset);
  ImGui::SameLine();
  offer("Go on anyway", "Plays on without watching the impulse: the flow is no longer physical.", Action::goOn);
  ImGui::SameLine();
  ImGui::BeginDisabled(!context.readout.status->canStepBack);
  offer("Step back", "Goes back to the last good state, some seconds ago, and pauses there.", Action::stepBack);
  ImGui::EndDisabled();
  message.high.y += ImGui::GetFrameHeightWithSpacing();
}

float heightOf(const PanelNote& note) {
  return note.message.empty() ? 0 : textHeight(note.message) + ImGui::GetStyle().ItemSpacing.y;
}

/// Draws the note, with a cross; returns its rectangle, and sets `dismiss` if its time is over or the cross is pressed.
WidgetRect drawLine(PanelContext& context, PanelNote& note, const char* cross, bool passes, bool& dismiss) {
  if (note.messageSince < 0) note.messageSince = ImGui::GetTime();
  dismiss |= passes && ImGui::GetTime() - note.messageSince > kNoteSeconds;
  const ImGuiStyle& style = ImGui::GetStyle();
  const PanelColours& colours = panelColours();
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, side = ImGui::GetFrameHeight();
  const WidgetRect rect{low, {low.x + width, low.y + textHeight(note.message)}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(rect.low, rect.high, ImGui::GetColorU32(ImGuiCol_FrameBg), style.FrameRounding);
  const ImVec4& colour = note.isError ? colours.error : note.isWarning ? colours.warning : colours.good;
  draw.AddRectFilled(low, {low.x + kMessageEdge, rect.high.y}, ImGui::GetColorU32(colour), 1);
  draw.AddText(nullptr, 0, {low.x + kMessageEdge + style.FramePadding.x, low.y + style.FramePadding.y},
               ImGui::GetColorU32(note.isWarning ? colour : style.Colors[ImGuiCol_Text]),
               brokenAtSpaces(note.message, messageWidth()).c_str(), nullptr, messageWidth());
  ImGui::SetCursorScreenPos({rect.high.x - side, low.y});
  dismiss |= context.widgets().button(cross, "Takes the message away.", {side, side});
  return rect;
}

}  // namespace

void drawStatus(PanelContext& context) {
  drawTitle(context);
  drawTransport(context);
  drawStateLine(context);
}

float messageHeight(const PanelState& state) {
  const float offers = state.offersWayOn ? ImGui::GetFrameHeightWithSpacing() : 0;
  return heightOf(state.toast) + heightOf(state) + offers;
}

void drawMessage(PanelContext& context) {
  PanelState& state = context.state;
  PanelRequests& requests = context.requests;
  if (!state.toast.message.empty()) {
    const WidgetRect toast = drawLine(context, state.toast, "x##Dismiss toast", true, requests.dismissToast);
    context.widgets().place("toast", toast);
    if (!state.message.empty())
      ImGui::SetCursorScreenPos({toast.low.x, toast.high.y + ImGui::GetStyle().ItemSpacing.y});
  }
  if (state.message.empty()) return;
  const bool passes = !state.isError || (!state.visible && !state.offersWayOn);  // if the panel is hidden, errors too
  WidgetRect rect = drawLine(context, state, "x##Dismiss", passes, requests.dismissMessage);
  if (state.offersWayOn) drawWayOn(context, rect);
  context.widgets().place("message", rect);
}

void drawMessageAlone(PanelContext& context) {
  const PanelState& state = context.state;
  if (state.message.empty() && state.toast.message.empty()) return;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float edge = 12 * state.scale;
  const float right = state.dock.isEmpty() ? screen.x : std::fmax(state.dock.low.x, screen.x / 4);
  const float width = std::fmin(static_cast<float>(state.width) * state.scale, right - 2 * edge);
  const float low = screen.y - static_cast<float>(state.timeline.height) - std::fmax(edge, state.hintHeight);
  ImGui::SetNextWindowPos({edge, low}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::Begin("Message", nullptr, flags);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float height = messageHeight(state) - ImGui::GetStyle().ItemSpacing.y;
  drawMessage(context);
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({width, height});
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace app
