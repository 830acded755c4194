#include "panel/sections/colour_section.h"

#include <algorithm>
#include <cmath>

#include "colour/oklab.h"
#include "colour/palette_colours.h"
#include "panel/widgets/colour_strips.h"

namespace app {
namespace {

/// How a range that the view can leave open is offered.
struct RangeControl {
  double& range;  ///< 0: open
  const char* name;
  const char* hint;
  const char* unit;
  const char* automaticHint;  ///< what an open range means
  double automatic;           ///< what it is now, or about
  ValueRange allowed;         ///< of the number
};

constexpr double kFinest = 1e-2, kCoarsest = 1e2;  // of a typical value

RangeControl speedControl(PanelContext& context) {
  const double typical = context.readout.speedRange > 0 ? context.readout.speedRange : 1;
  return {context.scene().view.speedRange,
          "Top speed",
          "Speed at the upper end of the colours; faster tracers look the same.",
          "L/T",
          "The colours end about at the speed at the edge of the strongest core.",
          typical,
          {kFinest * typical, kCoarsest * typical}};
}

RangeControl vorticityControl(PanelContext& context) {
  const double typical = context.readout.vorticityRange > 0 ? context.readout.vorticityRange : 1;
  return {context.scene().view.vorticityRange,
          "Top vorticity",
          "Vorticity at the upper end of the colours; tracers with more look the same.",
          "1/T",
          "The colours end about at the vorticity in the middle of the strongest core.",
          typical,
          {kFinest * typical, kCoarsest * typical}};
}

RangeControl ageControl(PanelContext& context) {
  const double step = std::abs(context.scene().settings.timeStep);
  return {context.scene().view.ageRange,
          "Top age",
          "Age at the upper end of the colours; older tracers look the same.",
          "T",
          "The colours end at the age of the flow: the time since the reset.",
          std::abs(context.readout.time),
          {10 * step, 1e5 * step}};
}

/// The switches, side by side, and the end of a fixed range.
void drawLegendAndRange(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  w.check("Legend", view.legend, "Shows the colours with their numbers and unit in the picture, also in films.");
  if (view.colourBy == ColourBy::ring || view.colourBy == ColourBy::depth) return;
  const RangeControl control = view.colourBy == ColourBy::speed       ? speedControl(context)
                               : view.colourBy == ColourBy::vorticity ? vorticityControl(context)
                                                                      : ageControl(context);
  bool automatic = control.range == 0;
  if (w.check("Auto range", automatic, control.automaticHint))
    control.range = automatic ? 0 : std::clamp(control.automatic, control.allowed.low, control.allowed.high);
  if (!automatic)
    w.number(control.name, control.range, control.allowed,
             {"%.3g", true, control.hint, control.unit, TypedRange{0, 1e30, true}});
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
  std::string by(toString(view.colourBy));
  const std::vector<std::string>& names = viewNames<ColourBy>();
  if (w.segments("Colour by", by, names,
                 "What a tracer's colour says: its speed, the vorticity there, the ring it was seeded around, the time "
                 "since then, or its "
                 "distance from the eye."))
    view.colourBy = static_cast<ColourBy>(std::find(names.begin(), names.end(), by) - names.begin());
  const ColourStrips& strips = context.state.colourStrips;
  w.choice("Colours", view.colourMap, context.state.colourMaps,
           "Colour map: equal steps of the number look like equal steps of the colour; dye is made of two colours.",
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
