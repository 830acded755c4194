#pragma once

#include <string>
#include <vector>

#include "files/file_error.h"
#include "scene/view_settings.h"

namespace app {

/// One part of an sRGB colour as linear light, and back; both from 0 to 1.
float toLinear(float srgb);
float toSrgb(float linear);
Colour toLinear(const Colour& srgb);
Colour toSrgb(const Colour& linear);

/// OKLab (Ottosson 2020): lightness L from 0 to 1, green-red a, blue-yellow b; from and to linear sRGB. Equal distances
/// look about equally different.
Colour toOklab(const Colour& linear);
Colour fromOklab(const Colour& lab);
/// The colour with as much of its chroma as sRGB can show; linear, each part from 0 to 1.
Colour shownOklab(const Colour& lab);

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
