#include <optional>
#include <string>
#include <vector>

#include "panel/sections/panel_parts.h"
#include "scene/view_settings_table.h"

namespace app {
namespace {

constexpr Colour kFirstColour = {0.86F, 0.84F, 0.80F};  // of a surface, until another one is chosen

void drawSlice(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawChoice(w, &LookSettings::slice, view);
  if (view.slice == SliceAxis::none) return;
  drawSetting(w, &LookSettings::sliceAt, view, {"%.3f", false, ValueRange{-1, 1}});
  drawChoice(w, &LookSettings::sliceOf, view);
  drawSetting(w, &LookSettings::sliceOpacity, view, {"%.2f", false});
  if (view.sliceOf != SliceQuantity::normal) return;
  w.colour("Slice minus", view.sliceColours[0], "Colour of the component against the axis.");
  w.colour("Slice plus", view.sliceColours[1], "Colour of the component along the axis.");
}

void drawIsosurface(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  drawSetting(w, &LookSettings::isosurface, view, {"%.2f", false});
  if (view.isosurface == 0) return;
  drawSetting(w, &LookSettings::isosurfaceOpacity, view, {"%.2f", false});
  const auto setting = fmm::settingOf(&LookSettings::isosurfaceColour);
  bool own = view.isosurfaceColour.has_value();
  if (w.check("Surface's own colour", own, "A colour of the surface's own, not that of the vorticity on it."))
    view.isosurfaceColour = own ? std::optional(kFirstColour) : std::nullopt;
  if (view.isosurfaceColour) w.colour(setting.title, *view.isosurfaceColour, setting.help);
}

}  // namespace

void drawVorticityControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
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
