#pragma once

#include <string>
#include <vector>

#include "files/file_error.h"
#include "scene/colour.h"

namespace app {

/// Names of the maps in assets/colormaps, sorted. Throws FileError if the folder cannot be read.
std::vector<std::string> colourMapNames();

/// The 256 colours (sRGB) of the map `name`, slow to fast: lines "r,g,b" of numbers from 0 to 1. Throws FileError that
/// names the file, the line, the value and what is allowed, or the known names if there is no such map.
std::vector<Colour> loadColourMap(const std::string& name);

/// What a map becomes on a dark ground: the same hues, in linear light, lifted so that its darkest colours are seen.
std::vector<Colour> lightColours(const std::vector<Colour>& map);
/// What a map becomes on a light ground: the same hues as inks, in linear light, deep enough to be seen on white paper.
std::vector<Colour> inkColours(const std::vector<Colour>& map);

}  // namespace app
