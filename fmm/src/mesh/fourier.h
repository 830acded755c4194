#pragma once

#include <cstddef>

#include "mesh/mesh_grid.h"
#include "mesh/mesh_take.h"

namespace fmm {

/// Where the strengths of nodes go: three fields, each with rows along x in slabs of x and y.
template <class Real>
struct MeshStrengths {
  Real* first;
  std::size_t row, slab, field;  ///< numbers from each to the next

  FMM_HD Real& at(std::size_t component, Index x, Index y, Index z) const {
    return first[component * field + static_cast<std::size_t>(z) * slab + static_cast<std::size_t>(y) * row +
                 static_cast<std::size_t>(x)];
  }
};

/// Three complex numbers, of a mode of three fields.
template <class Real>
struct MeshMode {
  Real re[3], im[3];
};

/// Fields of nodes by Fourier transforms of a periodic mesh, unnormalised, which nodes fill to a half along each axis
/// at most.
///   static bool available(const MeshGrid&);             is it not too long for this machine?
///   void prepare(Exec&, const MeshGrid&, bool twice);   for a mesh of this size; `twice`: with room to meet again
///   MeshStrengths<Real> begin(Exec&);                   whose nodes are all to be set
///   void forward(Exec&);                                of the strengths
///   void meet(Exec&, const Change&, bool again, MeshVector<Real>* out);
/// change(x, y, z, MeshMode<Real>&) becomes of each mode, 0 <= x < modes(), 0 <= y < size[1], 0 <= z < size[2], and
/// transformed back, nodes have out[nodeCount()], and kSpareVectors on a CPU are 0. `again`: the strengths will meet
/// once more.
///   void drop();                                        gives memory back
///   std::size_t bytes() const;
template <class Exec, class Real>
class MeshFourier;

}  // namespace fmm
