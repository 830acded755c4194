#include "panel/sections/camera_section.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "panel/panel_sections.h"
#include "panel/widgets/panel_style.h"
#include "panel/widgets/setting_controls.h"
#include "panel/windows/side_dock.h"
#include "scene/scene_settings_table.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

constexpr std::size_t kColumns = 3;                       // columns of buttons, fewer where they do not fit
constexpr ValueRange kFieldsOfView = {5, 120};            // degrees
constexpr double kDragSpeed = 0.005;                      // fraction of the distance to the target per pixel
constexpr double kHintSeconds = 6, kHintFadeSeconds = 1;  // shown fully, then fading
constexpr const char* kFlyKeys =
    "W A S D or arrows move,  Q E down and up,  Shift faster,  wheel sets the speed,  Esc leaves";

void drawPresets(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  const float gap = ImGui::GetStyle().ItemSpacing.x, room = ImGui::GetContentRegionAvail().x;
  const std::vector<CameraPreset>& presets = cameraPresets();
  float widest = 0;
  for (const CameraPreset preset : presets)
    widest = std::max(widest, ImGui::CalcTextSize(std::string(label(preset)).c_str()).x);
  widest += 2 * ImGui::GetStyle().FramePadding.x;
  const auto widthOf = [&](std::size_t columns) {
    return (room - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns);
  };
  const std::size_t columns = widthOf(kColumns) >= widest ? kColumns : kColumns - 1;
  const ImVec2 size = {widthOf(columns), 0};
  if (context.plane()) {
    const std::string keys = keysOf(viewAction(presets.front())) + " to " + keysOf(viewAction(CameraPreset::axis));
    if (w.button("Scene's view", "The view that the scene opened with.\nKeys " + keys, size))
      context.requests.action = viewAction(presets.front());
    ImGui::SameLine();
    const std::string hint = "The first vortex.\nKey " + keysOf(viewAction(CameraPreset::closeUp));
    if (w.button("Close-up", hint, size)) context.requests.action = viewAction(CameraPreset::closeUp);
    return;
  }
  for (std::size_t i = 0; i < presets.size(); ++i) {
    if (i % columns != 0) ImGui::SameLine();
    const Action action = viewAction(presets[i]);
    const std::string hint = fmt::format("{}.\nKey {}", description(presets[i]), keysOf(action));
    if (w.button(std::string(label(presets[i])).c_str(), hint, size)) context.requests.action = action;
  }
}

/// The camera's pose as numbers; a pose with `up` along the line of sight is ignored.
void drawPose(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  CameraPose pose = context.readout.camera.pose;
  const double speed = kDragSpeed * fmm::norm(pose.target - pose.eye);
  bool changed = false;
  for (const auto member : {&CameraPose::eye, &CameraPose::target, &CameraPose::up}) {
    const auto setting = fmm::settingOf(member);
    const double step = member == &CameraPose::up ? kDragSpeed : speed;
    changed |= w.vector(setting.title, pose.*member, step, kLongest, {"%.3g", false, setting.help, setting.unit});
  }
  const bool sees = fmm::norm(fmm::cross(pose.up, pose.target - pose.eye)) > 0;
  if (changed && sees) context.requests.timeline.place = pose;
}

}  // namespace

Action viewAction(CameraPreset preset) {
  return static_cast<Action>(static_cast<int>(Action::frontView) + static_cast<int>(preset));
}

std::optional<CameraPreset> presetOf(Action action) {
  if (action < Action::frontView || action > Action::closeUpView) return std::nullopt;
  return cameraPresets()[static_cast<std::size_t>(action) - static_cast<std::size_t>(Action::frontView)];
}

void drawCameraControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  const CameraReadout& camera = context.readout.camera;
  drawPresets(context);
  double degrees = camera.pose.fieldOfView;
  const auto angle = fmm::settingOf(&CameraPose::fieldOfView);
  if (drawNumber(w, angle, degrees, {"%.1f", true, kFieldsOfView})) context.requests.fieldOfView = degrees;
  drawSetting(w, &FollowSettings::follow, context.scene().view);
  drawSetting(w, &FollowSettings::framing, context.scene().view);
  if (!context.plane()) drawPose(context);
  const std::string all = context.plane() ? "vortices" : "rings";
  const std::string fit = "Moves the camera so that all " + all + " fill the picture.\nKey " + keysOf(Action::fit);
  if (w.button("Fit", fit)) context.requests.action = Action::fit;
  ImGui::SameLine();
  if (camera.flying) ImGui::PushStyleColor(ImGuiCol_Button, panelColours().urgent);
  const std::string fly = "Flies through the flow: the mouse turns the view, keys move it.\nKey " + keysOf(Action::fly);
  if (!context.plane() && w.button("Fly", fly)) context.requests.action = Action::fly;
  if (camera.flying) ImGui::PopStyleColor();
  if (!context.plane()) ImGui::SameLine();
  const std::string line = "Key frames of a flight, to preview, to film and to save.\nKey " + keysOf(Action::timeline);
  if (w.button("Time line##Time line switch", line)) context.requests.action = Action::timeline;
  if (camera.flying) ImGui::TextWrapped("Speed %.2g distances to the target a second.\n%s", camera.flySpeed, kFlyKeys);
}

std::string cameraSummary(PanelContext& context) {
  const CameraReadout& camera = context.readout.camera;
  if (camera.flying) return "flying";
  return fmt::format("{:.0f}\u00b0{}", camera.pose.fieldOfView, context.scene().view.follow ? ", follows" : "");
}

void drawFlyHint(PanelContext& context) {
  const CameraReadout& camera = context.readout.camera;
  const double left = kHintSeconds + kHintFadeSeconds - camera.secondsSinceNotice;
  if (!camera.flying || left <= 0) return;
  const WidgetRect area = freeArea(context.state);
  const std::string speed = fmt::format("Flying, speed {:.2g}", camera.flySpeed);
  const float scale = context.state.scale, gap = 16 * scale, edge = 12 * scale + ImGui::GetStyle().WindowPadding.x;
  const float room = area.high.x - area.low.x - 2 * edge;
  const bool oneLine = ImGui::CalcTextSize(speed.c_str()).x + gap + ImGui::CalcTextSize(kFlyKeys).x <= room;
  const float alpha = static_cast<float>(std::min(1.0, left / kHintFadeSeconds));
  ImGui::SetNextWindowPos({area.centre().x, 24 * scale}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowBgAlpha(0.75f * alpha);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                 ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                                 ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::Begin("Fly hint", nullptr, flags);
  ImGui::TextUnformatted(speed.c_str());
  if (oneLine) ImGui::SameLine(0, gap);
  if (!oneLine) ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
  ImGui::TextDisabled("%s", kFlyKeys);
  if (!oneLine) ImGui::PopTextWrapPos();
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImGui::End();
  ImGui::PopStyleVar();
  context.widgets().place("Fly hint", {low, {low.x + size.x, low.y + size.y}});
}

}  // namespace app
