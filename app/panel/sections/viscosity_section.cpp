// Controls of what the flow does to its elements besides moving them: viscosity, relaxation, splitting, the ground.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr std::size_t kLargestBudget = std::size_t{1} << 24;

bool drawDiffusion(PanelWidgets& w, fmm::Settings& edited) {
  using fmm::Diffusion;
  std::string name(toString(edited.diffusion));  // in a list: side by side the names are too long
  const std::vector<std::string> names = {std::string(toString(Diffusion::coreSpreading)),
                                          std::string(toString(Diffusion::strengthExchange))};
  bool changed = w.choice("Diffusion", name, names,
                          "How vorticity spreads: cores widen, or elements that fill a core give each other strength.");
  edited.diffusion = fmm::parse<Diffusion>(name).value_or(edited.diffusion);
  if (edited.diffusion == Diffusion::coreSpreading)
    changed |=
        drawSwitched(w, edited.coreGrowth,
                     {"Core splitting",
                      "Splits a core that has become too wide into seven thinner ones, so that it can be strained.",
                      1.25,
                      "Core growth",
                      {1.05, 10},
                      {"%.3g", true, "Growth of a core after which it is split.", ""}});
  return changed;
}

}  // namespace

void drawViscosityControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  const double circulation = largestCirculation(context.scene());
  const double unit = circulation > 0 ? circulation : 1;
  bool changed =
      drawSwitched(w, edited.viscosity,
                   {"Viscous",
                    "Vorticity spreads by itself, as it does in every real fluid.",
                    1e-3 * unit,
                    "Viscosity \u03bd",
                    {1e-6 * unit, 0.1 * unit},
                    {"%.3g", true, "How fast vorticity spreads: its area grows by 4 \u03c0 \u03bd in a unit of time.",
                     "L\u00b2/T", kTypedRate}});
  if (edited.viscosity > 0) {
    ImGui::TextDisabled("Reynolds number \u0393/\u03bd = %.4g", circulation / edited.viscosity);
    changed |= drawDiffusion(w, edited);
  }
  const double rate = 1 / std::abs(edited.timeStep);
  changed |=
      drawSwitched(w, edited.relaxation,
                   {"Relaxation",
                    "Strengths turn towards the vorticity that all elements make together, from which they drift away.",
                    0.1 * rate,
                    "Relaxation f",
                    {1e-4 * rate, rate},
                    {"%.3g", true, "How fast strengths turn.", "1/T", kTypedRate}});
  if (changed) takeSettings(context, edited);
}

void drawSplittingControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  bool changed =
      drawSwitched(w, edited.minimumOverlap,
                   {"Splitting",
                    "Splits elements that are stretched until their cores hardly overlap along the line.",
                    1,
                    "Least overlap",
                    {0.5, 5},
                    {"%.3g", true, "Core radius over the length of an element below which it is split in two.", "",
                     TypedRange{0.1, 10}}});
  if (edited.minimumOverlap > 0 || edited.viscosity > 0) {
    std::size_t budget = edited.elementBudget > 0 ? edited.elementBudget : 8 * context.document.counts.elements;
    if (w.count("Budget", budget, 1, std::max(kLargestBudget, budget), "Most elements that splitting may make.",
                kTypedElements)) {
      edited.elementBudget = budget;
      changed = true;
    }
    changed |=
        drawSwitched(w, edited.mergeTolerance,
                     {"Merging",
                      "Merges weak elements with near ones where others are split, and any where the budget needs it.",
                      1e-5,
                      "Merge tolerance",
                      {1e-9, 0.1},
                      {"%.1e", true, "Relative change of the impulse that merging may make in a step.", "",
                       TypedRange{0, 0.1, true}}});
  }
  if (changed) takeSettings(context, edited);
}

void drawGroundControls(PanelContext& context) {
  constexpr double kFarthest = 1e9;
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  bool there = edited.ground.has_value();
  bool changed = w.check("Ground plane", there,
                         "A plane that no fluid passes: the flow below is the mirror image, and slips along it without "
                         "the vorticity that a real wall would shed.");
  if (changed) edited.ground = there ? std::optional(groundBelow(context.scene())) : std::nullopt;
  if (edited.ground) {
    changed |=
        w.vector("Ground at", edited.ground->point, 0.01, kFarthest, {"%.3g", false, "A point of the ground.", "L"});
    changed |= w.vector("Upwards", edited.ground->normal, 0.01, kFarthest,
                        {"%.3g", false, "Normal of the ground, into the fluid.", ""});
    if (fmm::norm(edited.ground->normal) == 0) return;
  }
  if (changed) takeSettings(context, edited);
}

}  // namespace app
