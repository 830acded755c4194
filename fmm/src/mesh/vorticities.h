#pragma once

#include "mesh/fourier.h"
#include "mesh/mesh_taps.h"

namespace fmm {

/// The vorticities of nodes. Beyond some nodes there is nothing of a blob, so that they need no Fourier transforms but
/// sums over the nodes nearby, where a machine has these; else they are transformed back beside the velocities.
///   static constexpr bool kNearby;                      has this machine such sums? If so,
///   void prepare(Exec&, const MeshGrid&, const MeshAccuracy&, int order, double tolerance);
///   bool serves() const;                                do they keep the tolerance?
///   void sum(Exec&, const MeshStrengths<Real>&);        all but what set() does
///   void set(const MeshRows&, MeshVector<Real>* out);
/// nodes of some rows, of which each has two vectors beside each other, get the second one.
///   void drop();                                        gives memory back
///   std::size_t bytes() const;
template <class Exec, class Real>
class MeshVorticities;

}  // namespace fmm
