#pragma once

#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "scene/saved/grid_file.h"
#include "scene/view_settings.h"

namespace app {

/// What a picture shows of a quantity other than the vorticity.
struct QuantityWanted {
  VortexQuantity quantity = VortexQuantity::q;
  SliceAxis across = SliceAxis::none;  ///< a single layer of cells across this axis, for a slice
  double at = 0;                       ///< position of that layer [L]

  friend bool operator==(const QuantityWanted& a, const QuantityWanted& b) {
    return a.quantity == b.quantity && a.across == b.across && a.at == b.at;
  }
};

/// A quantity at the middles of cells about nearly all elements with their cores, and for a slice about their
/// surroundings.
struct QuantityGrid {
  QuantityWanted wanted;
  GridShape shape;
  std::vector<float> values;  ///< one a cell, in the order of countInto(); empty where it is not known
  std::string unknown;        ///< why it is not, in one line; then pictures say so
};

/// Throws InvalidInput, EnvironmentError.
QuantityGrid quantityOnGrid(const fmm::Settings& settings, const fmm::Elements& elements, const QuantityWanted& wanted);

}  // namespace app
