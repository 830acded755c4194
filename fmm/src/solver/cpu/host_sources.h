#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "tree/octree.h"
#include "tree/source_imports.h"

namespace fmm {

/// A tree's elements and multipoles in host memory, for others.
template <class Exec, class Real>
class HostSources final : public SourceReader<Real> {
 public:
  HostSources(const Octree<Exec, Real>& tree, const Real* multipoles, int length)
      : tree_(tree), multipoles_(multipoles), length_(length) {}

  std::vector<Real> elements(const std::vector<IndexRange>& ranges, Index count) override {
    std::vector<Real> rows;
    rows.reserve(7 * static_cast<std::size_t>(count));
    for (const auto& row : tree_.element)
      for (const IndexRange& range : ranges) rows.insert(rows.end(), row.data() + range.begin, row.data() + range.end);
    return rows;
  }
  std::vector<Real> multipoles(const std::vector<Index>& cells) override {
    std::vector<Real> all;
    all.reserve(cells.size() * static_cast<std::size_t>(length_));
    for (const Index c : cells) {
      const Real* const first = multipoles_ + static_cast<std::size_t>(c) * static_cast<std::size_t>(length_);
      all.insert(all.end(), first, first + length_);
    }
    return all;
  }

 private:
  const Octree<Exec, Real>& tree_;
  const Real* multipoles_;  ///< [cells][length]; not asked for before they are there
  int length_;
};

/// What others are told of a tree.
template <class Exec, class Real>
LocalTree<Real> localTree(const Octree<Exec, Real>& tree) {
  LocalTree<Real> local = {tree.view(), {}, 0, tree.elementsAreTargets};
  local.outside = static_cast<Index>(tree.tracer[0].size()) - tree.insideTracers;
  for (std::size_t k = 0; k < 3; ++k) local.tracer[k] = tree.tracer[k].data() + tree.insideTracers;
  return local;
}

/// Room for `count` items, of which the first `kept` stay.
template <class Buffer>
void extend(Buffer& buffer, std::size_t kept, std::size_t count) {
  if (count * sizeof(*buffer.data()) > buffer.bytes()) {
    Buffer larger(count);
    std::copy_n(buffer.data(), kept, larger.data());
    std::swap(buffer, larger);
  }
  buffer.resize(count);
}
/// The first `kept` items, and `more` behind them.
template <class Buffer, class T>
void append(Buffer& to, std::size_t kept, const std::vector<T>& more) {
  extend(to, kept, kept + more.size());
  std::copy(more.begin(), more.end(), to.data() + kept);
}

/// Cells and elements of others behind the tree's own.
template <class Exec, class Real>
void appendTrees(const SourceTrees<Real>& trees, Octree<Exec, Real>& tree) {
  const auto cells = static_cast<std::size_t>(tree.cellCount), elements = tree.elementOrder.size();
  append(tree.cells, cells, trees.cells);
  append(tree.bounds, cells, trees.bounds);
  for (std::size_t k = 0; k < 7; ++k) append(tree.element[k], elements, trees.element[k]);
  for (Cell* c = tree.cells.data() + cells; c < tree.cells.data() + cells + trees.cells.size(); ++c)
    *c = movedBehind(*c, tree.cellCount, static_cast<Index>(elements));
  tree.roots.resize(tree.cellCount > 0 ? 1 : 0);
  for (const Index root : trees.roots) tree.roots.push_back(tree.cellCount + root);
}

}  // namespace fmm
