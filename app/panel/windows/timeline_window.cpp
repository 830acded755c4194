// The time line on the screen.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "document/timeline.h"
#include "panel/panel_sections.h"
#include "panel/widgets/panel_style.h"
#include "panel/windows/side_dock.h"
#include "panel/windows/timeline_track.h"

namespace app {
namespace {

constexpr float kTrackHeight = 52;  // at scale 1

float buttonWidth(const char* label) {
  return ImGui::CalcTextSize(label, nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
}

/// The next item goes on in this line if there is room for its width.
void flow(float width) {
  ImGui::SameLine();
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

bool button(PanelWidgets& widgets, const char* label, const std::string& hint, bool enabled = true) {
  flow(buttonWidth(label));
  ImGui::BeginDisabled(!enabled);
  const bool pressed = widgets.button(label, hint);
  ImGui::EndDisabled();
  return pressed;
}

/// A switch with its name behind it; PanelWidgets has its own in front.
bool toggle(PanelWidgets& widgets, const char* label, bool& value, const std::string& hint) {
  flow(buttonWidth(label) + ImGui::GetFrameHeight());
  const bool changed = ImGui::Checkbox(label, &value);
  widgets.note(label, hint);
  return changed;
}

/// A number of seconds that is dragged or typed.
bool seconds(PanelWidgets& widgets, const char* label, double& value, const std::string& hint) {
  const float field = 5 * ImGui::GetFontSize();
  flow(ImGui::CalcTextSize(label).x + ImGui::GetStyle().ItemSpacing.x + field);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine();
  ImGui::SetNextItemWidth(field);
  double edited = value;
  const bool changed = ImGui::DragScalar(fmt::format("##{}", label).c_str(), ImGuiDataType_Double, &edited, 0.02f,
                                         nullptr, nullptr, "%.2f s");
  widgets.note(label, hint);
  if (!changed || !std::isfinite(edited)) return false;
  value = std::clamp(edited, 0.0, kLongestLine);
  return true;
}

void drawKeyButtons(PanelContext& context) {
  Timeline& line = context.state.timeline;
  PanelWidgets& w = context.widgets();
  const bool any = !line.keys.empty(), chosen = line.selected.has_value();
  const float side = buttonWidth("Preview");
  ImGui::BeginDisabled(!any);
  const bool toggled =
      w.button(line.playing ? "Stop##Preview" : "Preview", "Flies along the path in real time.", {side, 0});
  ImGui::EndDisabled();
  if (toggled) {
    line.playing = !line.playing;
    if (line.playing && line.playhead >= line.duration) line.playhead = 0;
  }
  if (button(w, "Add key",
             "Puts a key frame with the present view at the playhead; on a key: behind it.\nKey " +
                 keysOf(Action::addKey)))
    addKey(line, context.readout.camera.pose);
  if (button(w, "Update", "Gives the chosen key the present view.", chosen))
    line.keys[*line.selected].pose = context.readout.camera.pose;
  if (button(w, "Delete", "Removes the chosen key.\nKey Del over the time line", chosen))
    removeKey(line, *line.selected);
  if (!any &&
      button(w, "Turntable", "Makes a path once about the rings, in a loop as long as the line, and plays it.")) {
    makeTurntable(line, context.readout.camera.pose);
    line.playing = true;
  }
  if (line.selected) {
    double time = line.keys[*line.selected].time;
    if (seconds(w, "Key at", time, "Film second of the chosen key; Ctrl + click types it.")) {
      moveKey(line, *line.selected, time);
    }
  } else if (seconds(w, "Playhead", line.playhead, "Film second that is shown; Ctrl + click types it.")) {
    line.playhead = std::min(line.playhead, line.duration);
    line.playing = false;
    context.requests.timeline.place = poseAt(line, line.playhead);
  }
}

void drawFlightOptions(PanelContext& context) {
  Timeline& line = context.state.timeline;
  PanelWidgets& w = context.widgets();
  double length = line.duration;
  ImGui::BeginDisabled(context.readout.recording);
  if (seconds(w, "Length", length, "Seconds of the line and of the film; a loop begins anew after them.")) {
    setDuration(line, length);
    context.scene().film.endsByItself = true;
  }
  ImGui::EndDisabled();
  bool loop = line.loop;
  if (toggle(w, "Loop", loop, "Closes the flight smoothly and repeats it.")) setLoop(line, loop);
  ImGui::BeginDisabled(line.loop);
  toggle(w, "Ease", line.ease, "Sets off and arrives gently instead of at full speed.");
  ImGui::EndDisabled();
}

void drawFile(PanelContext& context) {
  Timeline& line = context.state.timeline;
  PanelWidgets& w = context.widgets();
  TimelineRequests& requests = context.requests.timeline;
  if (line.confirmOverwrite) {
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%s is there already.", line.path.c_str());
    if (button(w, "Overwrite##Overwrite path", "Replaces the file by the present path."))
      requests.save = requests.overwrite = true;
    if (button(w, "Keep it##Keep path", "Leaves the file as it is.")) line.confirmOverwrite = false;
    return;
  }
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float buttons = buttonWidth("Save path") + buttonWidth("Load path") + 2 * gap;
  ImGui::SetNextItemWidth(std::min(16 * ImGui::GetFontSize(), ImGui::GetContentRegionAvail().x - buttons));
  ImGui::InputTextWithHint("##path", "path.toml", &line.path);
  w.note("Path file", "Where the path is kept; ringlet run SCENE --camera FILE plays it.");
  if (button(w, "Save path", "Writes the keys to the file.", !line.keys.empty())) requests.save = true;
  if (button(w, "Load path", "Reads the keys from the file, in place of these.")) requests.load = true;
  toggle(w, "Path follows", context.scene().view.follow,
         "Moves the whole path along with the rings' centroid; the same as Follow of the camera.");
  if (toggle(w, "Film this path", line.filmAlong,
             "Films go along the path, from second 0 to its end; with Loop the last picture leads on to the first."))
    context.scene().film.endsByItself |= line.filmAlong;
  ImGui::BeginDisabled(!line.filmAlong);
  toggle(w, "Freeze flow", line.holdFlow,
         "Films along the path show the flow as it stands: a looping path then makes a film without a seam.");
  ImGui::EndDisabled();
}

}  // namespace

void drawTimeline(PanelContext& context) {
  Timeline& line = context.state.timeline;
  line.height = 0;
  if (!line.visible) return;
  const WidgetRect area = freeArea(context.state);  // all the way down: the line's height counts as 0 here
  ImGui::SetNextWindowPos({area.low.x, area.high.y}, ImGuiCond_Always, {0, 1});
  ImGui::SetNextWindowSize({area.high.x - area.low.x, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollWithMouse |
                                 ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("Time line", nullptr, flags);
  drawKeyButtons(context);
  drawFlightOptions(context);
  drawTimelineTrack(context, kTrackHeight * context.state.scale);
  drawFile(context);
  const bool pointed = ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && !ImGui::GetIO().WantTextInput;
  if (pointed && line.selected && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false))
    removeKey(line, *line.selected);
  line.height = ImGui::GetWindowHeight();
  context.widgets().place("Time line", {ImGui::GetWindowPos(), area.high});
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace app
