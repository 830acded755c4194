#pragma once

#include "expansion/harmonics-inl.h"
#include "expansion/local_derivatives.h"
#include "solver/cuda/view.cuh"
#include "solver/energy_pairs-inl.h"
#include "solver/energy_solver.h"

namespace fmm {

/// What an element adds to E and Z*, with ranges(i) its pairs and far(i, y, sums) what expansions add to sums[0..2].
template <class Real, class Pairs>
struct ElementEnergy {
  SourceArrays<Real> sources;
  Regularisation regularisation;
  Pairs pairs;

  FMM_HD void operator()(Index i, double* total) const {
    const Vector3<Real> y = {sources.x[i], sources.y[i], sources.z[i]};
    double sums[6] = {};
    const auto add = [&sums](const Real* part) {
      for (int c = 0; c < 6; ++c) sums[c] += static_cast<double>(part[c]);
    };
    const auto forEachRange = [this, i](const auto& f) { pairs.forEachRange(i, f); };
    withCore(regularisation, [&](auto core) {
      sumEnergyPairs<decltype(core)>(sources, forEachRange, y, sources.sigma[i] * sources.sigma[i], add);
    });
    pairs.addFar(i, y, sums);
    const FlowEnergy e = energyOfElement({double(sources.ax[i]), double(sources.ay[i]), double(sources.az[i])},
                                         static_cast<double>(sources.sigma[i]), sums);
    total[0] += e.energy;
    total[1] += e.enstrophy;
  }
};

/// Every element with every other.
template <class Real>
struct AllPairs {
  Index count;

  template <class F>
  FMM_HD void forEachRange(Index /*i*/, const F& f) const {
    f(IndexRange{0, count});
  }
  FMM_HD void addFar(Index /*i*/, Vector3<Real> /*y*/, double* /*sums*/) const {}
};

/// The near list of an element's leaf, and its local expansion, which is folded.
template <class Real>
struct LeafPairs {
  CudaFmmView<Real> view;
  const Index* leafOf;  ///< by sorted element; -1 where the tree found no room

  template <class F>
  FMM_HD void forEachRange(Index i, const F& f) const {
    const Index leaf = leafOf[i];
    if (leaf < 0) return;
    const Index begin = view.lists.nearBegin[leaf], count = view.lists.nearCount[leaf];
    for (Index k = begin; k < begin + count; ++k) f(view.cells[view.lists.nearItems[k]].elements);
  }
  FMM_HD void addFar(Index i, Vector3<Real> y, double* sums) const {
    const Index leaf = leafOf[i];
    if (leaf < 0) return;
    const CellBounds<Real>& bounds = view.bounds[leaf];
    const Vector3<Real> r = y - bounds.targets.middle();
    const Real inverse = 1 / bounds.targetRadius;
    const Real* local =
        view.locals + static_cast<std::size_t>(leaf) * static_cast<std::size_t>(vectorLength(view.order));
    Real potential[3];
    l2p<3, kComponentStride>(*view.tables, view.order, Vector3<Real>{r.x * inverse, r.y * inverse, r.z * inverse},
                             local, potential);
    for (int c = 0; c < 3; ++c) sums[c] += static_cast<double>(potential[c]);
  }
};

/// Prepares leaf k for LeafPairs, if there are so many.
template <class Real>
struct PrepareLeaf {
  CudaFmmView<Real> view;
  Index* leafOf;

  FMM_HD void operator()(Index k) const {
    if (k >= view.counts->leafCount) return;
    const Index leaf = view.leaves[k];
    foldNegativeOrders(
        view.order, kComponentStride,
        view.locals + static_cast<std::size_t>(leaf) * static_cast<std::size_t>(vectorLength(view.order)));
    const IndexRange elements = view.cells[leaf].elements;
    for (Index i = elements.begin; i < elements.end; ++i) leafOf[i] = leaf;
  }
};

/// E and Z* on the GPU, a thread an element. The members of a warp mostly share a leaf, and so read the same sources.
template <class Real>
class EnergyPass<CudaExec, Real> {
 public:
  Later<FlowSum> ofAllPairs(CudaExec& exec, const SourceArrays<Real>& sources, Index count, Regularisation kind) {
    return sum(exec, count, ElementEnergy<Real, AllPairs<Real>>{sources, kind, {count}});
  }
  Later<FlowSum> ofTree(CudaExec& exec, const CudaFmmView<Real>& view) {
    leafOf_.reserveExactly(static_cast<std::size_t>(view.elementCount));
    exec.fill(leafOf_.data(), view.elementCount, Index(-1));
    exec.forEach("fmm::leaves", view.elementCount, PrepareLeaf<Real>{view, leafOf_.data()});
    return sum(exec, view.elementCount,
               ElementEnergy<Real, LeafPairs<Real>>{view.sources, view.regularisation, {view, leafOf_.data()}});
  }

 private:
  template <class F>
  static Later<FlowSum> sum(CudaExec& exec, Index count, const F& element) {
    return exec.sumsLater<2>("fmm::energy", count, element);
  }

  CudaBuffer<Index> leafOf_;
};

}  // namespace fmm
