#include "panel/colour_controls.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

/// How a range that the view can leave open is offered.
struct RangeControl {
  const char* name;
  const char* hint;
  const char* unit;
  const char* automaticHint;  ///< what an open range means
  double automatic;           ///< what it is now, or about
  ValueRange allowed;         ///< of the number
};

/// A switch between an open range (0) and a fixed one, and the number of the latter.
void drawRange(PanelWidgets& w, double& range, const RangeControl& control) {
  bool automatic = range == 0;
  if (w.check("Auto range", automatic, control.automaticHint))
    range = automatic ? 0 : std::clamp(control.automatic, control.allowed.low, control.allowed.high);
  if (!automatic) w.number(control.name, range, control.allowed, {"%.3g", true, control.hint, control.unit});
}

void drawSpeedRange(PanelContext& context) {
  constexpr double kFinest = 1e-2, kCoarsest = 1e2;  // of a typical speed
  const double typical = context.readout.speedRange > 0 ? context.readout.speedRange : 1;
  drawRange(context.widgets(), context.scene().view.speedRange,
            {"Top speed", "Speed at the upper end of the colours; faster tracers look the same.", "L/T",
             "The colours end about at the speed at the edge of the strongest core.", typical,
             ValueRange{kFinest * typical, kCoarsest * typical}});
}

void drawAgeRange(PanelContext& context) {
  const double step = std::abs(context.scene().settings.timeStep);
  drawRange(context.widgets(), context.scene().view.ageRange,
            {"Top age", "Age at the upper end of the colours; older tracers look the same.", "T",
             "The colours end at the age of the flow: the time since the reset.", std::abs(context.readout.time),
             ValueRange{10 * step, 1e5 * step}});
}

}  // namespace

void drawColourControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  w.choice(
      "Colour by", view.colourBy, {ColourBy::speed, ColourBy::ring, ColourBy::age, ColourBy::depth},
      "What a tracer's colour says: its speed, the ring it was seeded around, the time since then, or its distance "
      "from the eye.");
  w.choice("Colours", view.colourMap, context.state.colourMaps,
           "Colour map: equal steps of the number look like equal steps of the colour; dye is made of two colours.");
  if (view.colourMap == kDyeMap) {
    w.colour("Dye 1", view.dyes[0], "Colour of the first, third, ... ring, or of the lower end.");
    w.colour("Dye 2", view.dyes[1], "Colour of the second, fourth, ... ring, or of the upper end.");
  }
  if (view.colourBy == ColourBy::speed) drawSpeedRange(context);
  if (view.colourBy == ColourBy::age) drawAgeRange(context);
  w.check("Legend", view.legend, "Shows the colours with their numbers and unit in the picture, also in films.");
}

ColourBy nextColourBy(ColourBy by) {
  return static_cast<ColourBy>((static_cast<std::size_t>(by) + 1) % viewNames<ColourBy>().size());
}

}  // namespace app
