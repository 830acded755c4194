#pragma once

#include "mesh/mesh_grid.h"

namespace fmm {

/// Fourier transforms of three fields on a periodic mesh, in place: [3][values()] real numbers, rows padded to
/// pitch(), become [3][spectrum()] complex ones and back, unnormalised.
///   static bool available();                            can this machine do it?
///   void prepare(Exec&, const MeshGrid&);               for meshes of this size
///   void forward(Exec&, Real* fields, bool filled);     `filled`: beyond the nodes there may be something, too
///   void inverse(Exec&, Real* fields);                  of use at the nodes alone
///   void drop();                                        gives memory back
///   std::size_t bytes() const;
template <class Exec, class Real>
class MeshFourier;

}  // namespace fmm
