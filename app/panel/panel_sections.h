#pragma once

#include "panel/control_panel.h"

namespace app {

/// The panel's collapsible groups of controls, each drawn into the current ImGui window.
void drawSceneSection(PanelState& state, PanelRequests& requests);
void drawRingsSection(PanelState& state);
void drawParticlesSection(PanelState& state);
void drawPhysicsSection(PanelState& state, PanelRequests& requests);
void drawViewSection(PanelState& state, PanelRequests& requests);
void drawFilmSection(PanelState& state, const PanelReadout& readout);

}  // namespace app
