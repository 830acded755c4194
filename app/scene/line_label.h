#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scene/colour.h"

namespace app {

/// What people call a vortex line, and what its tracers look like.
struct LineLabel {
  std::string name;              ///< may be empty
  std::optional<Colour> colour;  ///< sRGB, where colours tell the rings; empty: by its number

  friend bool operator==(const LineLabel& a, const LineLabel& b) { return a.name == b.name && a.colour == b.colour; }
};

/// What a scene says of a line besides its shape.
struct LineExtras : LineLabel {
  std::optional<std::size_t> elements;  ///< its own, of which the other lines get none; empty: its share of the scene's

  friend bool operator==(const LineExtras& a, const LineExtras& b) {
    return static_cast<const LineLabel&>(a) == b && a.elements == b.elements;
  }
};

/// Colours of rings by their numbers, sRGB; those that are empty or missing follow from the number.
using RingColours = std::vector<std::optional<Colour>>;

}  // namespace app
