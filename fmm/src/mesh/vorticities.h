#pragma once

#include "mesh/fourier.h"
#include "mesh/mesh_taps.h"

namespace fmm {

/// Vorticities of nodes. A blob's vorticity has a short reach: some machines sum over nearby nodes; the others
/// transform vorticities back like velocities.
///   static constexpr bool kNearby;                      true if this machine has such sums; only then:
///   void prepare(Exec&, const MeshGrid&, const MeshAccuracy&, int order, double tolerance);
///   bool serves() const;                                true if the sums keep the tolerance
///   void sum(Exec&, const MeshStrengths<Real>&);        all passes before set()
///   void set(const MeshRows&, MeshVector<Real>* out);
/// Last pass, for some rows of nodes with two vectors each: sets the second vector.
///   void drop();                                        releases memory
///   std::size_t bytes() const;
template <class Exec, class Real>
class MeshVorticities;

}  // namespace fmm
