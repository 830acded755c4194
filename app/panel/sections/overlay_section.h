#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace app {

/// The picked leaf: its particles and its near field.
struct PickedCell {
  int level = 0;
  std::size_t elements = 0, tracers = 0;
  std::size_t nearLeaves = 0, nearElements = 0;
};

/// Values of the solver's tree and of the grid that the panel shows.
struct CellReadout {
  /// Leaf count of a level.
  struct Level {
    int level = 0;
    std::size_t leaves = 0;
  };

  bool there = false;         ///< the view shows the tree, and the solver has one or has not published it yet
  std::vector<Level> levels;  ///< levels that have leaves, in order
  std::optional<PickedCell> picked;
  double gridSpacing = 0;  ///< [L]
};

}  // namespace app
