#include "tree/tree_snapshot.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fmm/error.h"

namespace fmm {
namespace {

/// Index along one axis of the part that holds the coordinate x where the edge is halved `level` times, rounded as the
/// Morton keys are.
double indexAlong(double x, double low, double edge, int level) {
  const double scale = static_cast<double>(1 << kKeyLevels);
  const double scaled = (x - low) / edge * scale;
  const auto whole = static_cast<std::uint64_t>(scaled);
  const auto part = static_cast<std::uint64_t>((scaled - static_cast<double>(whole)) * scale);
  return static_cast<double>((whole << kKeyLevels | part) >> (kDeepestLevel - level));
}

template <class Real>
Vec3 toVec3(Vector3<Real> v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

/// Box about a cell's elements and tracers.
template <class Real>
Box<Real> particleBox(const CellBounds<Real>& bounds) {
  const Box<Real>&a = bounds.sources, &b = bounds.targets;
  return {{smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y), smaller(a.low.z, b.low.z)},
          {larger(a.high.x, b.high.x), larger(a.high.y, b.high.y), larger(a.high.z, b.high.z)}};
}

}  // namespace

template <class Real>
std::vector<TreeCell> describeCells(const TreeArrays<Real>& tree) {
  std::vector<TreeCell> described(static_cast<std::size_t>(tree.cellCount));
  for (Index c = 0; c < tree.cellCount; ++c) {
    const Cell& cell = tree.cells[c];
    const Box<Real> box = particleBox(tree.bounds[c]);
    TreeCell& out = described[static_cast<std::size_t>(c)];
    out.low = toVec3(box.low);
    out.high = toVec3(box.high);
    out.level = cell.level;
    const int halvedX = cell.bits / 3, halvedY = (cell.bits + 1) / 3, halvedZ = (cell.bits + 2) / 3;
    const auto halfEdge = [&](int halved) { return std::ldexp(tree.root.edge, -halved - 1); };
    const auto middle = [&](double x, double low, int halved) {
      return low + (2 * indexAlong(x, low, tree.root.edge, halved) + 1) * halfEdge(halved);
    };
    out.halfEdges = {halfEdge(halvedX), halfEdge(halvedY), halfEdge(halvedZ)};
    out.centre = {middle(out.low.x, tree.root.lowX, halvedX), middle(out.low.y, tree.root.lowY, halvedY),
                  middle(out.low.z, tree.root.lowZ, halvedZ)};
    out.leaf = cell.isLeaf();
    out.parent = cell.parent;
    out.elements = static_cast<std::size_t>(cell.elements.count());
    out.tracers = static_cast<std::size_t>(cell.tracers.count());
    out.firstElement = tree.first[2 * c];
    out.firstTracer = tree.first[2 * c + 1];
  }
  return described;
}

template std::vector<TreeCell> describeCells(const TreeArrays<float>&);
template std::vector<TreeCell> describeCells(const TreeArrays<double>&);

std::vector<std::size_t> leavesIn(const Cell* cells, Index cellCount, std::vector<IndexRange> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](IndexRange a, IndexRange b) { return a.begin < b.begin; });
  std::vector<std::size_t> leaves;
  for (Index c = 0; c < cellCount; ++c) {
    if (!cells[c].isLeaf() || cells[c].elements.count() == 0) continue;
    const Index begin = cells[c].elements.begin;
    const auto behind = std::upper_bound(ranges.begin(), ranges.end(), begin,
                                         [](Index at, IndexRange range) { return at < range.begin; });
    if (behind != ranges.begin() && begin < std::prev(behind)->end) leaves.push_back(static_cast<std::size_t>(c));
  }
  return leaves;
}

void requireLeaf(const Cell* cells, Index cellCount, std::size_t leaf) {
  if (leaf < static_cast<std::size_t>(cellCount) && cells[leaf].isLeaf()) return;
  throw InvalidInput("cell " + std::to_string(leaf) + " of a tree of " + std::to_string(cellCount) +
                     " cells is not a leaf: leaves alone have near lists");
}

}  // namespace fmm
