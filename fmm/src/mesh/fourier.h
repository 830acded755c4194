#pragma once

#include <cstddef>

#include "mesh/mesh_grid.h"
#include "mesh/mesh_interpolation.h"

namespace fmm {

/// The nodes' strengths: three fields, each with rows along x in slabs of x and y.
template <class Real>
struct MeshStrengths {
  Real* first;
  std::size_t row, slab, field;  ///< numbers from each to the next

  FMM_HD Real& at(std::size_t component, Index x, Index y, Index z) const {
    return first[component * field + static_cast<std::size_t>(z) * slab + static_cast<std::size_t>(y) * row +
                 static_cast<std::size_t>(x)];
  }
};

/// One mode of three fields.
template <class Real>
struct MeshMode {
  Real re[3], im[3];
};

/// Convolutions of nodal fields by unnormalised Fourier transforms on a periodic mesh. The nodes fill at most half of
/// the periodic mesh along each axis.
///   static bool available(const MeshGrid&);             false where the mesh is too long for this machine
///   void prepare(Exec&, const MeshGrid&, bool twice);   for this mesh; `twice`: with memory to call convolve() twice
///   MeshStrengths<Real> begin(Exec&);                   the caller sets all nodes of these strengths
///   void forward(Exec&);                                transforms the strengths
///   void convolve(Exec&, const Change&, bool again, MeshVector<Real>* out);
/// Calls change(x, y, z, MeshMode<Real>&) for each mode, 0 <= x < modes(), 0 <= y < size[1], 0 <= z < size[2], and
/// writes the inverse transform at the nodes to out[nodeCount()]; on a CPU kSpareVectors zeros follow. `again`: keeps
/// the transformed strengths for another call.
///   void drop();                                        releases memory
///   std::size_t bytes() const;
template <class Exec, class Real>
class MeshFourier;

}  // namespace fmm
