#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "colour/colour_map.h"
#include "colour/palette_colours.h"
#include "document/scene_document.h"
#include "panel/sections/panel_parts.h"
#include "panel/widgets/panel_style.h"
#include "panel/widgets/setting_controls.h"
#include "scene/colour_quantity.h"
#include "scene/text/look_file.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

constexpr const char* kOwnLook = "(changed)";
constexpr Colour kFirstBackground = {0.11F, 0.16F, 0.25F};  // initial plain background
constexpr float kPictureWidth = 96, kPictureHeight = 54;    // of a look in the list, at scale 1
constexpr double kDegrees = 57.29577951308232;              // of a radian

std::string withKey(const char* sentence, Action action) {
  return fmt::format("{}\nKey {}", sentence, keysOf(action));
}

/// Direction to the light as on a map: height above the horizon, and bearing from the z axis towards the x axis.
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

/// The direction of a lamp, as angles; `name` begins the names of its controls.
void drawDirection(PanelWidgets& w, const std::string& name, fmm::Vec3& direction) {
  LampAngles lamp = anglesOf(direction);
  const std::string height = name + " height", bearing = name + " bearing";
  const bool raised =
      w.number(height.c_str(), lamp.height, {-90, 90},
               {"%.0f", false, "Height of the lamp above the horizon, the plane of x and z.", "\u00b0"});
  const bool turned =
      w.number(bearing.c_str(), lamp.bearing, {-180, 180},
               {"%.0f", false, "Where the lamp stands around the y axis, from the z axis on.", "\u00b0"});
  // Straight above, the bearing is undefined; slightly off, it is kept.
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
  if (w.check("Auto exposure", automatic, "Adapts the exposure, so that most of what is lit is a mid tone."))
    view.exposure = automatic ? std::nullopt : std::optional(1.);
  if (view.exposure) drawSetting(w, &LookSettings::exposure, view, {"%.3g", true, ValueRange{0.01, 100}});
}

/// The name of a user's own look, with the button that saves it.
void drawSaveLook(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  PanelState& state = context.state;
  const char* label = state.confirmLook ? "Replace" : "Keep";
  const float button =
      ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
  if (w.text("New look", state.lookName, "Name under which the present look joins the list of looks.", button))
    state.confirmLook = false;
  ImGui::SameLine();
  const char* hint = state.confirmLook ? "Replaces the look of this name by the present one."
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
  const ImVec2 picture = {kPictureWidth * context.state.scale, kPictureHeight * context.state.scale};
  if (w.choice(
          "Preset", name, names,
          withKey("Sets all light and colours at once; the values below change single ones.", Action::nextLook),
          [&](const std::string& of, ImDrawList& draw, WidgetRect line) {
            const auto shown = context.state.lookPictures.find(of);
            const ImVec2 end = {line.low.x + picture.x, line.low.y + picture.y};
            if (shown == context.state.lookPictures.end())
              draw.AddRectFilled(line.low, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
            else
              draw.AddImage(shown->second, line.low, end);
          },
          picture))
    chooseLook(view, looks, name);
  drawChoice(w, &LookSettings::mode, view, "\nKey " + keysOf(Action::nextView));
  drawChoice(w, &LookSettings::background, view);
  drawOwnColour(w, &LookSettings::backgroundColour, view, "Plain colour",
                "Uses one background colour instead of the background's own.", kFirstBackground);
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

namespace {

/// A number that is chosen automatically while it is 0.
struct OpenNumber {
  double automatic = 1;  ///< automatic value, or an estimate of it
  ValueRange allowed;
};

OpenNumber topOf(PanelContext& context, ColourBy by) {
  constexpr double kFinest = 1e-2, kCoarsest = 1e2;  // factors on a typical value
  if (describe(by).source == ColourSource::age) {
    const double step = std::abs(context.scene().settings.timeStep);
    return {std::abs(context.readout.flow->time), {10 * step, 1e5 * step}};
  }
  const double typical = context.readout.flow->tops[by] > 0 ? context.readout.flow->tops[by] : 1;
  return {typical, {kFinest * typical, kCoarsest * typical}};
}

/// Switches of the legend and the automatic range, side by side, and the end of a fixed range.
void drawLegendAndRange(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawSetting(w, &OverlaySettings::legend, view);
  const ColourQuantity quantity = describe(view.colourBy);
  if (quantity.top == nullptr) return;
  double& top = view.*quantity.top;
  const OpenNumber open = topOf(context, view.colourBy);
  bool automatic = top == 0;
  if (w.check("Auto range", automatic, quantity.automaticHint))
    top = automatic ? 0 : std::clamp(open.automatic, open.allowed.low, open.allowed.high);
  if (!automatic) drawSetting(w, quantity.top, view, {"%.3g", true, open.allowed});
}

std::vector<Colour> dyeStrip(ViewSettings view) {
  view.colourMap = kDyeMap;
  std::vector<Colour> colours = paletteOf(view, false, 2);
  for (Colour& colour : colours) colour = toSrgb(colour);
  return colours;
}

}  // namespace

void drawColourControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  const auto by = fmm::settingOf(&LookSettings::colourBy);
  const auto map = fmm::settingOf(&LookSettings::colourMap);
  std::string chosen(toString(view.colourBy));
  std::string hint = by.help;
  hint.back() = ':';
  hint += ' ' + colourMeanings() + '.';
  if (w.segments(by.title, chosen, valueNames<ColourBy>(), hint))
    view.colourBy = fmm::parse<ColourBy>(chosen).value_or(view.colourBy);
  const ColourStrips& strips = context.state.colourStrips;
  w.choice(map.title, view.colourMap, context.state.colourMaps, map.help,
           [&](const std::string& name, ImDrawList& draw, WidgetRect line) {
             const auto strip = strips.find(name);
             if (strip != strips.end()) drawColourStrip(strip->second, draw, line);
             if (name == kDyeMap) drawColourStrip(dyeStrip(view), draw, line);
           });
  if (view.colourMap == kDyeMap) {
    w.colour("Dye 1", view.dyes[0], "Colour of the first, third, ... ring, or of the lower end.");
    w.colour("Dye 2", view.dyes[1], "Colour of the second, fourth, ... ring, or of the upper end.");
  }
  drawLegendAndRange(context);
}

namespace {

constexpr Colour kFirstSurfaceColour = {0.86F, 0.84F, 0.80F};  // initial colour of a surface with a colour of its own

void drawSlice(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawChoice(w, &LookSettings::slice, view);
  if (view.slice == SliceAxis::none) return;
  drawSetting(w, &LookSettings::sliceAt, view, {"%.3f", false, ValueRange{-1, 1}});
  const bool vorticity = view.vortexBy == VortexQuantity::vorticity;
  if (vorticity) drawChoice(w, &LookSettings::sliceOf, view);
  drawSetting(w, &LookSettings::sliceOpacity, view, {"%.2f", false});
  if (vorticity && view.sliceOf != SliceQuantity::normal) return;
  w.colour("Slice minus", view.sliceColours[0], "Colour of the negative end: of a component against the axis.");
  w.colour("Slice plus", view.sliceColours[1], "Colour of the positive end: of a component along the axis.");
}

void drawIsosurface(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawSetting(w, &LookSettings::isosurface, view, {"%.2f", false});
  if (view.isosurface == 0) return;
  drawSetting(w, &LookSettings::isosurfaceOpacity, view, {"%.2f", false});
  drawOwnColour(w, &LookSettings::isosurfaceColour, view, "Surface's own colour",
                "Gives the surface one colour instead of the colours of its vorticity.", kFirstSurfaceColour);
}

}  // namespace

void drawVorticityControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawChoice(w, &LookSettings::vortexBy, view);
  drawSetting(w, &LookSettings::vorticity, view, {"%.2f", false, ValueRange{0, 5}});
  const auto map = fmm::settingOf(&LookSettings::vorticityMap);
  w.choice(map.title, view.vorticityMap, context.state.colourMaps, map.help);
  drawSlice(context);
  drawIsosurface(context);
}

std::string vorticitySummary(PanelContext& context) {
  const ViewSettings& view = context.scene().view;
  std::string text;
  const auto say = [&](bool on, const std::string& what) {
    if (on) text += (text.empty() ? "" : ", ") + what;
  };
  say(view.vorticity > 0, "volume");
  say(view.slice != SliceAxis::none, "slice across " + std::string(toString(view.slice)));
  say(view.isosurface > 0, "surface");
  return text.empty() ? "not shown" : text;
}

}  // namespace app
