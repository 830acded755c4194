#pragma once

#include "mesh/mesh_give.h"
#include "mesh/mesh_take.h"

namespace fmm {

// Points of a mesh on a CPU: by SIMD registers over nodes.

/// All nodes of bin `bin` get sum alpha window of the elements within width/2 spacings of them along each axis.
template <class Real>
void giveToBin(const MeshGivers<Real>& givers, Index bin);

/// Items [first, end) of the order.
template <class Real>
void takeFromNodes(const MeshTakers<Real>& takers, Index first, Index end);

}  // namespace fmm
