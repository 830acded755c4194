#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "document/scene_document.h"
#include "fmm/settings.h"
#include "fmm/settings_table.h"
#include "panel/sections/panel_parts.h"
#include "scene/scene_settings_table.h"

namespace app {
namespace {

constexpr int kMostStepsPerFrame = 100;

std::string keyHint(Action action) {
  return "\nKey " + keysOf(action);
}

/// Tells why time cannot be reversed, if it cannot.
void drawRefusal(PanelWidgets& w, const std::string& refusal) {
  if (refusal.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped("%s", refusal.c_str());
  ImGui::PopStyleColor();
  w.place("No way back", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

constexpr double kStreamSteps = 4000;  // pixels of a drag from 0 to the size of the largest circulation

}  // namespace

void adoptSettings(PanelContext& context, fmm::Settings edited) {
  context.document.adopt(std::move(edited));
  context.requests.settings = true;
}

bool drawSwitched(PanelWidgets& w, double fmm::MotionSettings::*member, fmm::Settings& edited,
                  const SwitchedNumber& number) {
  const auto setting = fmm::settingOf(member);
  double& value = edited.*member;
  bool on = value > 0;
  bool changed = w.check(number.name, on, number.hint);
  if (changed) value = on ? number.usual : 0;
  Slider slider = number.slider;
  slider.typed = typedUnlessOff(setting.range);
  if (on) changed |= drawNumber(w, setting, value, slider);
  return changed;
}

void drawTimeControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  const fmm::Settings& settings = context.scene().settings;
  fmm::Settings edited = settings;
  double size = std::abs(settings.timeStep);
  bool backwards = settings.timeStep < 0;
  const auto step = fmm::settingOf(&fmm::MotionSettings::timeStep);
  const bool resized =
      drawNumber(w, step, size, {"%.3g", true, context.document.ranges.timeStep, TypedRange{0, step.range.high, true}});
  context.requests.settings |=
      drawSetting(w, &PaceSettings::stepsPerFrame, context.scene(), ValueRange{1, kMostStepsPerFrame});
  const std::string refusal = whyNotBackwards(settings);
  ImGui::BeginDisabled(!refusal.empty());
  const bool turned = w.check("Backwards", backwards,
                              "Runs time backwards: without viscosity, relaxation and redistribution the flow "
                              "retraces its path to the accuracy of the integration." +
                                  keyHint(Action::playBackwards));
  ImGui::EndDisabled();
  const bool adapted = drawSwitched(
      w, &fmm::MotionSettings::courant, edited,
      {"Adaptive", "Shortens the steps where the flow turns fast; films keep all steps equal.", 0.2, {"%.3g", true}});
  drawRefusal(w, refusal);
  if (!resized && !turned && !adapted) return;
  edited.timeStep = backwards ? -size : size;
  adoptSettings(context, edited);
}

void drawModelControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  bool changed = drawChoice(w, &fmm::MotionSettings::integrator, edited);
  if (edited.space == fmm::Space::space) {
    changed |= drawChoice(w, &fmm::MotionSettings::stretching, edited);
    changed |= drawChoice(w, &fmm::MotionSettings::formulation, edited);
  }
  changed |= drawChoice(w, &fmm::FieldSettings::regularisation, edited);
  const auto stream = fmm::settingOf(&fmm::MotionSettings::stream);
  changed |= w.vector(stream.title, edited.stream, context.document.ranges.circulation.high / kStreamSteps,
                      stream.range.high, {"%.3g", false, stream.help, stream.unit});
  if (changed) adoptSettings(context, edited);
}

namespace {

/// A slider whose lowest value leaves the choice to the program.
bool drawChosen(PanelWidgets& w, int fmm::FieldSettings::*member, fmm::Settings& edited, int low, int high) {
  const auto& setting = fmm::settingOf(member);
  int value = std::clamp(edited.*member, low - 1, high);
  const std::string hint = fmt::format("{} {}: chosen by the program.", setting.help, low - 1);
  if (!w.integer(setting.title, value, low - 1, high, hint)) return false;
  edited.*member = value < low ? 0 : value;
  return true;
}

/// Parameters that the solver chooses by default; manual tuning starts from the solver's last choice.
bool drawTuning(PanelContext& context, fmm::Settings& edited) {
  using fmm::FieldSettings;
  PanelWidgets& w = context.widgets();
  bool byHand = edited.order > 0 || edited.theta > 0 || edited.leafElements > 0 || edited.leafPoints > 0;
  bool changed = false;
  if (w.check("Tune solver manually", byHand,
              "Sets order, angle and leaf sizes of the fast multipole method by hand, without a measured error; "
              "otherwise the program chooses them to keep the tolerance.")) {
    const fmm::EvaluationReport& now = context.readout.flow->report;
    constexpr int kOrder = 8;  // if no expansions were in use
    constexpr double kTheta = 0.74;
    edited.order = byHand ? now.order > 0 ? now.order : kOrder : 0;
    edited.theta = byHand ? now.theta > 0 ? std::clamp(now.theta, 0.2, 0.9) : kTheta : 0;
    edited.leafElements = edited.leafPoints = 0;
    changed = true;
  }
  if (!byHand) return changed;
  changed |= drawChosen(w, &FieldSettings::order, edited, 4, fmm::mostOrder(edited.space));
  changed |= drawSetting(w, &FieldSettings::theta, edited, {"%.2f", false, ValueRange{0.2, 0.9}, TypedRange{0.2, 0.9}});
  constexpr int kMostLeafElements = 512, kMostLeafPoints = 4096;
  changed |= drawChosen(w, &FieldSettings::leafElements, edited, 1, kMostLeafElements);
  changed |= drawChosen(w, &FieldSettings::leafPoints, edited, 1, kMostLeafPoints);
  return changed;
}

}  // namespace

void drawSolverControls(PanelContext& context) {
  using fmm::FieldSettings;
  PanelWidgets& w = context.widgets();
  fmm::Settings edited = context.scene().settings;
  bool changed = drawChoice(w, &FieldSettings::solver, edited, keyHint(Action::toggleSolver));
  const double finest = fmm::finestTolerance(edited), coarsest = fmm::settingOf(&FieldSettings::tolerance).range.high;
  changed |= drawSetting(w, &FieldSettings::tolerance, edited,
                         {"%.1e", true, ValueRange{finest, 1e-2}, TypedRange{finest, coarsest}});
  if (edited.solver == fmm::SolverKind::fmm) {
    changed |= drawChoice(w, &FieldSettings::mesh, edited);
    changed |= drawTuning(context, edited);
  }
  changed |= drawChoice(w, &FieldSettings::precision, edited, keyHint(Action::togglePrecision));
  changed |= drawChoice(w, &FieldSettings::backend, edited, keyHint(Action::toggleBackend));
  if (changed) adoptSettings(context, edited);
}

std::string physicsSummary(PanelContext& context) {
  const fmm::Settings& settings = context.scene().settings;
  return fmt::format("{}, dt {:.3g} T, {}", toString(settings.solver), settings.timeStep,
                     toString(settings.integrator));
}

}  // namespace app
