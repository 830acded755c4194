#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fmm/tree_view.h"

namespace app {

/// The solver's tree as a picture shows it.
struct TreePicture {
  std::vector<fmm::TreeCell> cells;   ///< level by level, the root first; empty: there is none
  std::optional<std::size_t> picked;  ///< the leaf that is looked at
  std::vector<std::size_t> near;      ///< its near list: leaves, ascending, itself among them if it has elements
};

}  // namespace app
