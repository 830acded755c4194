#include "panel/sections/colour_section.h"

#include <algorithm>
#include <cmath>

#include "colour/oklab.h"
#include "colour/palette_colours.h"
#include "panel/widgets/colour_strips.h"
#include "panel/widgets/setting_controls.h"
#include "scene/colour_quantity.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

/// A number that is 0 where it is chosen by itself.
struct OpenNumber {
  double automatic = 1;  ///< what it is then, or about
  ValueRange allowed;
};

OpenNumber topOf(PanelContext& context, ColourBy by) {
  constexpr double kFinest = 1e-2, kCoarsest = 1e2;  // of a typical value
  if (describe(by).source == ColourSource::age) {
    const double step = std::abs(context.scene().settings.timeStep);
    return {std::abs(context.readout.time), {10 * step, 1e5 * step}};
  }
  const double typical = context.readout.tops[by] > 0 ? context.readout.tops[by] : 1;
  return {typical, {kFinest * typical, kCoarsest * typical}};
}

/// The switches, side by side, and the end of a fixed range.
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

}  // namespace app
