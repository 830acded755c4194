#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "document/timeline.h"
#include "panel/panel_sections.h"
#include "panel/widgets/panel_style.h"
#include "panel/windows/side_dock.h"

namespace app {

struct PanelContext;

/// Draws the line itself: a ruler of film seconds, the keys as diamonds to click and drag, the camera's pace as a faint
/// area, and the playhead.
void drawTimelineTrack(PanelContext& context, float height);

namespace {

constexpr float kRulerShare = 0.42f;    // of the height
constexpr float kReach = 9, kSnap = 5;  // [pixels at scale 1] reach of a key; snap distance of the playhead
constexpr float kStill = 3;             // largest motion of a click [pixels at scale 1]
constexpr float kLabelGap = 46;         // least distance between the ruler's numbers [pixels at scale 1]
constexpr std::size_t kPaceSamples = 160;

/// Maps film seconds to places on the screen.
struct Track {
  ImVec2 low, high;
  double duration;
  float scale;

  float x(double time) const { return low.x + static_cast<float>(time / duration) * (high.x - low.x); }
  double time(float x) const {
    return std::clamp(static_cast<double>((x - low.x) / (high.x - low.x)), 0.0, 1.0) * duration;
  }
  float laneTop() const { return low.y + kRulerShare * (high.y - low.y); }
  float laneMiddle() const { return (laneTop() + high.y) / 2; }
};

ImU32 shade(ImVec4 colour, float alpha) {
  return ImGui::GetColorU32({colour.x, colour.y, colour.z, colour.w * alpha});
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double roundStep(double least) {
  const double unit = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1., 2., 5.}) {
    if (factor * unit >= least) return factor * unit;
  }
  return 10 * unit;
}

void drawRuler(ImDrawList& draw, const Track& track) {
  const double step = roundStep(track.duration * kLabelGap * track.scale / (track.high.x - track.low.x));
  const ImU32 ink = ImGui::GetColorU32(ImGuiCol_TextDisabled), faint = shade({1, 1, 1, 1}, 0.14f);
  const int small = 5;
  for (int i = 0; i * step / small <= track.duration * (1 + 1e-9); ++i) {
    const bool labelled = i % small == 0;
    const float x = std::round(track.x(i * step / small));
    const float top = track.laneTop() - (labelled ? 7 : 4) * track.scale;
    draw.AddLine({x, top}, {x, track.laneTop()}, labelled ? ink : faint);
    if (!labelled) continue;
    const int label = i / small;
    const std::string text = fmt::format("{:g}{}", label * step, i == 0 ? " s" : "");
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float left = std::clamp(x - width / 2, track.low.x, track.high.x - width);
    draw.AddText({left, track.low.y + track.scale}, ink, text.c_str());
  }
}

/// How fast the picture changes [1/s]: the eye's movement over its distance from the target, plus the angle turned.
double pace(const CameraPose& a, const CameraPose& b, double seconds) {
  const fmm::Vec3 before = a.target - a.eye, after = b.target - b.eye;
  const double moved = fmm::norm(b.eye - a.eye) / fmm::norm(after);
  const double turned = std::atan2(fmm::norm(fmm::cross(before, after)), fmm::dot(before, after));
  return (moved + turned) / seconds;
}

void drawPace(ImDrawList& draw, const Track& track, const Timeline& line) {
  if (line.keys.size() < 2) return;
  const CameraPath path(flightOf(line, true));
  const double step = track.duration / kPaceSamples;
  std::array<float, kPaceSamples> paces{};
  CameraPose last = path.at(0);
  for (std::size_t i = 0; i < paces.size(); ++i) {
    const CameraPose next = path.at(static_cast<double>(i + 1) * step);
    paces[i] = static_cast<float>(pace(last, next, step));
    last = next;
  }
  const float highest = *std::max_element(paces.begin(), paces.end());
  if (!(highest > 0)) return;
  const float height = 0.9f * (track.high.y - track.laneTop());
  const float width = (track.high.x - track.low.x) / static_cast<float>(kPaceSamples);
  const ImU32 fill = shade(panelColours().accent, 0.2f);
  const ImDrawListFlags flags = draw.Flags;
  draw.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // avoids visible seams between neighbours
  const auto top = [&](std::size_t i) { return track.high.y - height * paces[i] / highest; };
  for (std::size_t i = 0; i + 1 < paces.size(); ++i) {
    const float x = track.low.x + width * (static_cast<float>(i) + 0.5f);
    draw.AddQuadFilled({x, track.high.y}, {x, top(i)}, {x + width, top(i + 1)}, {x + width, track.high.y}, fill);
  }
  draw.Flags = flags;
}

void drawDiamond(ImDrawList& draw, ImVec2 at, float radius, ImU32 fill) {
  const std::array<ImVec2, 4> corners = {
      {{at.x, at.y - radius}, {at.x + radius, at.y}, {at.x, at.y + radius}, {at.x - radius, at.y}}};
  draw.AddConvexPolyFilled(corners.data(), 4, fill);
  draw.AddPolyline(corners.data(), 4, IM_COL32(10, 11, 15, 255), ImDrawFlags_Closed, 1.5f);
}

void drawKeys(PanelContext& context, ImDrawList& draw, const Track& track, std::optional<std::size_t> pointed) {
  const Timeline& line = context.state.timeline;
  const float y = track.laneMiddle();
  if (!line.keys.empty()) {
    const float from = line.loop ? track.low.x : track.x(line.keys.front().time);
    const float to = line.loop ? track.high.x : track.x(line.keys.back().time);
    draw.AddLine({from, y}, {to, y}, shade(panelColours().accent, 0.7f), 2 * track.scale);
  }
  for (std::size_t i = 0; i < line.keys.size(); ++i) {
    const ImVec2 at = {track.x(line.keys[i].time), y};
    const float reach = kReach * track.scale;
    const bool chosen = line.selected == i;
    const float radius = (chosen || pointed == i ? 8.f : 7.f) * track.scale;
    drawDiamond(draw, at, radius,
                chosen ? ImGui::GetColorU32(panelColours().accent) : ImGui::GetColorU32(ImGuiCol_Text));
    context.widgets().place(fmt::format("Key {}", i + 1), {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}});
  }
}

void drawPlayhead(ImDrawList& draw, const Track& track, const Timeline& line) {
  const float x = track.x(line.playhead), size = 5 * track.scale;
  const ImU32 ink = ImGui::GetColorU32(panelColours().accent);
  draw.AddLine({x, track.low.y}, {x, track.high.y}, ink, 1.5f * track.scale);
  draw.AddTriangleFilled({x - size, track.low.y}, {x + size, track.low.y}, {x, track.low.y + 1.4f * size}, ink);
}

/// The key within reach of the mouse.
std::optional<std::size_t> keyUnder(const Track& track, const Timeline& line, ImVec2 mouse) {
  if (mouse.y < track.laneTop() || mouse.y > track.high.y) return std::nullopt;
  std::optional<std::size_t> best;
  float reach = kReach * track.scale;
  for (std::size_t i = 0; i < line.keys.size(); ++i) {
    const float away = std::abs(track.x(line.keys[i].time) - mouse.x);
    if (away > reach) continue;
    reach = away;
    best = i;
  }
  return best;
}

/// The time under the mouse, rounded to the grid; near a key, the key's time.
double scrubbedTime(const Track& track, const Timeline& line, float x) {
  for (const CameraKey& key : line.keys) {
    if (std::abs(track.x(key.time) - x) < kSnap * track.scale) return key.time;
  }
  return std::round(track.time(x) / kKeyGap) * kKeyGap;
}

/// Moves the playhead to the mouse, and shows the flight there. A click keeps a view that the user has moved, which may
/// be meant for a key at that time; a drag does not.
void scrub(PanelContext& context, const Track& track) {
  Timeline& line = context.state.timeline;
  const double time = scrubbedTime(track, line, ImGui::GetIO().MousePos.x);
  line.selected.reset();
  for (std::size_t i = 0; i < line.keys.size(); ++i) {
    if (line.keys[i].time == time) line.selected = i;
  }
  if (time == line.playhead) return;
  line.playhead = time;
  if (line.dragging || !line.left) context.requests.timeline.place = poseAt(line, time);
}

/// A press on a key glides the camera there, and a drag moves the key; elsewhere a drag moves the playhead.
void handleMouse(PanelContext& context, const Track& track, std::optional<std::size_t> pointed) {
  Timeline& line = context.state.timeline;
  if (ImGui::IsItemActivated()) {
    line.playing = false;
    line.dragged = pointed;
    line.dragging = false;
    if (pointed) {
      selectKey(line, *pointed);
      context.requests.timeline.glide = line.keys[*pointed].pose;
    }
  }
  if (ImGui::IsItemActive()) {
    line.dragging |= std::abs(ImGui::GetMouseDragDelta(0, 0).x) > kStill * track.scale;
    if (!line.dragged) {
      scrub(context, track);
    } else if (line.dragging) {
      moveKey(line, *line.dragged, track.time(ImGui::GetIO().MousePos.x));
      line.dragged = line.selected;
    }
  } else {
    line.dragged.reset();
    line.dragging = false;
  }
}

}  // namespace

void drawTimelineTrack(PanelContext& context, float height) {
  Timeline& line = context.state.timeline;
  const float width = ImGui::GetContentRegionAvail().x, scale = context.state.scale;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("track", {width, height});
  const float margin = 10 * scale;
  const Track track = {
      {corner.x + margin, corner.y}, {corner.x + width - margin, corner.y + height}, line.duration, scale};
  const std::optional<std::size_t> pointed =
      ImGui::IsItemHovered() ? keyUnder(track, line, ImGui::GetIO().MousePos) : std::nullopt;
  if (pointed && !ImGui::IsItemActive())
    ImGui::SetTooltip("Key %zu at %.2f s: click flies there, drag moves it", *pointed + 1, line.keys[*pointed].time);
  handleMouse(context, track, pointed);
  context.widgets().place("Track", {track.low, track.high});

  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({corner.x, track.laneTop()}, {corner.x + width, track.high.y},
                     ImGui::GetColorU32(ImGuiCol_FrameBg), ImGui::GetStyle().FrameRounding);
  drawRuler(draw, track);
  drawPace(draw, track, line);
  drawKeys(context, draw, track, pointed);
  drawPlayhead(draw, track, line);
  if (line.keys.empty()) {
    const char* hint = "No keys yet: choose a view and add a key";
    if (ImGui::CalcTextSize(hint).x > track.high.x - track.low.x) hint = "No keys yet";
    draw.AddText({(corner.x + corner.x + width - ImGui::CalcTextSize(hint).x) / 2,
                  track.laneMiddle() - ImGui::GetFontSize() / 2},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), hint);
  }
}

// The time line's window.

namespace {

constexpr float kTrackHeight = 52;  // at scale 1

float buttonWidth(const char* label) {
  return ImGui::CalcTextSize(label, nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
}

/// Keeps the next item on this line if its width fits.
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

/// A switch that flows with the other items of the line.
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
             "Adds a key frame with the present view at the playhead, or behind the key there.\nKey " +
                 keysOf(Action::addKey)))
    addKey(line, context.readout.camera.pose);
  if (button(w, "Update", "Gives the chosen key the present view.", chosen))
    line.keys[*line.selected].pose = context.readout.camera.pose, line.left = false;
  if (button(w, "Delete", "Removes the chosen key.\nKey Del over the time line", chosen))
    removeKey(line, *line.selected);
  if (!any &&
      button(w, "Turntable", "Makes a looping path once around the rings, as long as the time line, and plays it.")) {
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
  if (seconds(w, "Length", length, "Length of the time line and of the film; a loop restarts after it.")) {
    setDuration(line, length);
    context.scene().film.endsByItself = true;
  }
  ImGui::EndDisabled();
  bool loop = line.loop;
  if (toggle(w, "Loop", loop, "Closes the flight smoothly and repeats it.")) setLoop(line, loop);
  ImGui::BeginDisabled(line.loop);
  toggle(w, "Ease", line.ease, "Starts and stops gently instead of at full speed.");
  ImGui::EndDisabled();
}

void drawFile(PanelContext& context) {
  Timeline& line = context.state.timeline;
  PanelWidgets& w = context.widgets();
  TimelineRequests& requests = context.requests.timeline;
  if (line.confirmOverwrite) {
    ImGui::AlignTextToFramePadding();
    ImGui::Text("%s already exists.", line.path.c_str());
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
  const WidgetRect area = freeArea(context.state);  // reaches the bottom, since line.height is 0 here
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
