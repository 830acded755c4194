#pragma once

#include "expansion/harmonics-inl.h"
#include "expansion/local_derivatives.h"
#include "pairs/cuda/view.cuh"
#include "solver/energy_pairs-inl.h"
#include "solver/energy_solver.h"
#include "solver/plane_potential.h"

namespace fmm {

/// Adds element i's share of E and Z*. pairs.forEachRange(i, f) calls f with the ranges of its near sources;
/// pairs.addFar(i, y, sums) adds the far ones' part, from expansions, to sums[0..2].
template <class Real, class Pairs>
struct ElementEnergy {
  SourceArrays<Real> sources;
  Regularisation regularisation;
  Space space;
  Pairs pairs;

  FMM_HD void operator()(Index i, double* total) const {
    const Vector3<Real> y = {sources.x[i], sources.y[i], sources.z[i]};
    double sums[6] = {};
    const auto add = [&sums](const Real* part) {
      for (int c = 0; c < 6; ++c) sums[c] += static_cast<double>(part[c]);
    };
    const auto forEachRange = [this, i](const auto& f) { pairs.forEachRange(i, f); };
    withCore(regularisation, [&](auto core) {
      using Core = decltype(core);
      const Real square = sources.sigma[i] * sources.sigma[i];
      space == Space::plane ? sumEnergyPairs<PlaneOf<Core>>(sources, forEachRange, y, square, add)
                            : sumEnergyPairs<Core>(sources, forEachRange, y, square, add);
    });
    pairs.addFar(i, y, sums);
    const FlowEnergy e = energyOfElement({double(sources.ax[i]), double(sources.ay[i]), double(sources.az[i])},
                                         static_cast<double>(sources.sigma[i]), sums);
    total[0] += e.energy;
    total[1] += e.enstrophy;
  }
};

/// All pairs of elements.
template <class Real>
struct AllPairs {
  Index count;

  template <class F>
  FMM_HD void forEachRange(Index /*i*/, const F& f) const {
    f(IndexRange{0, count});
  }
  FMM_HD void addFar(Index /*i*/, Vector3<Real> /*y*/, double* /*sums*/) const {}
};

/// ForEachFar of PlanePotential for a view's lists.
template <class Real>
struct FarOfView {
  CudaLists lists;

  template <class Use>
  FMM_HD void operator()(Index c, const Use& use) const {
    for (Index k = 0; k < lists.farCount[c]; ++k) use(lists.farItems[lists.farBegin[c] + k]);
  }
};
template <class Real>
FMM_HD inline PlanePotential<Real, FarOfView<Real>> planePotential(const CudaFmmView<Real>& view) {
  return {view.cells, view.bounds, view.multipoles, view.locals, view.order, view.order, {view.lists}};
}

/// Pairs by the near list of an element's leaf, and the rest from its local expansion, folded by foldNegativeOrders().
template <class Real>
struct LeafPairs {
  CudaFmmView<Real> view;
  const Index* leafOf;     ///< by sorted element; -1 where the tree's buffers were too small
  const double* middleOf;  ///< by sorted element, in the plane: PlanePotential::atMiddleOf() of its leaf

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
    if (view.space == Space::plane) {
      sums[2] -= 2 * (middleOf[i] + planePotential(view).beyondMiddle(leaf, double(r.x), double(r.y)));
      return;
    }
    const Real inverse = 1 / bounds.targetRadius;
    const Real* local =
        view.locals + static_cast<std::size_t>(leaf) * static_cast<std::size_t>(vectorLength(view.order));
    Real potential[3];
    l2p<3, kComponentStride>(*view.tables, view.order, Vector3<Real>{r.x * inverse, r.y * inverse, r.z * inverse},
                             local, potential);
    for (int c = 0; c < 3; ++c) sums[c] += static_cast<double>(potential[c]);
  }
};

/// Prepares the k-th leaf for LeafPairs, if it exists.
template <class Real>
struct PrepareLeaf {
  CudaFmmView<Real> view;
  Index* leafOf;
  double* middleOf;

  FMM_HD void operator()(Index k) const {
    if (k >= view.counts->leafCount) return;
    const Index leaf = view.leaves[k];
    const IndexRange elements = view.cells[leaf].elements;
    const bool plane = view.space == Space::plane;
    const double middle = plane && elements.count() > 0 ? planePotential(view).atMiddleOf(leaf) : 0;
    if (!plane)
      foldNegativeOrders(
          view.order, kComponentStride,
          view.locals + static_cast<std::size_t>(leaf) * static_cast<std::size_t>(vectorLength(view.order)));
    for (Index i = elements.begin; i < elements.end; ++i) {
      leafOf[i] = leaf;
      if (plane) middleOf[i] = middle;
    }
  }
};

/// E and Z* on the GPU, a thread per element. The lanes of a warp mostly share a leaf and so read the same sources.
template <class Real>
class EnergyPass<CudaExec, Real> {
 public:
  Later<FlowSum> ofAllPairs(CudaExec& exec, const SourceArrays<Real>& sources, Index count,
                            const FieldSettings& settings) {
    return sum(exec, count,
               ElementEnergy<Real, AllPairs<Real>>{sources, settings.regularisation, settings.space, {count}});
  }
  Later<FlowSum> ofTree(CudaExec& exec, const CudaFmmView<Real>& view) {
    leafOf_.reserveExactly(static_cast<std::size_t>(view.elementCount));
    if (view.space == Space::plane) middleOf_.reserveExactly(static_cast<std::size_t>(view.elementCount));
    exec.fill(leafOf_.data(), view.elementCount, Index(-1));
    exec.forEach("fmm::leaves", view.elementCount, PrepareLeaf<Real>{view, leafOf_.data(), middleOf_.data()});
    return sum(exec, view.elementCount,
               ElementEnergy<Real, LeafPairs<Real>>{
                   view.sources, view.regularisation, view.space, {view, leafOf_.data(), middleOf_.data()}});
  }

 private:
  template <class F>
  static Later<FlowSum> sum(CudaExec& exec, Index count, const F& element) {
    return exec.sumsLater<2>("fmm::energy", count, element);
  }

  CudaBuffer<Index> leafOf_;
  CudaBuffer<double> middleOf_;
};

}  // namespace fmm
