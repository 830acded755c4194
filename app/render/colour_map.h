#pragma once

#include <string>
#include <vector>

#include "files/file_error.h"
#include "scene/colour.h"
#include "scene/view_settings.h"

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

/// The 256 colours of the view, in linear light, on a dark ground or as inks on a light one: of its colour map, or made
/// of its dyes. Where colours tell the rings, what lies between two dyes is what they look like mixed: light adds up,
/// inks multiply; else the dyes are the ends of an even change. Throws FileError (colour map).
std::vector<Colour> paletteOf(const ViewSettings& view, bool ink);

}  // namespace app
