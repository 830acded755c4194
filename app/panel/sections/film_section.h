#pragma once

#include <string>

#include "panel/panel_sections.h"

namespace app {

/// File, size, quality and clock of the film that Record makes, and how far it is.
void drawFilmControls(PanelContext& context);

/// Whether scenes are shown in a loop.
void drawLoopControls(PanelContext& context);

/// Size and rate of the film in a few words.
std::string filmSummary(PanelContext& context);

}  // namespace app
