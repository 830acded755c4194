#pragma once

#include "panel/panel_sections.h"

namespace app {

/// The parts of the panel, by the group that they stand in. panel_sections.cpp puts them together.

// flow_parts.cpp
void drawSceneControls(PanelContext& context);
void drawRingControls(PanelContext& context);
void drawParticleControls(PanelContext& context);
std::string flowSummary(PanelContext& context);
std::string particleSummary(PanelContext& context);
// launch_parts.cpp
void drawLaunchControls(PanelContext& context);
std::string launchSummary(PanelContext& context);
// physics_parts.cpp
void drawTimeControls(PanelContext& context);
void drawModelControls(PanelContext& context);
void drawSolverControls(PanelContext& context);
std::string physicsSummary(PanelContext& context);
// look_parts.cpp
void drawLookControls(PanelContext& context);
void drawLightControls(PanelContext& context);
std::string lookSummary(PanelContext& context);
std::string lightSummary(PanelContext& context);
// overlay_controls.cpp
void drawOverlayControls(PanelContext& context);
std::string overlaySummary(PanelContext& context);
// performance_parts.cpp
void drawReadout(PanelContext& context);
void drawStageTimes(PanelContext& context);
std::string performanceSummary(PanelContext& context);

}  // namespace app
