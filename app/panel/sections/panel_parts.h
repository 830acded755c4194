#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "panel/panel_sections.h"
#include "panel/widgets/setting_controls.h"
#include "scene/range.h"

namespace app {

// The parts of the panel, by the file that draws them. panel_sections.cpp puts them together.

// Ranges of typed numbers, as in scene files.
constexpr TypedRange kTypedLength{0, 1e9, true}, kTypedPositive{0, 1e30, true}, kTypedNumber{-1e30, 1e30};
constexpr TypedRange kTypedPlace{-kLongest, kLongest};
constexpr TypedRange kTypedElements{1, 1e9}, kTypedTracers{0, 1e9};

/// The controls of a body, a region of heat, or a vortex or sheet of a plane flow.
struct ThingControls {
  PanelWidgets& w;
  double most;  ///< largest length that sliders offer [L]
  bool changed = false;

  bool note(bool now) {
    changed |= now;
    return now;
  }
  bool place(const char* label, double& value, const char* hint) {
    return note(w.number(label, value, {-most, most}, {"%.4g", false, hint, "L", kTypedPlace}));
  }
  bool length(const char* label, double& value, const char* hint) {
    return note(w.number(label, value, {0.01 * most, most}, {"%.4g", true, hint, "L", kTypedLength}));
  }
};

/// The words of a list of things.
struct ThingWords {
  const char *list, *hint;
  const char *remove, *removeHint;
};

/// The controls, controls.all(), of the thing of a list that is chosen there, and a button that takes it out. The list
/// must not be empty, and may be afterwards.
template <class Controls, class Thing>
void drawChosen(Controls& controls, std::vector<Thing>& things, std::size_t& chosen, const ThingWords& words) {
  std::vector<std::string> names;
  for (const Thing& thing : things)
    names.push_back(std::string(toString(thing.shape)) + " " + std::to_string(names.size() + 1));
  chosen = std::min(chosen, names.size() - 1);
  std::string name = names[chosen];
  if (names.size() > 1 && controls.w.choice(words.list, name, names, words.hint))
    chosen = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  controls.all(things[chosen]);
  if (controls.note(controls.w.button(words.remove, words.removeHint)))
    things.erase(things.begin() + static_cast<std::ptrdiff_t>(chosen));
}

// flow_section.cpp
void drawSceneControls(PanelContext& context);
void drawRingControls(PanelContext& context);
void drawParticleControls(PanelContext& context);
std::string flowSummary(PanelContext& context);
std::string particleSummary(PanelContext& context);
// region_section.cpp
void drawEmitters(PanelContext& context);
void drawRegions(PanelContext& context);
// line_section.cpp
void drawLineList(PanelContext& context);
std::string lineSummary(PanelContext& context);
void drawKindControls(PanelContext& context);
void drawLineControls(PanelContext& context);
void drawRegionControls(PanelContext& context);
// line_numbers.cpp
void drawLineNumbers(PanelContext& context);
void drawLineLabel(PanelContext& context, LineLabel& label);
// patch_numbers.cpp
/// All numbers of a vortex or sheet of a plane flow.
void drawPatchNumbers(PanelContext& context, ScenePatch& patch);
// launch_section.cpp
void drawLaunchControls(PanelContext& context);
std::string launchSummary(PanelContext& context);
// physics_section.cpp
/// A number with a switch that sets it to a usual value, or to 0 for off.
struct SwitchedNumber {
  const char* name;  ///< name of the switch
  const char* hint;
  double usual;
  Slider slider;
};
bool drawSwitched(PanelWidgets& w, double fmm::MotionSettings::*member, fmm::Settings& edited,
                  const SwitchedNumber& number);
/// Adopts `edited` as the scene's settings and reconciles those that exclude each other.
void adoptSettings(PanelContext& context, fmm::Settings edited);
void drawTimeControls(PanelContext& context);
void drawModelControls(PanelContext& context);
void drawSolverControls(PanelContext& context);
std::string physicsSummary(PanelContext& context);
// body_section.cpp
void drawBodyControls(PanelContext& context);
std::string bodySummary(PanelContext& context);
// heat_section.cpp
void drawHeatControls(PanelContext& context);
std::string heatSummary(PanelContext& context);
// viscosity_section.cpp
void drawViscosityControls(PanelContext& context);
void drawGroundControls(PanelContext& context);
void drawLatticeControls(PanelContext& context);
// look_section.cpp
void drawLookControls(PanelContext& context);
void drawLightControls(PanelContext& context);
std::string lookSummary(PanelContext& context);
std::string lightSummary(PanelContext& context);
void drawVorticityControls(PanelContext& context);
std::string vorticitySummary(PanelContext& context);
/// Colouring of the tracers: quantity, map or dyes, range, legend.
void drawColourControls(PanelContext& context);
// overlay_section.cpp
void drawOverlayControls(PanelContext& context);
std::string overlaySummary(PanelContext& context);
// performance_section.cpp
void drawReadout(PanelContext& context);
void drawStageTimes(PanelContext& context);
std::string performanceSummary(PanelContext& context);
// film_section.cpp
/// File, size, quality and timing of the film that Record makes, and its progress.
void drawFilmControls(PanelContext& context);
/// Controls for showing scenes in a loop.
void drawLoopControls(PanelContext& context);
/// Size and rate of the film in a few words.
std::string filmSummary(PanelContext& context);

}  // namespace app
