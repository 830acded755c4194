#pragma once

#include <cstddef>
#include <utility>

#include "core/rows.h"
#include "lattice/deposit_steps.h"

namespace fmm {

/// Elements at the nodes of a lattice, in an execution space.
template <class Exec, class Real>
struct LatticeNodes {
  Rows<Exec, Real, 6> row;  ///< x, y, z, alpha x, y, z
  Rows<Exec, Real, 1> ring;
  Rows<Exec, Real, 1> heat;   ///< where elements have heat, else without memory
  Rows<Exec, Real, 3> slope;  ///< h^d grad b, likewise
  Index count = 0;
  bool hasHeat = false;
  double foreignShare = 0;  ///< LatticeReport::foreignShare

  LatticeElements<Real> elements() const {
    return {std::as_const(row).all(), ring[0], count, hasHeat ? heat[0] : nullptr};
  }
  void resize(Index n, bool withHeat) {
    row.resize(n);
    ring.resize(n);
    heat.resize(withHeat ? n : 0);
    slope.resize(withHeat ? n : 0);
    hasHeat = withHeat;
    count = n;
  }
  std::size_t bytes() const { return row.bytes() + ring.bytes() + heat.bytes() + slope.bytes(); }
};

/// Heat of nodes and of what walls or bodies add to them, which is 0; without memory where nodes have none.
template <class Exec, class Real>
class JoinedHeat {
 public:
  void join(Exec& exec, const LatticeElements<Real>& nodes, Index count) {
    heat_.resize(nodes.heat ? count : 0);
    if (!nodes.heat) return;
    exec.copy(nodes.heat, nodes.count, heat_[0]);
    exec.fill(heat_[0] + nodes.count, count - nodes.count, Real(0));
  }
  /// That of join(); null if these nodes have none.
  Real* of(const LatticeElements<Real>& nodes) { return nodes.heat ? heat_[0] : nullptr; }
  std::size_t bytes() const { return heat_.bytes(); }

 private:
  Rows<Exec, Real, 1> heat_;
};

}  // namespace fmm
