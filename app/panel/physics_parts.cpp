#include <cmath>

#include "panel/panel_parts.h"

namespace app {
namespace {

constexpr int kMostStepsPerFrame = 100;

/// Takes `edited` over as the scene's settings.
void take(PanelContext& context, fmm::Settings edited) {
  reconcile(context.scene().settings, edited);
  context.scene().settings = edited;
  context.requests.settings = true;
}

}  // namespace

void drawTimeControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings& settings = context.scene().settings;
  double size = std::abs(settings.timeStep);
  bool backwards = settings.timeStep < 0;
  const bool resized =
      w.number("Time step", size, context.state.ranges.timeStep, {"%.3g", true, "dt [T]; applies at once"});
  const bool turned = w.check("Backwards", backwards, "Run time backwards");
  if (resized || turned) {
    settings.timeStep = backwards ? -size : size;
    context.requests.settings = true;
  }
  context.requests.settings |= w.integer("Steps/frame", context.scene().stepsPerFrame, 1, kMostStepsPerFrame);
}

void drawModelControls(PanelContext& context) {
  using namespace fmm;
  PanelWidgets& w = context.widgets();
  Settings edited = context.scene().settings;
  bool changed = w.choice("Integrator", edited.integrator, {Integrator::euler, Integrator::rk2, Integrator::rk4});
  changed |= w.choice("Stretching", edited.stretching,
                      {Stretching::off, Stretching::classical, Stretching::transpose, Stretching::mixed});
  changed |= w.choice(
      "Core function", edited.regularisation,
      {Regularisation::cutoff, Regularisation::gaussian, Regularisation::winckelmans, Regularisation::rosenhead},
      "Regularisation of an element; rosenhead needs the direct sum");
  if (changed) take(context, edited);
}

void drawSolverControls(PanelContext& context) {
  using namespace fmm;
  PanelWidgets& w = context.widgets();
  Settings edited = context.scene().settings;
  bool changed = w.choice("Solver", edited.solver, {SolverKind::fmm, SolverKind::direct},
                          "Fast multipole method, or every pair: the reference (key D)");
  const bool fine = edited.precision == Precision::real64 || edited.solver == SolverKind::direct;
  changed |= w.number("Tolerance", edited.tolerance, {fine ? 1e-10 : 1e-6, 1e-2},
                      {"%.1e", true, "Relative error of the velocities that the fast multipole method is asked for"});
  changed |= w.choice("Precision", edited.precision, {Precision::single, Precision::real64},
                      "Of positions, strengths and velocities (key P)");
  changed |= w.choice("Backend", edited.backend, {Backend::automatic, Backend::cpu, Backend::cuda},
                      "GPU, CPU, or the GPU where there is one (key B)");
  if (changed) take(context, edited);
}

}  // namespace app
