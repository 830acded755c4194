#pragma once

#include <array>

namespace app {

/// A colour in sRGB or linear light, as the context says; each part from 0 to 1.
using Colour = std::array<float, 3>;

}  // namespace app
