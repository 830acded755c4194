#pragma once

#include <imgui.h>

#include <map>
#include <string>
#include <vector>

#include "panel/widgets/panel_widgets.h"
#include "scene/colour.h"

namespace app {

/// The colours (sRGB) of colour maps by their names.
using ColourStrips = std::map<std::string, std::vector<Colour>>;

/// Those of all maps that can be read; choosing another one says what is wrong with it.
ColourStrips loadColourStrips();

/// Draws the colours from left to right into the right part of a line.
void drawColourStrip(const std::vector<Colour>& colours, ImDrawList& draw, WidgetRect line);

}  // namespace app
