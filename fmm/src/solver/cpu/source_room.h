#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "tree/octree.h"
#include "tree/source_imports.h"

namespace fmm {

/// The description of a tree for other ranks.
template <class Exec, class Real>
LocalTree<Real> localTree(const Octree<Exec, Real>& tree) {
  LocalTree<Real> local = {};
  local.view = tree.view();
  local.levelStart = tree.levelStart;
  local.elements = tree.sources();
  local.elementCount = static_cast<Index>(tree.elementOrder.size());
  for (std::size_t k = 0; k < 3; ++k) local.outside[k] = tree.tracer[k].data() + tree.insideTracers;
  local.outsideCount = static_cast<Index>(tree.tracerOrder.size()) - tree.insideTracers;
  local.elementsAreTargets = tree.elementsAreTargets;
  return local;
}

/// Resizes the buffer to `count` items and keeps the first `kept`.
template <class Buffer>
void extend(Buffer& buffer, std::size_t kept, std::size_t count) {
  if (count * sizeof(*buffer.data()) > buffer.bytes()) {
    Buffer larger(count);
    std::copy_n(buffer.data(), kept, larger.data());
    std::swap(buffer, larger);
  }
  buffer.resize(count);
}

/// Makes room for the cells and elements of other ranks behind the tree's own, and appends their roots.
template <class Exec, class Real>
ImportRoom<Real> roomFor(const ImportedTrees& others, Octree<Exec, Real>& tree) {
  const auto cells = static_cast<std::size_t>(tree.cellCount), elements = tree.elementOrder.size();
  ImportRoom<Real> room = {};
  const auto extended = [](auto& buffer, std::size_t own, Index more) {
    extend(buffer, own, own + static_cast<std::size_t>(more));
    return buffer.data() + own;
  };
  room.cells = extended(tree.cells, cells, others.cells);
  room.bounds = extended(tree.bounds, cells, others.cells);
  for (std::size_t k = 0; k < 7; ++k) room.element[k] = extended(tree.element[k], elements, others.elements);
  room.ownCells = tree.cellCount;
  room.ownElements = static_cast<Index>(elements);
  tree.roots.resize(tree.cellCount > 0 ? 1 : 0);
  for (const Index root : others.roots) tree.roots.push_back(tree.cellCount + root);
  return room;
}

}  // namespace fmm
