#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fmm/report.h"
#include "fmm/settings_table.h"
#include "panel/sections/panel_parts.h"
#include "scene/range.h"
#include "simulation/flow_start.h"

namespace app {

// Controls of what the flow does to elements besides moving them: viscosity, relaxation, the ground.

void drawViscosityControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  const double circulation = largestCirculation(context.scene());
  const double unit = circulation > 0 ? circulation : 1;
  bool changed = drawSwitched(w, &fmm::MotionSettings::viscosity, edited,
                              {"Viscous",
                               "Vorticity spreads, as it does in every real fluid.",
                               1e-3 * unit,
                               {"%.3g", true, ValueRange{1e-6 * unit, 0.1 * unit}}});
  if (edited.viscosity > 0) {
    ImGui::TextDisabled("Reynolds number \u0393/\u03bd = %.4g", circulation / edited.viscosity);
    changed |= drawList(w, &fmm::MotionSettings::diffusion, edited);
  }
  const double rate = 1 / std::abs(edited.timeStep);
  if (edited.space == fmm::Space::space)  // strengths do not turn in the plane
    changed |= drawSwitched(w, &fmm::MotionSettings::relaxation, edited,
                            {"Relaxation",
                             "Turns strengths back towards the vorticity of all elements, from which they drift.",
                             0.1 * rate,
                             {"%.3g", true, ValueRange{1e-4 * rate, rate}}});
  if (changed) adoptSettings(context, edited);
}

void drawGroundControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  bool there = edited.ground.has_value();
  const auto setting = fmm::settingOf(&fmm::FieldSettings::ground);
  bool changed = w.check(setting.title, there, setting.help);
  if (changed) edited.ground = there ? std::optional(groundBelow(context.scene())) : std::nullopt;
  context.scene().view.grid |= changed && there;  // so that it is seen at once
  if (edited.ground) {
    changed |=
        w.vector("Ground at", edited.ground->point, 0.01, kLongest, {"%.3g", false, "A point of the ground.", "L"});
    changed |= w.vector("Upwards", edited.ground->normal, 0.01, kLongest,
                        {"%.3g", false, "Normal of the ground, into the fluid.", ""});
    if (context.plane()) edited.ground->point.z = edited.ground->normal.z = 0;  // no plane flow lets it lean
    if (fmm::norm(edited.ground->normal) == 0) return;
    if (edited.viscosity > 0)
      changed |= drawList(w, &fmm::MotionSettings::wall, edited);
    else
      ImGui::TextDisabled("The fluid slips: friction needs viscosity");
    const double h = context.readout.flow->lattice.spacing;
    if (edited.wall == fmm::Wall::noSlip && h > 0)
      ImGui::TextDisabled("Layer: %.2g nodes, \u221a(\u03bdt)/h",
                          std::sqrt(edited.viscosity * context.readout.flow->time) / h);
  }
  if (changed) adoptSettings(context, edited);
}

// Controls of redistribution: how often strengths are put onto a lattice, and onto which one.

namespace {

constexpr int kUsualSteps = 5;
constexpr int kMostOfferedSteps = 50;

/// The setting for a choice of off, auto or every, given the present setting.
fmm::Redistribution chosenLattice(const std::string& name, fmm::Redistribution before) {
  if (name == "off") return {fmm::Redistribution::kOff};
  if (name == "auto") return {fmm::Redistribution::kAutomatic};
  return {before.steps > 0 ? before.steps : kUsualSteps};
}

bool drawCadence(PanelWidgets& w, fmm::Redistribution& value) {
  using fmm::Redistribution;
  const auto setting = fmm::settingOf(&fmm::MotionSettings::redistribution);
  static const std::vector<std::string> names = {"off", "auto", "every"};
  std::string name = value.steps > 0 ? "every" : fmm::redistributionText(value);
  bool changed = w.segments(setting.title, name, names, setting.help);
  if (changed) value = chosenLattice(name, value);
  if (value.steps > 0)
    changed |= w.integer("Every", value.steps, 1, kMostOfferedSteps, "Steps between redistributions.", "steps",
                         TypedRange{1, Redistribution::kMostSteps});
  return changed;
}

/// Spacings from a five-hundredth to a fifth of the largest core radius that fits.
bool drawSpacing(PanelContext& context, fmm::Settings& edited) {
  const double widest = context.document.ranges.coreRadius.high;
  const double present = context.readout.flow->lattice.spacing;
  return drawSwitched(context.widgets(), &fmm::MotionSettings::spacing, edited,
                      {"Choose spacing",
                       "Sets the distance between lattice nodes by hand; otherwise it follows from the scene's "
                       "elements, and grows to keep the budget.",
                       present > 0 ? present : widest / 50,
                       {"%.3g", true, ValueRange{widest / 500, widest / 5}}});
}

bool drawBudget(PanelContext& context, fmm::Settings& edited) {
  constexpr std::size_t kLargest = std::size_t{1} << 24;
  const auto setting = fmm::settingOf(&fmm::MotionSettings::elementBudget);
  std::size_t budget = edited.elementBudget;
  if (budget == 0) budget = fmm::LatticeReport::budgetFor(context.document.counts.elements);
  const bool changed = context.widgets().count(setting.title, budget, 1, std::max(kLargest, budget), setting.help,
                                               TypedRange{1, setting.range.high});
  if (changed) edited.elementBudget = budget;
  return changed;
}

/// The present lattice, in words.
void drawPresent(PanelContext& context, const fmm::Settings& settings) {
  const fmm::LatticeReport& report = context.readout.flow->lattice;
  if (report.spacing > 0) {
    ImGui::TextDisabled("h = %.4g, \u03c3/h = %.3g", report.spacing, settings.latticeOverlap);
  } else {
    ImGui::TextDisabled("\u03c3/h = %.3g; h follows with the first step", settings.latticeOverlap);
  }
  const std::string grown = describeCoarsening(report);
  if (grown.empty()) return;
  ImGui::TextWrapped("%s", grown.c_str());
  context.widgets().place("Coarsened", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

}  // namespace

void drawLatticeControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  bool changed = drawCadence(w, edited.redistribution);
  if (edited.redistribution.isOn()) {
    changed |= drawSpacing(context, edited);
    changed |= drawBudget(context, edited);
    changed |= drawSetting(w, &fmm::MotionSettings::nodeThreshold, edited, {"%.1e", true, ValueRange{1e-6, 1e-2}});
    if (edited.space == fmm::Space::space) changed |= drawSetting(w, &fmm::MotionSettings::divergenceRemoval, edited);
    drawPresent(context, edited);
  }
  if (changed) adoptSettings(context, edited);
}

}  // namespace app
