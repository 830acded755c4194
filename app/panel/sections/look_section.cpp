#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "document/look_choice.h"
#include "panel/sections/panel_parts.h"
#include "scene/look_file.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

constexpr const char* kOwnLook = "(changed)";
constexpr Colour kFirstColour = {0.11F, 0.16F, 0.25F};  // behind everything, until another one is chosen
constexpr double kDegrees = 57.29577951308232;          // of a radian

std::string withKey(const char* sentence, Action action) {
  return fmt::format("{}\nKey {}", sentence, keysOf(action));
}

/// Direction to the light as a map has it: height above the horizon, and bearing from the z axis towards the x axis.
struct LampAngles {
  double height = 0, bearing = 0;  ///< degrees
};

LampAngles anglesOf(const fmm::Vec3& light) {
  return {kDegrees * std::atan2(light.y, std::hypot(light.x, light.z)), kDegrees * std::atan2(light.x, light.z)};
}

fmm::Vec3 directionOf(const LampAngles& lamp) {
  const double height = lamp.height / kDegrees, bearing = lamp.bearing / kDegrees;
  return {std::cos(height) * std::sin(bearing), std::sin(height), std::cos(height) * std::cos(bearing)};
}

/// Where a lamp stands, in angles; `name` begins the names of its controls.
void drawDirection(PanelWidgets& w, const std::string& name, fmm::Vec3& direction) {
  LampAngles lamp = anglesOf(direction);
  const std::string height = name + " height", bearing = name + " bearing";
  const bool raised =
      w.number(height.c_str(), lamp.height, {-90, 90},
               {"%.0f", false, "Height of the lamp above the horizon, the plane of x and z.", "\u00b0"});
  const bool turned =
      w.number(bearing.c_str(), lamp.bearing, {-180, 180},
               {"%.0f", false, "Where the lamp stands around the y axis, from the z axis on.", "\u00b0"});
  // Straight above there is no bearing; a hair beside it, it is kept.
  lamp.height = std::clamp(lamp.height, -89.9, 89.9);
  if (raised || turned) direction = directionOf(lamp);
}

void drawLamps(PanelWidgets& w, ViewSettings& view) {
  drawDirection(w, "Light", view.light);
  w.colour("Lamp colour", view.lampColours[0], "Colour of the light.");
  drawSetting(w, &LookSettings::ambient, view, {"%.2f", false});
  drawSetting(w, &LookSettings::scattering, view, {"%.2f", false});
  drawSetting(w, &LookSettings::secondLamp, view, {"%.2f", false});
  if (view.secondLamp == 0) return;
  drawDirection(w, "Second", view.secondLight);
  w.colour("Second colour", view.lampColours[1], "Colour of the second lamp's light.");
}

void drawExposure(PanelWidgets& w, ViewSettings& view) {
  bool automatic = !view.exposure;
  if (w.check("Auto exposure", automatic, "Sets the exposure as an eye does, so that what is most seen is a mid tone."))
    view.exposure = automatic ? std::nullopt : std::optional(1.);
  if (view.exposure) drawSetting(w, &LookSettings::exposure, view, {"%.3g", true, ValueRange{0.01, 100}});
}

void drawBackgroundColour(PanelWidgets& w, ViewSettings& view) {
  const auto setting = fmm::settingOf(&LookSettings::backgroundColour);
  bool plain = view.backgroundColour.has_value();
  if (w.check("Plain colour", plain, "Puts one colour behind everything, in the place of what the background has."))
    view.backgroundColour = plain ? std::optional(kFirstColour) : std::nullopt;
  if (view.backgroundColour) w.colour(setting.title, *view.backgroundColour, setting.help);
}

/// The name of a look of the user's own with the button that keeps it.
void drawSaveLook(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  PanelState& state = context.state;
  const char* label = state.confirmLook ? "Replace" : "Keep";
  const float button =
      ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
  if (w.text("New look", state.lookName, "Name under which the present look joins the list of looks.", button))
    state.confirmLook = false;
  ImGui::SameLine();
  const char* hint = state.confirmLook ? "Puts the present look in the place of the one that has this name."
                                       : "Writes the present look into your folder of looks.";
  if (w.button(state.confirmLook ? "Replace##Replace look" : "Keep##Keep look", hint)) context.requests.keepLook = true;
}

}  // namespace

void drawLookControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  const std::vector<NamedLook>& looks = context.state.looks;
  std::vector<std::string> names;
  for (const NamedLook& look : looks) names.push_back(look.name);
  std::string name = lookOf(view, looks);
  if (name.empty()) name = kOwnLook;
  if (w.choice(
          "Preset", name, names,
          withKey("All of light and colours at once; what is set by hand below goes on from it.", Action::nextLook)))
    chooseLook(view, looks, name);
  drawChoice(w, &LookSettings::mode, view, "\nKey " + keysOf(Action::nextView));
  drawChoice(w, &LookSettings::background, view);
  drawBackgroundColour(w, view);
}

void drawLightControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawSetting(w, &LookSettings::brightness, view, {"%.2f", true, ValueRange{0.05, 20}});
  drawExposure(w, view);
  drawSetting(w, &LookSettings::bloom, view, {"%.2f", false});
  if (view.mode != ViewMode::density)
    drawSetting(w, &LookSettings::pointSize, view, {"%.1f", true, ValueRange{0.5, 12}});
  if (view.mode != ViewMode::points) {
    drawSetting(w, &LookSettings::opacity, view, {"%.2f", true, ValueRange{0.05, 20}});
    if (view.mode == ViewMode::both) drawSetting(w, &LookSettings::grain, view, {"%.2f", false});
    drawLamps(w, view);
    drawSetting(w, &LookSettings::shadow, view, {"%.2f", false});
  }
  drawSaveLook(context);
}

std::string lookSummary(PanelContext& context) {
  const ViewSettings& view = context.scene().view;
  const std::string look = lookOf(view, context.state.looks);
  return fmt::format("{}, {}", look.empty() ? view.colourMap : look, toString(view.mode));
}

std::string lightSummary(PanelContext& context) {
  const ViewSettings& view = context.scene().view;
  return fmt::format("brightness {:.3g}, glow {:.3g}", view.brightness, view.bloom);
}

}  // namespace app
