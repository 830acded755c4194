#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "document/time_direction.h"
#include "fmm/core_facts.h"
#include "panel/sections/panel_parts.h"

namespace app {
namespace {

constexpr int kMostStepsPerFrame = 100;

std::string withKey(const char* sentence, Action action) {
  return fmt::format("{}\nKey {}", sentence, keysOf(action));
}

/// Why time cannot be turned round, where it cannot.
void drawRefusal(PanelWidgets& w, const std::string& refusal) {
  if (refusal.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped("%s", refusal.c_str());
  ImGui::PopStyleColor();
  w.place("No way back", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

}  // namespace

void takeSettings(PanelContext& context, fmm::Settings edited) {
  reconcile(context.scene().settings, edited);
  context.scene().settings = edited;
  context.requests.settings = true;
}

bool drawSwitched(PanelWidgets& w, double& value, const SwitchedNumber& number) {
  bool on = value > 0;
  bool changed = w.check(number.name, on, number.hint);
  if (changed) value = on ? number.usual : 0;
  if (on) changed |= w.number(number.label, value, number.range, number.style);
  return changed;
}

void drawTimeControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  const fmm::Settings& settings = context.scene().settings;
  fmm::Settings edited = settings;
  double size = std::abs(settings.timeStep);
  bool backwards = settings.timeStep < 0;
  const bool resized =
      w.number("Time step", size, context.document.ranges.timeStep,
               {"%.3g", true, "Time dt that one step advances the flow: short steps follow tight turns exactly.", "T",
                kTypedStep});
  context.requests.settings |=
      w.integer("Steps/frame", context.scene().stepsPerFrame, 1, kMostStepsPerFrame,
                "Steps computed for each picture: more make the flow run faster on screen.", "", TypedRange{1, 10000});
  const std::string refusal = whyNotBackwards(settings);
  ImGui::BeginDisabled(!refusal.empty());
  const bool turned = w.check("Backwards", backwards,
                              withKey("Lets time run backwards: without viscosity, relaxation and splitting the flow "
                                      "retraces its way as far as the integration is exact.",
                                      Action::playBackwards));
  ImGui::EndDisabled();
  const bool adapted =
      drawSwitched(w, edited.courant,
                   {"Adaptive",
                    "Steps are as short as the fastest turn in the flow needs; films keep all steps equal.",
                    0.2,
                    "Courant",
                    {0.001, 2},
                    {"%.3g", true, "Most that an element turns or is stretched by in one step.", ""}});
  drawRefusal(w, refusal);
  if (!resized && !turned && !adapted) return;
  edited.timeStep = backwards ? -size : size;
  takeSettings(context, edited);
}

void drawModelControls(PanelContext& context) {
  using namespace fmm;
  PanelWidgets& w = context.widgets();
  Settings edited = context.scene().settings;
  bool changed =
      w.choice("Integrator", edited.integrator, {Integrator::euler, Integrator::rk2, Integrator::rk3, Integrator::rk4},
               "Rule for a time step: Euler is quick and drifts, Runge-Kutta of order 2, 3 or 4 costs "
               "as many evaluations and stays on course.");
  changed |= w.choice("Stretching", edited.stretching,
                      {Stretching::off, Stretching::classical, Stretching::transpose, Stretching::mixed},
                      "How a velocity gradient turns and lengthens vortex elements, which is what makes flow in three "
                      "dimensions unlike flow in two.");
  changed |= w.choice("Formulation", edited.formulation, {Formulation::classic, Formulation::reformulated},
                      "What a stretched element keeps: its core radius (classic), or its mass and part of its angular "
                      "momentum, so that it thins out (reformulated).");
  changed |= w.choice(
      "Core function", edited.regularisation, allCores(),
      "How vorticity is spread within an element, so that the velocity stays finite at its centre; rosenhead needs the "
      "direct sum.");
  if (changed) takeSettings(context, edited);
}

void drawSolverControls(PanelContext& context) {
  using namespace fmm;
  PanelWidgets& w = context.widgets();
  Settings edited = context.scene().settings;
  bool changed = w.choice("Solver", edited.solver, {SolverKind::fmm, SolverKind::direct},
                          withKey("The fast multipole method takes far elements together; the direct sum meets every "
                                  "pair and is the reference.",
                                  Action::toggleSolver));
  const bool fine = edited.precision == Precision::real64 || edited.solver == SolverKind::direct;
  changed |= w.number("Tolerance", edited.tolerance, {fine ? 1e-10 : 1e-6, 1e-2},
                      {"%.1e", true,
                       "Relative error of the velocities that the fast multipole method may make; a smaller one costs "
                       "time.",
                       "", TypedRange{fine ? 1e-10 : 1e-6, 0.1}});
  changed |= w.choice("Precision", edited.precision, {Precision::single, Precision::real64},
                      withKey("Numbers of 7 digits (float) or 16 (double) for positions, strengths and velocities.",
                              Action::togglePrecision));
  changed |= w.choice(
      "Backend", edited.backend, {Backend::automatic, Backend::cpu, Backend::cuda},
      withKey("What computes: the CPU, the GPU (cuda), or the GPU where there is one (auto).", Action::toggleBackend));
  if (changed) takeSettings(context, edited);
}

std::string physicsSummary(PanelContext& context) {
  const fmm::Settings& settings = context.scene().settings;
  return fmt::format("{}, dt {:.3g} T, {}", toString(settings.solver), settings.timeStep,
                     toString(settings.integrator));
}

}  // namespace app
