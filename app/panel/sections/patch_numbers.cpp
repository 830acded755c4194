// Controls for all numbers of the vortex or sheet of a plane flow that is chosen in the list.

#include <algorithm>
#include <cmath>

#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846, kDegree = kPi / 180;
constexpr int kMostWaves = 24, kMostCopies = 400;  // that sliders offer

/// The patch's controls, with sliders that suit the scene.
struct PatchControls : ThingControls {
  explicit PatchControls(PanelContext& in) : ThingControls{in.widgets(), in.document.ranges.radius.high}, context(in) {}
  PanelContext& context;

  void circulation(double& value) const {
    const double strongest = context.document.ranges.circulation.high / 4;
    w.number("Circulation", value, {-strongest, strongest},
             {"%.4g", false, "Strength \u0393, positive for a turn to the left.", "L\u00b2/T", kTypedNumber});
  }
};

/// One radius of a round vortex, two half axes and an angle of an elliptic one.
void drawCore(PatchControls& controls, fmm::PlaneVortex& vortex) {
  const bool point = vortex.profile == fmm::PlaneProfile::point;
  bool round = point || vortex.halfAxes[0] == vortex.halfAxes[1];
  if (!point && controls.w.check("Round", round, "One core radius, or an ellipse with two half axes."))
    vortex.halfAxes[1] = round ? vortex.halfAxes[0] : vortex.halfAxes[0] / 2;
  if (round) {
    double radius = vortex.halfAxes[0];
    if (controls.length("Core radius", radius, "Radius of the core that holds the vorticity."))
      vortex.halfAxes = {radius, radius};
    return;
  }
  controls.length("Half axis a", vortex.halfAxes[0], "First half axis of the ellipse.");
  controls.length("Half axis b", vortex.halfAxes[1], "Second half axis of the ellipse, across the first.");
  double degrees = vortex.angle / kDegree;
  if (controls.w.number("Angle", degrees, {-180, 180},
                        {"%.0f", false, "Angle from x to the first half axis.", "degrees", TypedRange{-360, 360}}))
    vortex.angle = kDegree * degrees;
}

void drawVortex(PatchControls& controls, ScenePatch& patch, fmm::PlaneVortex& vortex) {
  controls.place("Centre x", vortex.centre.x, "Where the vortex is, to the right.");
  controls.place("Centre y", vortex.centre.y, "Where the vortex is, upwards.");
  controls.circulation(vortex.circulation);
  std::vector<std::string> profiles = valueNames<fmm::PlaneProfile>();
  if (controls.context.scene().settings.redistribution.isOn()) profiles.erase(profiles.begin());  // no points there
  std::string profile(toString(vortex.profile));
  if (controls.w.segments("Profile", profile, profiles, "How the vorticity is spread over the core."))
    vortex.profile = fmm::parse<fmm::PlaneProfile>(profile).value_or(vortex.profile);
  if (vortex.profile == fmm::PlaneProfile::point) vortex.halfAxes[1] = vortex.halfAxes[0];
  drawCore(controls, vortex);
  int copies = static_cast<int>(patch.count);
  if (controls.w.integer("Copies", copies, 1, std::max(copies, kMostCopies),
                         "So many vortices of either sign in turn, at random places about the centre."))
    patch.count = static_cast<std::size_t>(copies);
  if (patch.count == 1) {
    patch.within = 0;
  } else {
    if (patch.within == 0) patch.within = 8 * std::max(vortex.halfAxes[0], vortex.halfAxes[1]);
    controls.length("Within", patch.within, "Radius of the circle over which the copies are spread.");
  }
}

void drawSheet(PatchControls& controls, fmm::PlaneSheet& sheet) {
  const fmm::PlaneSheet before = sheet;
  controls.place("From x", sheet.from.x, "Where the sheet begins, to the right.");
  controls.place("From y", sheet.from.y, "Where the sheet begins, upwards.");
  controls.place("To x", sheet.to.x, "Where the sheet ends, to the right.");
  controls.place("To y", sheet.to.y, "Where the sheet ends, upwards.");
  if (sheet.from == sheet.to) sheet = before;
  controls.circulation(sheet.circulation);
  controls.length("Thickness", sheet.thickness, "Thickness of the layer.");
  controls.w.integer("Waves", sheet.waves, 0, kMostWaves, "Waves along the sheet, which grow.", "",
                     TypedRange{0, 1000});
  if (sheet.waves == 0) {
    sheet.amplitude = 0;
  } else {
    if (sheet.amplitude == 0) sheet.amplitude = sheet.thickness / 5;
    controls.length("Amplitude", sheet.amplitude, "How far the waves reach to either side.");
  }
}

}  // namespace

void drawPatchNumbers(PanelContext& context, ScenePatch& patch) {
  drawLineLabel(context, patch.label);
  PatchControls controls(context);
  if (auto* sheet = std::get_if<fmm::PlaneSheet>(&patch.patch)) return drawSheet(controls, *sheet);
  drawVortex(controls, patch, std::get<fmm::PlaneVortex>(patch.patch));
}

}  // namespace app
