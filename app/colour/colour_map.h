#pragma once

#include <string>
#include <vector>

#include "files/file_error.h"
#include "scene/view_settings.h"

namespace app {

/// Converts one component of an sRGB colour to linear light, and back; both from 0 to 1.
float toLinear(float srgb);
float toSrgb(float linear);
Colour toLinear(const Colour& srgb);
Colour toSrgb(const Colour& linear);

/// OKLab (Ottosson 2020) from and to linear sRGB: lightness L from 0 to 1, green-red a, blue-yellow b. Equal distances
/// look about equally different.
Colour toOklab(const Colour& linear);
Colour fromOklab(const Colour& lab);
/// The OKLab colour in linear light, each component from 0 to 1, with as much of its chroma as sRGB can show.
Colour shownOklab(const Colour& lab);

/// Names of the maps in assets/colormaps, sorted. Throws FileError if the folder cannot be read.
std::vector<std::string> colourMapNames();

/// The 256 colours (sRGB) of the map `name`, from slow to fast: lines "r,g,b" of numbers from 0 to 1. Throws FileError
/// with the file, the line, the value and the allowed range, or with the known names if there is no such map.
std::vector<Colour> loadColourMap(const std::string& name);

/// The map for a dark ground: the same hues in linear light, lifted so that the darkest colours stay visible.
std::vector<Colour> lightColours(const std::vector<Colour>& map);
/// The map for a light ground: the same hues as inks, in linear light, deep enough to be visible on white paper.
std::vector<Colour> inkColours(const std::vector<Colour>& map);

}  // namespace app
