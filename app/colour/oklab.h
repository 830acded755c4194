#pragma once

#include "scene/colour.h"

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

}  // namespace app
