#include "panel/panel_sections.h"

#include "document/timeline.h"
#include "panel/sections/camera_section.h"
#include "panel/sections/colour_section.h"
#include "panel/sections/film_section.h"
#include "panel/sections/panel_parts.h"
#include "panel/windows/diagnostics_window.h"
#include "panel/windows/gallery_window.h"
#include "panel/windows/help_overlay.h"

namespace app {

const std::vector<PanelSection>& panelSections() {
  static const std::vector<PanelSection> sections = {
      {"Flow",
       "The scene, its vortex rings and knots.",
       true,
       {drawSceneControls, drawRingControls, drawKindControls, drawLineControls},
       flowSummary},
      {"Lines",
       "Rings, knots and filaments one by one: choose one, change its numbers, or drag it in the picture.",
       false,
       {drawLineList, drawLineNumbers},
       lineSummary},
      {"Particles",
       "How many particles stand for the flow.",
       false,
       {drawParticleControls, drawRegionControls, drawRegions, drawEmitters},
       particleSummary},
      {"New ring", "A ring that joins the flow while it runs.", false, {drawLaunchControls}, launchSummary},
      {"Physics",
       "How the vortex elements move, and what computes it.",
       false,
       {drawTimeControls, drawModelControls, drawViscosityControls, drawLatticeControls, drawSplittingControls,
        drawGroundControls, drawSolverControls},
       physicsSummary},
      {"Look",
       "How the tracers are shown, and what their colours say.",
       true,
       {drawLookControls, drawColourControls},
       lookSummary},
      {"Light", "Light, glow and exposure of the picture.", false, {drawLightControls}, lightSummary},
      {"Vorticity",
       "The flow itself: its vorticity as a volume, a slice, a surface.",
       false,
       {drawVorticityControls},
       vorticitySummary},
      {"Overlays", "What is drawn besides the tracers.", false, {drawOverlayControls}, overlaySummary},
      {"Camera", "Where the picture is seen from.", false, {drawCameraControls}, cameraSummary},
      {"Film", "The film that Record makes.", false, {drawFilmControls, drawLoopControls}, filmSummary},
      {"Performance",
       "How fast and how exact the computation is.",
       false,
       {drawReadout, drawStageTimes, drawDiagnosticsSwitch},
       performanceSummary},
  };
  return sections;
}

const std::vector<PanelPart>& panelWindows() {
  static const std::vector<PanelPart> windows = {drawHelp, drawDiagnosticsWindow, drawTimeline, drawFlyHint,
                                                 drawGallery};
  return windows;
}

}  // namespace app
