#pragma once

#include <map>
#include <string>
#include <vector>

#include <imgui.h>

#include "panel/widgets/panel_widgets.h"
#include "scene/view_settings.h"

namespace app {

/// Colours that ImGui's own style has no place for.
struct PanelColours {
  ImVec4 accent;                ///< marks and what is chosen
  ImVec4 fill, fillLit;         ///< of a number's field up to its value; under the pointer
  ImVec4 hover;                 ///< of a choice under the pointer
  ImVec4 unit;                  ///< of units behind numbers
  ImVec4 good, warning, error;  ///< of text
  ImVec4 urgent, recording;     ///< of buttons that want to be pressed
};
const PanelColours& panelColours();

/// Dark style of the panel with round corners, for the current ImGui context; lengths are multiplied by `scale` (1 for
/// an ordinary screen, 2 for a dense one).
void applyPanelStyle(float scale);

/// Replaces the current context's font by assets/font/DejaVuSans.ttf, this many pixels high, with Greek and
/// mathematical signs. The backend must be told to make its texture anew. Throws FileError if the file is missing.
void loadPanelFont(float pixels);

constexpr float kFontPixels = 15;  ///< at scale 1

/// The colours (sRGB) of colour maps by their names.
using ColourStrips = std::map<std::string, std::vector<Colour>>;

/// Those of all maps that can be read; choosing another one says what is wrong with it.
ColourStrips loadColourStrips();

/// Draws the colours from left to right into the right part of a line.
void drawColourStrip(const std::vector<Colour>& colours, ImDrawList& draw, WidgetRect line);

}  // namespace app
