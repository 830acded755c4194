#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <vector>

#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr std::size_t kMostElements = std::size_t{1} << 20;
constexpr std::size_t kMostTracers = std::size_t{1} << 24;
constexpr double kRadii = 64;      // largest over smallest radius that the slider offers
constexpr double kFarthest = 1e9;  // coordinates, as in scene files

void drawButtons(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  const ImVec2 size = {(ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2,
                       1.6f * ImGui::GetTextLineHeight()};
  if (w.button(context.state.launcher.aiming ? "Cancel##Aim" : "Aim (N)##Aim",
               "Press where the ring should start, pull towards where it should fly, and let go.", size))
    context.requests.action = Action::newRing;
  ImGui::SameLine();
  if (w.button("Launch", "Puts a ring with exactly these numbers into the flow, paused or running.", size))
    context.requests.launch = true;
}

void drawShape(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  RingLauncher& launcher = context.state.launcher;
  fmm::Ring& ring = launcher.next.ring;
  const double largest = launcher.largestRadius;
  double radius = ring.radius, core = ring.coreRadius;
  if (w.number("Ring radius", radius, {largest / kRadii, largest},
               {"%.4g", true, "Radius R of the new ring; the wheel while aiming.", "L", kTypedLength}))
    setRadius(launcher.next, radius);
  w.number("Ring circulation", ring.circulation, context.document.ranges.circulation,
           {"%.4g", true, "Strength \u0393 of the new ring; the length of the pull or Shift + wheel while aiming.",
            "L\u00b2/T", kTypedNumber});
  if (w.number("Ring core", core, {widestCore(ring) / 100, widestCore(ring)},
               {"%.4g", true, "Radius a of the new ring's core, thin ones are faster; Ctrl + wheel while aiming.", "L",
                TypedRange{0, widestCore(ring), true}}))
    setCoreRadius(launcher.next, core);
}

void drawPlace(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  RingLauncher& launcher = context.state.launcher;
  fmm::Ring& ring = launcher.next.ring;
  w.vector("Ring centre", ring.centre, launcher.largestRadius / 1000, kFarthest,
           {"%.3g", false, "Where the centre of the new ring is.", "L"});
  fmm::Vec3 axis = ring.axis;
  if (w.vector("Ring direction", axis, 0.01, kFarthest,
               {"%.3g", false, "Which way the new ring travels: a vector of any length.", ""}) &&
      fmm::norm(axis) > 0)
    ring.axis = axis;
  const double speed = predictedSpeed(context.document.built, launcher.next);
  const std::string text =
      fmt::format("Speed alone {:.3g} L/T; one radius in {:.3g} T", speed, ring.radius / std::abs(speed));
  ImGui::TextDisabled("%s", text.c_str());
}

void drawCounts(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  RingLauncher& launcher = context.state.launcher;
  launcher.ownCounts |=
      w.count("Ring elements", *launcher.next.elements, 16, kMostElements,
              "Vortex elements of the new ring; as many as the others have unless chosen here.", kTypedElements);
  launcher.ownCounts |=
      w.count("Ring tracers", *launcher.next.tracers, 1, kMostTracers,
              "Particles that show the new ring; as many as the others have unless chosen here.", kTypedTracers);
}

/// What happens to launched rings at the next reset.
void drawKeeping(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  RingLauncher& launcher = context.state.launcher;
  const std::size_t launched = context.readout.flow->launched.size();
  context.requests.keep |= w.check("Keep them in the scene", launcher.keep,
                                   "A reset launches the rings again at their times, and a saved scene has them; "
                                   "without it a reset forgets them.");
  std::vector<RingLaunch>& later = context.scene().launches;
  if (later.size() <= (launcher.keep ? launched : 0)) return;
  if (w.button("Forget launches", "Takes all rings that join later out of the scene; needs a reset.")) {
    later.clear();
    launcher.keep = false;
  }
}

}  // namespace

void drawLaunchControls(PanelContext& context) {
  drawButtons(context);
  drawShape(context);
  drawPlace(context);
  drawCounts(context);
  drawKeeping(context);
}

std::string launchSummary(PanelContext& context) {
  const std::size_t launched = context.readout.flow->launched.size();
  return launched > 0 ? fmt::format("{} launched", launched) : "N aims one";
}

}  // namespace app
