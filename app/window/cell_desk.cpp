#include "window/cell_desk.h"

#include "render/overlay/overlay_lines.h"
#include "simulation/tree_inspection.h"

namespace app {

void CellDesk::pickAt(ScreenPoint at, const PictureMap& map, const Camera& camera, const TreePicture& tree) {
  const ScreenArea& area = map.area();
  if (tree.cells.empty() || area.width <= 0 || area.height <= 0) return;
  const Ray ray =
      rayThrough(camera, (at.x - area.x) / area.width, (at.y - area.y) / area.height, area.width / area.height);
  pick(pickLeaf(tree.cells, ray, tree.picked), tree);
}

void CellDesk::pickNext(const TreePicture& tree) {
  if (!tree.cells.empty()) pick(nextLeaf(tree.cells, tree.picked), tree);
}

void CellDesk::pick(std::optional<std::size_t> leaf, const TreePicture& tree) {
  picked_.reset();
  if (leaf) picked_ = particleOf(tree.cells[*leaf]);
}

CellReadout cellReadout(const SimulationState& state, bool shown) {
  const TreePicture& tree = state.tree;
  CellReadout readout;
  if (state.generation > 0) readout.gridSpacing = gridSpacing(state.floor);
  if (!shown) return readout;
  readout.there = !state.shown.tree || !tree.cells.empty();
  for (const fmm::TreeCell& cell : tree.cells) {
    if (!cell.leaf) continue;
    if (readout.levels.empty() || readout.levels.back().level != cell.level) readout.levels.push_back({cell.level, 0});
    ++readout.levels.back().leaves;
  }
  if (!tree.picked) return readout;
  const fmm::TreeCell& leaf = tree.cells[*tree.picked];
  PickedCell& told = readout.picked.emplace();
  told.level = leaf.level;
  told.elements = leaf.elements;
  told.tracers = leaf.tracers;
  told.nearLeaves = tree.near.size();
  for (const std::size_t n : tree.near) told.nearElements += tree.cells[n].elements;
  return readout;
}

}  // namespace app
