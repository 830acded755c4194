#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

namespace fmm {

/// A cell of the tree of an evaluation: a box that holds at least one particle. The root is a cube; a cell is divided
/// in the middle across one, two or all three axes, across z first, then y. Particles have their positions at that
/// evaluation, which for a step is that of its last stage; tracers far from all elements lie in no cell. Over a ground
/// plane the elements' images count as elements: the image of element i has the index i + number of elements.
struct TreeCell {
  Vec3 centre;                                       ///< of the box [L]
  Vec3 halfEdges;                                    ///< of the box [L]
  Vec3 low, high;                                    ///< bounding box of its particles [L]
  int level = 0;                                     ///< 0: the root; 1: its children; ...
  bool leaf = false;                                 ///< has no children
  std::int64_t parent = -1;                          ///< index of the parent cell; -1: none, for the root
  std::size_t elements = 0, tracers = 0;             ///< number of particles in it, including all descendants
  std::int64_t firstElement = -1, firstTracer = -1;  ///< caller's index of one of them; -1: none
};

}  // namespace fmm
