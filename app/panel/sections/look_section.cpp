#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "document/look_choice.h"
#include "panel/sections/panel_parts.h"
#include "scene/look_file.h"

namespace app {
namespace {

constexpr const char* kOwnLook = "(changed)";
constexpr double kDegrees = 57.29577951308232;  // of a radian

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

void drawLamp(PanelWidgets& w, ViewSettings& view) {
  LampAngles lamp = anglesOf(view.light);
  const bool raised =
      w.number("Light height", lamp.height, {-90, 90},
               {"%.0f", false, "Height of the light above the horizon, the plane of x and z.", "\u00b0"});
  const bool turned =
      w.number("Light bearing", lamp.bearing, {-180, 180},
               {"%.0f", false, "Where the light stands around the y axis, from the z axis on.", "\u00b0"});
  // Straight above there is no bearing; a hair beside it, it is kept.
  lamp.height = std::clamp(lamp.height, -89.9, 89.9);
  if (raised || turned) view.light = directionOf(lamp);
  w.number("Ambient", view.ambient, {0, 1},
           {"%.2f", false, "Part of the light that comes from everywhere and softens the shadows.", ""});
  w.number("Scattering", view.scattering, {-0.9, 0.9},
           {"%.2f", false,
            "Asymmetry g of the smoke: above 0 it passes the light on forwards, as fine droplets do, below 0 it throws "
            "it back.",
            ""});
}

void drawExposure(PanelWidgets& w, ViewSettings& view) {
  bool automatic = !view.exposure;
  if (w.check("Auto exposure", automatic, "Sets the exposure as an eye does, so that what is most seen is a mid tone."))
    view.exposure = automatic ? std::nullopt : std::optional(1.);
  double exposure = view.exposure.value_or(1);
  if (!automatic && w.number("Exposure", exposure, {0.01, 100},
                             {"%.3g", true, "Factor on the light that reaches the picture, the same at all times.", "",
                              TypedRange{0, 1e6, true}}))
    view.exposure = exposure;
}

/// The name of a look of the user's own with the button that keeps it.
void drawSaveLook(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  PanelState& state = context.state;
  const char* label = state.confirmLook ? "Replace" : "Keep";
  const float button =
      ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
  if (w.text("Own look", state.lookName, "Name under which the present look joins the list of looks.", button))
    state.confirmLook = false;
  ImGui::SameLine();
  const char* hint = state.confirmLook ? "Puts the present look in the place of the one that has this name."
                                       : "Writes the present look into your own folder of looks.";
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
  w.choice("View", view.mode, {ViewMode::points, ViewMode::density, ViewMode::both},
           withKey("Tracers as points of light, as lit smoke that casts shadows, or as points within the smoke.",
                   Action::nextView));
  w.choice("Background", view.background, {Background::dark, Background::light, Background::gradient},
           "What is behind: on dark ground tracers shine, on light paper they take light away.");
}

void drawLightControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  w.number("Brightness", view.brightness, {0.05, 20},
           {"%.2f", true, "Factor on the light of every tracer.", "", TypedRange{0.001, 1000}});
  drawExposure(w, view);
  w.number("Glow", view.bloom, {0, 1},
           {"%.2f", false, "Part of the light that spreads around bright places, as in an eye or a lens.", ""});
  if (view.mode != ViewMode::density)
    w.number("Point size", view.pointSize, {0.5, 12},
             {"%.1f", true, "Diameter of a tracer's splat in a picture of 720 rows; it grows with the picture.", "px",
              TypedRange{0.1, 100}});
  if (view.mode != ViewMode::points) {
    w.number("Opacity", view.opacity, {0.05, 20},
             {"%.2f", true, "Factor on how much light the smoke takes: above 1 dense rings look solid.", "",
              TypedRange{0, 100}});
    drawLamp(w, view);
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
