#pragma once

#include <cstddef>
#include <cstdint>

#include "fmm/types.h"

namespace fmm {

/// A cell of the octree that an evaluation built: a cube that holds at least one particle. Particles lie where they
/// were at that evaluation, which for a step is that of its last stage; tracers far from all elements lie in no cell.
/// Over a ground plane the elements' images count as elements: the one of element i has the index i + number of
/// elements.
struct TreeCell {
  Vec3 centre;                            ///< of the cube [L]
  double halfEdge = 0;                    ///< of the cube [L]
  Vec3 low, high;                         ///< tight box about the particles in it [L]
  int level = 0;                          ///< 0: the root; an edge is half of one of the level above
  bool leaf = false;                      ///< has no children
  std::int64_t parent = -1;               ///< index of the cell that it is an octant of; -1: none, it is the root
  std::size_t elements = 0, tracers = 0;  ///< in it, those of its descendants included
  std::int64_t firstElement = -1, firstTracer = -1;  ///< caller's index of one of them; -1: there is none
};

}  // namespace fmm
