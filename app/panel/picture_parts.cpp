#include <fmt/format.h>
#include <imgui.h>

#include "panel/panel_parts.h"

namespace app {
void drawLookControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  w.number("Point size", view.pointSize, {0.5, 12},
           {"%.1f", true, "Diameter of a tracer's splat in a picture of 720 rows; it grows with the picture.", "px"});
  w.number("Brightness", view.brightness, {0.05, 20}, {"%.2f", true, "Factor on the light of every tracer.", ""});
  w.choice("Background", view.background, {Background::dark, Background::light, Background::gradient},
           "What is behind: on dark ground tracers shine, on light paper they take light away.");
}

std::string lookSummary(PanelContext& context) {
  const ViewSettings& view = context.scene().view;
  return fmt::format("{}, {}", view.colourMap, toString(view.background));
}

}  // namespace app
