// Bodies of a plane flow, one by one.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "fmm/error.h"
#include "fmm/settings_table.h"
#include "panel/sections/panel_parts.h"
#include "simulation/body_meter.h"

namespace app {
namespace {

constexpr TypedRange kTypedTurn{-1e6, 1e6};

/// The controls of one body.
struct BodyControls : ThingControls {
  bool plane = false;  ///< the flow is one in the plane

  void speed(const char* label, double& value, const char* hint) {
    changed |= w.number(label, value, {-most, most}, {"%.4g", false, hint, "L/T", kTypedNumber});
  }
  void degrees(const char* label, double& value, double reach, const char* unit, const char* hint) {
    changed |= w.number(label, value, {-reach, reach}, {"%.0f", false, hint, unit, kTypedTurn});
  }

  void part(const char* label, double& value, ValueRange range, const char* unit, const char* hint) {
    changed |= w.number(label, value, range, {"%.3g", false, hint, unit});
  }

  /// Shapes that the flow can have; a polygon's corners and a mesh come from files.
  std::vector<std::string> shapesFor(fmm::BodyShape now) const {
    std::vector<std::string> names;
    for (const auto& [shape, name] : fmm::namesOf(fmm::BodyShape{})) {
      fmm::Body body;
      body.shape = shape;
      const bool fits = fmm::isInPlane(body) == plane || shape == fmm::BodyShape::box;
      const bool fromFile = shape == fmm::BodyShape::polygon || shape == fmm::BodyShape::mesh;
      if (fits && (!fromFile || shape == now)) names.emplace_back(name);
    }
    return names;
  }

  void shape(fmm::Body& body) {
    std::string name(toString(body.shape));
    if (w.choice("Body shape", name, shapesFor(body.shape), "Shape of the body.")) {
      body.shape = fmm::parse<fmm::BodyShape>(name).value_or(body.shape);
      if (!plane && body.halfAxes[2] <= 0) body.halfAxes[2] = body.halfAxes[1];
      changed = true;
    }
    size(body);
  }

  void size(fmm::Body& body) {
    using Shape = fmm::BodyShape;
    const Shape shape = body.shape;
    if (shape == Shape::circle || shape == Shape::sphere || shape == Shape::capsule || shape == Shape::disc ||
        shape == Shape::torus)
      length("Body radius", body.radius, "Radius of the body.");
    if (shape == Shape::ellipse || shape == Shape::box || shape == Shape::ellipsoid) {
      length("Half width", body.halfAxes[0], "Half of the body's extent along its first axis.");
      length("Half height", body.halfAxes[1], "Half of the body's extent along its second axis.");
      if (!plane) length("Half depth", body.halfAxes[2], "Half of the body's extent along its third axis.");
    }
    if (shape == Shape::aerofoil || shape == Shape::wing) {
      length("Chord", body.chord, "Length of the section from its nose to its edge.");
      changed |= w.integer("NACA", body.section, 1, 9999, "The four digits of the section.");
      if (body.section % 100 == 0) ++body.section;
    }
    if (shape == Shape::wing) {
      length("Span", body.span, "Distance of the tips.");
      part("Sweep", body.sweep, {0, 75}, "degrees", "How far the leading edge runs back.");
      part("Taper", body.taper, {0, 1}, "", "Chord at the tips over the one in the middle.");
    }
    if (shape == Shape::capsule) length("Body length", body.length, "Distance of the centres of the round ends.");
    if (shape == Shape::disc) length("Disc thickness", body.thickness, "Thickness of the disc.");
    if (shape == Shape::torus) length("Tube", body.tube, "Radius of the torus's tube.");
    if (shape == Shape::mesh) part("Scale", body.scale, {0.01, 10}, "", "Size of the mesh over that in its file.");
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
    if (!plane) speed("Velocity z", body.velocity.z, "Velocity of the body along z.");
    degrees("Rotation", body.rotation, 720, "degrees/T", "Rate at which the body turns to the left.");
    place("Swing x", body.swing.x, "Amplitude with which the body swings to the right and back.");
    place("Swing y", body.swing.y, "Amplitude with which the body swings up and down.");
    if (!plane) place("Swing z", body.swing.z, "Amplitude with which the body swings along z.");
    degrees("Turn swing", body.turnSwing, 90, "degrees", "Amplitude with which the body swings about its centre.");
    changed |= w.number("Period", body.period, {0.1, 20}, {"%.3g", true, "Time of a swing.", "T", kTypedLength});
    changed |= w.number("Moves from", body.start, {0, 20}, {"%.3g", false, "When the body begins to move.", "T"});
  }

  void all(fmm::Body& body) {
    shape(body);
    place("Body x", body.centre.x, "Where the body begins, to the right.");
    place("Body y", body.centre.y, "Where the body begins, upwards.");
    if (!plane) place("Body z", body.centre.z, "Where the body begins, along z.");
    degrees("Body angle", body.angle, 180, "degrees", "Angle by which the body is turned about its axis.");
    if (!plane) {
      degrees("Turned about x", body.attitude.x, 180, "degrees", "Attitude of the body: its turn about x.");
      degrees("Turned about y", body.attitude.y, 180, "degrees", "Attitude of the body: its turn about y.");
      degrees("Turned about z", body.attitude.z, 180, "degrees", "Attitude of the body: its turn about z.");
    }
    motion(body);
  }
};

/// A circle or sphere beside the others.
fmm::Body nextBody(const std::vector<fmm::Body>& bodies, double size, bool plane) {
  fmm::Body body;
  if (!plane) body.shape = fmm::BodyShape::sphere;
  body.radius = 0.15 * size;
  for (const fmm::Body& other : bodies) {
    const double reach = fmm::factsOf(other).reach;
    body.centre.y = std::max(body.centre.y, other.centre.y + reach + 2 * body.radius);
  }
  return body;
}

}  // namespace

void drawBodyControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  BodyControls controls = {{w, context.document.ranges.radius.high}, edited.space == fmm::Space::plane};
  const bool full = edited.bodies.size() >= fmm::kMostBodies;
  ImGui::BeginDisabled(full || !(edited.viscosity > 0));
  if (w.button("Add body", "Adds a circle or sphere; it needs a viscous flow.")) {
    edited.bodies.push_back(nextBody(edited.bodies, controls.most, controls.plane));
    controls.changed = true;
  }
  ImGui::EndDisabled();
  std::size_t& chosen = context.state.body;
  if (!edited.bodies.empty())
    drawChosen(
        controls, edited.bodies, chosen,
        {"Body", "The body that the controls below change.", "Remove body", "Takes the chosen body out of the flow."});
  if (!edited.bodies.empty()) {
    const double spacing = context.readout.flow->lattice.spacing, nodes = nodesInLayers(edited, spacing);
    if (std::isfinite(nodes)) ImGui::TextDisabled("Layer: %.2g nodes, D/(h \u221aRe)", nodes);
    const fmm::Body& body = edited.bodies[std::min(chosen, edited.bodies.size() - 1)];
    const double thickness = nodesInThickness(body, spacing);
    if (thickness < kLeastThickness)
      ImGui::TextDisabled("Thickness: %.2g spacings; %.0f keep its sides apart", thickness, kLeastThickness);
    const double gap = nodesAboveWall(edited, body, spacing, context.readout.flow->time);
    if (gap < kLeastGap) ImGui::TextDisabled("Above the wall: %.2g spacings; %.0f hold both layers", gap, kLeastGap);
    controls.changed |= drawSetting(w, &fmm::MotionSettings::wakeLength, edited, {"%.3g", true, ValueRange{1, 40}});
  }
  if (!controls.changed) return;
  try {
    fmm::requireBodies(edited.bodies);
  } catch (const fmm::InvalidInput&) {
    return;  // a slider that would push one body into another stops there
  }
  adoptSettings(context, edited);
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
