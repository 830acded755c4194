// Controls of redistribution: when strengths go to a lattice anew, and to which one.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "fmm/settings_table.h"
#include "panel/sections/panel_parts.h"
#include "simulation/lattice_note.h"

namespace app {
namespace {

constexpr int kUsualSteps = 5;
constexpr int kMostOfferedSteps = 50;

/// What a choice of off, auto and every makes of the present setting.
fmm::Redistribution chosen(const std::string& name, fmm::Redistribution before) {
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
  if (changed) value = chosen(name, value);
  if (value.steps > 0)
    changed |= w.integer("Every", value.steps, 1, kMostOfferedSteps,
                         "Steps after which strengths are put onto the lattice again.", "steps",
                         TypedRange{1, Redistribution::kMostSteps});
  return changed;
}

/// Spacings from a five hundredth to a fifth of the largest core that fits.
bool drawSpacing(PanelContext& context, fmm::Settings& edited) {
  const double widest = context.document.ranges.coreRadius.high;
  const double present = context.readout.refinement.lattice.spacing;
  return drawSwitched(
      context.widgets(), &fmm::MotionSettings::spacing, edited,
      {"Choose spacing",
       "Sets the distance of the lattice's nodes by hand; else it is that of the elements given, or wider "
       "where the budget asks for it.",
       present > 0 ? present : widest / 50,
       {"%.3g", true, ValueRange{widest / 500, widest / 5}}});
}

/// The lattice as it is, in words.
void drawPresent(PanelContext& context, const fmm::Settings& settings) {
  const fmm::RefinementReport& report = context.readout.refinement;
  if (report.lattice.spacing > 0) {
    ImGui::TextDisabled("h = %.4g, \u03c3/h = %.3g", report.lattice.spacing, settings.latticeOverlap);
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
    changed |= drawSetting(w, &fmm::MotionSettings::nodeThreshold, edited, {"%.1e", true, ValueRange{1e-6, 1e-2}});
    changed |= drawSetting(w, &fmm::MotionSettings::divergenceRemoval, edited);
    drawPresent(context, edited);
  }
  if (changed) takeSettings(context, edited);
}

}  // namespace app
