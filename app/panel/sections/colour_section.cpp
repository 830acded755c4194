#include "panel/sections/colour_section.h"

#include <algorithm>
#include <cmath>

#include "colour/oklab.h"
#include "colour/palette_colours.h"
#include "panel/widgets/colour_strips.h"
#include "panel/widgets/setting_controls.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

/// How a range that the view can leave open is offered.
struct RangeControl {
  double OverlaySettings::*range;  ///< 0: open
  const char* automaticHint;       ///< what an open range means
  double automatic;                ///< what it is now, or about
  ValueRange allowed;              ///< of the number
};

constexpr double kFinest = 1e-2, kCoarsest = 1e2;  // of a typical value

RangeControl speedControl(PanelContext& context) {
  const double typical = context.readout.speedRange > 0 ? context.readout.speedRange : 1;
  return {&OverlaySettings::speedRange,
          "The colours end about at the speed at the edge of the strongest core.",
          typical,
          {kFinest * typical, kCoarsest * typical}};
}

RangeControl vorticityControl(PanelContext& context) {
  const double typical = context.readout.vorticityRange > 0 ? context.readout.vorticityRange : 1;
  return {&OverlaySettings::vorticityRange,
          "The colours end about at the vorticity in the middle of the strongest core.",
          typical,
          {kFinest * typical, kCoarsest * typical}};
}

RangeControl ageControl(PanelContext& context) {
  const double step = std::abs(context.scene().settings.timeStep);
  return {&OverlaySettings::ageRange,
          "The colours end at the age of the flow: the time since the reset.",
          std::abs(context.readout.time),
          {10 * step, 1e5 * step}};
}

/// The switches, side by side, and the end of a fixed range.
void drawLegendAndRange(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawSetting(w, &OverlaySettings::legend, view);
  if (view.colourBy == ColourBy::ring || view.colourBy == ColourBy::depth) return;
  const RangeControl control = view.colourBy == ColourBy::speed       ? speedControl(context)
                               : view.colourBy == ColourBy::vorticity ? vorticityControl(context)
                                                                      : ageControl(context);
  double& range = view.*control.range;
  bool automatic = range == 0;
  if (w.check("Auto range", automatic, control.automaticHint))
    range = automatic ? 0 : std::clamp(control.automatic, control.allowed.low, control.allowed.high);
  if (!automatic) drawSetting(w, control.range, view, {"%.3g", true, control.allowed});
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
  if (w.segments(by.title, chosen, valueNames<ColourBy>(), by.help))
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

}  // namespace app
