#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace app {

/// The leaf that is looked at, with what its particles meet one by one.
struct PickedCell {
  int level = 0;
  std::size_t elements = 0, tracers = 0;
  std::size_t nearLeaves = 0, nearElements = 0;
};

/// What the panel says of the solver's tree and of the grid.
struct CellReadout {
  /// A level's leaves.
  struct Level {
    int level = 0;
    std::size_t leaves = 0;
  };

  bool there = false;         ///< the solver has a tree, and it was asked for
  std::vector<Level> levels;  ///< those with leaves, in order
  std::optional<PickedCell> picked;
  double gridSpacing = 0;  ///< [L]
};

}  // namespace app
