// Heat: warm and cold regions one by one, and how heat spreads and rises.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "fmm/error.h"
#include "fmm/settings_table.h"
#include "panel/sections/panel_parts.h"

namespace app {
namespace {

/// The controls of one region.
struct HeatControls : ThingControls {
  bool plane = false;  ///< the flow is one in the plane

  void size(fmm::HeatSource& source) {
    using Shape = fmm::HeatShape;
    if (source.shape == Shape::box) {
      length("Heat half width", source.halfAxes[0], "Half of the region's extent along its first direction.");
      if (!plane) length("Heat half depth", source.halfAxes[1], "Half of its extent along its second direction.");
      length("Heat half height", source.halfAxes[plane ? 1 : 2], "Half of its extent along its axis.");
    } else {
      length("Heat radius", source.radius, "Radius of the ball or disc, or of the ring's circle.");
    }
    if (source.shape == Shape::disc || source.shape == Shape::ring)
      length("Heat thickness", source.thickness, "Thickness of the disc along its axis, or of the ring's tube.");
    length("Heat edge", source.edge, "Half the width over which the buoyancy falls at the region's edge.");
  }

  void all(fmm::HeatSource& source) {
    changed |= w.choice("Heat shape", source.shape, "Shape of the region.");
    changed |= w.choice("Heat supply", source.supply,
                        "Whether the region is warm at the start, gets heat all the time, or is held at its buoyancy.");
    size(source);
    place("Heat x", source.centre.x, "Middle of the region, to the right.");
    place("Heat y", source.centre.y, plane ? "Middle of the region, upwards." : "Middle of the region along y.");
    if (!plane) place("Heat z", source.centre.z, "Middle of the region along z.");
    const bool steady = source.supply == fmm::HeatSupply::steady;
    changed |=
        w.number("Buoyancy", source.buoyancy, {-4, 4},
                 {"%.3g", false, "Acceleration with which fluid there would rise alone; cold fluid has less than 0.",
                  steady ? "L/T\u00b3" : "L/T\u00b2", kTypedNumber});
    changed |= w.integer("Ripples", source.ripples, 0, 24, "Number of waves of its surface, about.");
    if (source.ripples > 0)
      place("Ripple height", source.rippleHeight, "Amplitude of these waves along the region's axis.");
  }
};

bool drawSpreading(PanelContext& context, fmm::Settings& edited) {
  PanelWidgets& w = context.widgets();
  bool changed = false;
  const double most = std::max(edited.viscosity, 1e-3) * 100;
  changed |= drawSetting(w, &fmm::MotionSettings::diffusivity, edited, {"%.3g", true, ValueRange{1e-4 * most, most}});
  if (edited.diffusivity == 0)
    changed |= drawSetting(w, &fmm::MotionSettings::prandtl, edited, {"%.3g", true, ValueRange{0.1, 10}});
  const auto up = fmm::settingOf(&fmm::MotionSettings::up);
  changed |= w.vector(up.title, edited.up, 0.01, up.range.high, {"%.3g", false, up.help, ""});
  return changed;
}

}  // namespace

void drawHeatControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  HeatControls controls = {{w, context.document.ranges.radius.high}, edited.space == fmm::Space::plane};
  controls.changed |= drawSetting(w, &fmm::MotionSettings::heat, edited);
  if (edited.heat) controls.changed |= drawSpreading(context, edited);
  std::vector<fmm::HeatSource>& sources = edited.heatSources;
  ImGui::BeginDisabled(sources.size() >= fmm::kMostHeatSources);
  if (w.button("Add heat", "Adds a warm ball, and a lattice for its heat if there is none.")) {
    fmm::HeatSource source;
    source.radius = 0.25 * controls.most;
    source.edge = source.radius / 4;
    sources.push_back(source);
    edited.heat = true;
    controls.changed = true;
  }
  ImGui::EndDisabled();
  if (!sources.empty())
    drawChosen(controls, sources, context.state.heat,
               {"Region of heat", "The region that the controls below change.", "Remove heat",
                "Takes the chosen region out of the flow."});
  if (!controls.changed) return;
  try {
    fmm::requireHeatSources(sources);
  } catch (const fmm::InvalidInput&) {
    return;  // a slider that would make a ring's tube wider than its circle stops there
  }
  adoptSettings(context, edited);
}

std::string heatSummary(PanelContext& context) {
  const fmm::Settings& settings = context.scene().settings;
  if (!settings.heat) return "none";
  const std::optional<fmm::HeatMeasures>& now = context.readout.flow->diagnostics.heat;
  const std::size_t count = settings.heatSources.size();
  const std::string regions = count == 1 ? "1 region" : fmt::format("{} regions", count);
  if (!now) return regions;
  return fmt::format("{}, b up to {:.2g}", regions, now->largest);
}

}  // namespace app
