#pragma once

#include <map>
#include <string>
#include <vector>

#include <imgui.h>

#include "panel/widgets/panel_widgets.h"
#include "scene/view_settings.h"

namespace app {

/// Colours that ImGui's own style lacks.
struct PanelColours {
  ImVec4 accent;                ///< marks and chosen items
  ImVec4 fill, fillLit;         ///< filled part of a number's field; the same under the pointer
  ImVec4 hover;                 ///< a choice under the pointer
  ImVec4 section, sectionLit;   ///< heading of a group of controls; the same under the pointer
  ImVec4 unit;                  ///< units behind numbers
  ImVec4 good, warning, error;  ///< text
  ImVec4 urgent, recording;     ///< buttons that call for a press
};
const PanelColours& panelColours();

/// Dark style of the panel with round corners, for the current ImGui context; lengths are multiplied by `scale` (1 for
/// an ordinary screen, 2 for a dense one).
void applyPanelStyle(float scale);

/// Replaces the current context's font by assets/font/DejaVuSans.ttf, `pixels` high, with Greek and mathematical signs.
/// The backend must then rebuild its texture. Throws FileError if the file is missing.
void loadPanelFont(float pixels);

/// The text in lines of at most this width [pixels]. They are broken at spaces alone, and not within a number, where
/// ImGui itself breaks "0.285" and "1 048 576". A word that is too long is broken nowhere.
std::string brokenAtSpaces(const std::string& text, float width);

constexpr float kFontPixels = 15;  ///< at scale 1

/// The colours (sRGB) of colour maps by their names.
using ColourStrips = std::map<std::string, std::vector<Colour>>;

/// The strips of all maps that can be read; choosing another map reports what is wrong with it.
ColourStrips loadColourStrips();

/// Draws the colours from left to right into the right part of a line.
void drawColourStrip(const std::vector<Colour>& colours, ImDrawList& draw, WidgetRect line);

}  // namespace app
