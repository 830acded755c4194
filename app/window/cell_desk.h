#pragma once

#include <optional>

#include "camera/cell_pick.h"
#include "panel/sections/overlay_section.h"
#include "simulation/simulation.h"
#include "window/picture_map.h"

namespace app {

/// The box of the solver's tree whose near list is shown.
class CellDesk {
 public:
  /// A particle of the picked leaf, by which the tree of a later state finds it; empty: none is picked.
  const std::optional<ParticleName>& picked() const { return picked_; }
  void clear() { picked_.reset(); }
  /// Picks the leaf that is seen at a place in the window, from this camera; none where there is none.
  void pickAt(ScreenPoint at, const PictureMap& map, const Camera& camera, const TreePicture& tree);
  /// Picks the leaf after the picked one.
  void pickNext(const TreePicture& tree);

 private:
  void pick(std::optional<std::size_t> leaf, const TreePicture& tree);

  std::optional<ParticleName> picked_;
};

/// What the panel says of the tree and of the grid; `shown`: the view shows the tree.
CellReadout cellReadout(const SimulationState& state, bool shown);

}  // namespace app
