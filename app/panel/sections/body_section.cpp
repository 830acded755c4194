// Bodies of a plane flow, one by one.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "fmm/error.h"
#include "fmm/settings_table.h"
#include "panel/sections/panel_parts.h"
#include "scene/range.h"
#include "simulation/body_meter.h"

namespace app {
namespace {

constexpr TypedRange kTypedPlace{-kLongest, kLongest}, kTypedTurn{-1e6, 1e6};

/// The controls of one body.
struct BodyControls {
  PanelWidgets& w;
  double most;  ///< largest length that sliders offer [L]
  bool changed = false;

  void place(const char* label, double& value, const char* hint) {
    changed |= w.number(label, value, {-most, most}, {"%.4g", false, hint, "L", kTypedPlace});
  }
  void length(const char* label, double& value, const char* hint) {
    changed |= w.number(label, value, {0.01 * most, most}, {"%.4g", true, hint, "L", kTypedLength});
  }
  void speed(const char* label, double& value, const char* hint) {
    changed |= w.number(label, value, {-most, most}, {"%.4g", false, hint, "L/T", kTypedNumber});
  }
  void degrees(const char* label, double& value, double reach, const char* unit, const char* hint) {
    changed |= w.number(label, value, {-reach, reach}, {"%.0f", false, hint, unit, kTypedTurn});
  }

  void shape(fmm::Body& body) {
    std::vector<std::string> names = valueNames<fmm::BodyShape>();
    if (body.shape != fmm::BodyShape::polygon) names.pop_back();  // a polygon's corners come from a file
    std::string name(toString(body.shape));
    if (w.choice("Body shape", name, names, "Outline of the body.")) {
      body.shape = fmm::parse<fmm::BodyShape>(name).value_or(body.shape);
      changed = true;
    }
    switch (body.shape) {
      case fmm::BodyShape::circle:
        return length("Body radius", body.radius, "Radius of the circle.");
      case fmm::BodyShape::ellipse:
      case fmm::BodyShape::box:
        length("Half width", body.halfAxes[0], "Half of the body's extent along its first axis.");
        return length("Half height", body.halfAxes[1], "Half of the body's extent across it.");
      case fmm::BodyShape::aerofoil:
        length("Chord", body.chord, "Length of the aerofoil from its nose to its edge.");
        changed |= w.integer("NACA", body.section, 1, 9999, "The four digits of the section.");
        if (body.section % 100 == 0) ++body.section;
        return;
      case fmm::BodyShape::polygon:
        return;
    }
  }

  void motion(fmm::Body& body) {
    if (!body.path.empty()) {
      ImGui::TextDisabled("Moved by hand: %zu places", body.path.size());
      if (!w.button("Forget path", "The body stands where it began, and moves as below.")) return;
      body.path.clear();
      changed = true;
    }
    speed("Velocity x", body.velocity.x, "Velocity of the body to the right.");
    speed("Velocity y", body.velocity.y, "Velocity of the body upwards.");
    degrees("Rotation", body.rotation, 720, "degrees/T", "Rate at which the body turns to the left.");
    place("Swing x", body.swing.x, "Amplitude with which the body swings to the right and back.");
    place("Swing y", body.swing.y, "Amplitude with which the body swings up and down.");
    degrees("Turn swing", body.turnSwing, 90, "degrees", "Amplitude with which the body swings about its centre.");
    changed |= w.number("Period", body.period, {0.1, 20}, {"%.3g", true, "Time of a swing.", "T", kTypedLength});
    changed |= w.number("Moves from", body.start, {0, 20}, {"%.3g", false, "When the body begins to move.", "T"});
  }

  void all(fmm::Body& body) {
    shape(body);
    place("Body x", body.centre.x, "Where the body begins, to the right.");
    place("Body y", body.centre.y, "Where the body begins, upwards.");
    degrees("Body angle", body.angle, 180, "degrees", "Angle by which the body is turned to the left.");
    motion(body);
  }
};

/// A circle beside the others.
fmm::Body nextBody(const std::vector<fmm::Body>& bodies, double size) {
  fmm::Body body;
  body.radius = 0.15 * size;
  for (const fmm::Body& other : bodies) {
    const double reach = fmm::factsOf(other, fmm::outlineOf(other)).reach;
    body.centre.y = std::max(body.centre.y, other.centre.y + reach + 2 * body.radius);
  }
  return body;
}

}  // namespace

void drawBodyControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  BodyControls controls = {w, context.document.ranges.radius.high};
  const bool full = edited.bodies.size() >= fmm::kMostBodies;
  ImGui::BeginDisabled(full || !(edited.viscosity > 0));
  if (w.button("Add body", "Adds a circle; it needs a viscous flow.")) {
    edited.bodies.push_back(nextBody(edited.bodies, controls.most));
    controls.changed = true;
  }
  ImGui::EndDisabled();
  std::size_t& chosen = context.state.body;
  if (!edited.bodies.empty()) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < edited.bodies.size(); ++k)
      names.push_back(fmt::format("{} {}", toString(edited.bodies[k].shape), k + 1));
    chosen = std::min(chosen, names.size() - 1);
    std::string name = names[chosen];
    if (names.size() > 1 && w.choice("Body", name, names, "The body that the controls below change."))
      chosen = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
    controls.all(edited.bodies[chosen]);
    if (w.button("Remove body", "Takes the chosen body out of the flow.")) {
      edited.bodies.erase(edited.bodies.begin() + static_cast<std::ptrdiff_t>(chosen));
      controls.changed = true;
    }
    const double nodes = nodesInLayers(edited, context.readout.flow->lattice.spacing);
    if (std::isfinite(nodes)) ImGui::TextDisabled("Layer: %.2g nodes, D/(h \u221aRe)", nodes);
    controls.changed |= drawSetting(w, &fmm::MotionSettings::wakeLength, edited, {"%.3g", true, ValueRange{1, 40}});
  }
  if (!controls.changed) return;
  try {
    fmm::requireBodies(edited.bodies);
  } catch (const fmm::InvalidInput&) {
    return;  // a slider that would push one body into another stops there
  }
  takeSettings(context, edited);
}

std::string bodySummary(PanelContext& context) {
  const fmm::Settings& settings = context.scene().settings;
  const std::vector<BodySample>& samples = context.readout.flow->diagnostics.bodies;
  if (settings.bodies.empty()) return "none";
  std::string count = settings.bodies.size() == 1 ? "1 body" : fmt::format("{} bodies", settings.bodies.size());
  if (samples.empty() || std::isnan(samples.front().drag)) return count;
  return fmt::format("{}, c_d {:.2f}, c_l {:.2f}", count, samples.front().drag, samples.front().lift);
}

}  // namespace app
