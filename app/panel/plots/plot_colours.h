#pragma once

#include <imgui.h>

#include <cstddef>

namespace app {

/// Colours of curves and areas, told apart by people with any colour vision, after Okabe and Ito (2008), softened for a
/// dark ground; they repeat after nine.
ImU32 seriesColour(std::size_t index);

/// The colour, mixed with white: what theory says of what is drawn in it.
ImU32 paler(ImU32 colour);

/// The colour, less opaque.
ImU32 faded(ImU32 colour, float opacity);

}  // namespace app
