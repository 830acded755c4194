#include "panel/panel_sections.h"

#include "panel/panel_parts.h"

namespace app {

const std::vector<PanelSection>& panelSections() {
  static const std::vector<PanelSection> sections = {
      {"Flow",
       "The scene with its rings and particles",
       true,
       {drawSceneControls, drawRingControls, drawParticleControls}},
      {"Physics",
       "How the vortex elements move, and what computes it",
       false,
       {drawTimeControls, drawModelControls, drawSolverControls}},
      {"Look", "Light and colours of the picture", true, {drawLookControls}},
      {"Overlays", "What is drawn besides the tracers", false, {drawOverlayControls}},
      {"Camera", "Where the picture is seen from", false, {drawCameraControls}},
      {"Film", "The film that is recorded", false, {drawFilmControls}},
      {"Performance", "How fast and how exact the computation is", false, {drawReadout, drawStageTimes}},
  };
  return sections;
}

const std::vector<PanelPart>& panelWindows() {
  static const std::vector<PanelPart> windows = {};
  return windows;
}

}  // namespace app
