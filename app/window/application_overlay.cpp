// What the window shows of the solver's inside, and how a box of its tree is picked.

#include "camera/cell_pick.h"
#include "render/overlay/overlay_lines.h"
#include "simulation/tree_inspection.h"
#include "window/application_impl.h"

namespace app {

/// The simulation publishes what this view shows of the solver's inside, and what every view may need at once.
void Application::Impl::askForParts() {
  const ViewSettings& view = panel.scene.view;
  ShownParts parts = partsFor(view);
  parts.elements = parts.motion = parts.tags = true;
  if (view.cells) parts.picked = picked;
  simulation.show(parts);
}

bool Application::Impl::picksCells() const {
  return panel.scene.view.cells && !simulation.state().tree.cells.empty();
}

void Application::Impl::pickAt(double x, double y) {
  if (!picksCells()) return;
  const PictureArea area = pictureArea();
  if (area.width <= 0 || area.height <= 0) return;
  const double ratio = window.pixelRatio();
  const TreePicture& tree = simulation.state().tree;
  const Ray ray =
      rayThrough(followingCamera(), (x * ratio - area.x) / area.width, y * ratio / area.height, area.aspect());
  pick(pickLeaf(tree.cells, ray, tree.picked));
}

void Application::Impl::pickNext() {
  if (!picksCells()) return;
  const TreePicture& tree = simulation.state().tree;
  pick(nextLeaf(tree.cells, tree.picked));
}

void Application::Impl::pick(std::optional<std::size_t> leaf) {
  picked.reset();
  if (leaf) picked = particleOf(simulation.state().tree.cells[*leaf]);
}

CellReadout Application::Impl::cellReadout() const {
  const SimulationState& state = simulation.state();
  const TreePicture& tree = state.tree;
  CellReadout readout;
  if (generation > 0) readout.gridSpacing = gridSpacing(state.floor);
  if (!panel.scene.view.cells) return readout;
  readout.there = !state.shown.tree || !tree.cells.empty();
  for (const fmm::TreeCell& cell : tree.cells) {
    if (!cell.leaf) continue;
    if (readout.levels.empty() || readout.levels.back().level != cell.level) readout.levels.push_back({cell.level, 0});
    ++readout.levels.back().leaves;
  }
  if (!tree.picked) return readout;
  const fmm::TreeCell& leaf = tree.cells[*tree.picked];
  CellReadout::Picked& told = readout.picked.emplace();
  told.level = leaf.level;
  told.elements = leaf.elements;
  told.tracers = leaf.tracers;
  told.nearLeaves = tree.near.size();
  for (const std::size_t n : tree.near) told.nearElements += tree.cells[n].elements;
  return readout;
}

}  // namespace app
