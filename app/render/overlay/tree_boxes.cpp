#include "render/overlay/tree_boxes.h"

#include <algorithm>
#include <tuple>

#include "render/overlay/overlay_lines.h"

namespace app {
namespace {

/// Do boxes of both look the same? What a cell holds does not show.
bool alike(const TreePicture& a, const TreePicture& b) {
  const auto shown = [](const fmm::TreeCell& c) {
    return std::tie(c.centre.x, c.centre.y, c.centre.z, c.halfEdges.x, c.halfEdges.y, c.halfEdges.z, c.level, c.leaf);
  };
  return a.picked == b.picked && a.near == b.near &&
         std::equal(a.cells.begin(), a.cells.end(), b.cells.begin(), b.cells.end(),
                    [&](const fmm::TreeCell& p, const fmm::TreeCell& q) { return shown(p) == shown(q); });
}

}  // namespace

void TreeBoxes::show(const TreePicture& tree, bool onLight) {
  if (built_ > 0 && onLight == onLight_ && alike(tree, tree_)) return;
  const CellLines lines = cellLines(tree, onLight);
  all_.set(lines.all);
  chosen_.set(lines.chosen);
  tree_ = tree;
  onLight_ = onLight;
  ++built_;
}

}  // namespace app
