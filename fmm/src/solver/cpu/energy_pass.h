#pragma once

#include <algorithm>
#include <vector>

#include "exec/cpu/exec.h"
#include "expansion/coefficients.h"
#include "solver/energy_solver.h"
#include "solver/fmm_pipeline.h"
#include "solver/plane_potential.h"

namespace fmm {

/// Some elements as targets of the sums behind their energy.
template <class Real>
struct EnergyTask {
  SourceArrays<Real> sources;
  IndexRange targets;        ///< sources that are the targets
  const IndexRange* ranges;  ///< sources whose pairs with the targets are summed
  Index rangeCount;
  Regularisation regularisation;
  Real* local = nullptr;  ///< the targets' local expansion, which sumEnergy() folds (foldNegativeOrders()); null: none
  int order = 0;
  Vector3<Real> centre = {};  ///< centre of the expansion
  Real radius = 1;            ///< scaling length of the expansion
  Space space = Space::space;
  double middle = 0;  ///< in the plane: PlanePotential::atMiddleOf()
};

/// Sums over the targets in order. Runs on the calling thread with the widest SIMD instruction set of the machine.
FlowEnergy sumEnergy(const EnergyTask<float>& task);
FlowEnergy sumEnergy(const EnergyTask<double>& task);

/// E and Z* on CPU threads.
template <class Real>
class EnergyPass<CpuExec, Real> {
 public:
  Later<FlowSum> ofAllPairs(CpuExec& exec, const SourceArrays<Real>& sources, Index count,
                            const FieldSettings& settings) {
    constexpr Index kBlock = 64;
    const IndexRange all = {0, count};
    return sum(exec, (count + kBlock - 1) / kBlock, [&](Index b) {
      EnergyTask<Real> task = {
          sources, {b * kBlock, std::min(count, (b + 1) * kBlock)}, &all, 1, settings.regularisation};
      task.space = settings.space;
      return sumEnergy(task);
    });
  }
  Later<FlowSum> ofTree(CpuExec& exec, const FmmView<Real>& view) {
    const auto length = static_cast<std::size_t>(expansionLength(view.space, view.order));
    const auto forEachFar = [&view](Index c, const auto& use) {
      for (std::int64_t k = view.far.start[c]; k < view.far.start[c + 1]; ++k) use(view.far.items[k]);
    };
    const PlanePotential<Real, decltype(forEachFar)> potential = {
        view.tree.cells, view.tree.bounds, view.multipoles, view.locals, view.order, view.multipoleOrder, forEachFar};
    return sum(exec, view.tree.cellCount, [&](Index c) {
      const Cell& cell = view.tree.cells[c];
      if (!cell.isLeaf()) return FlowEnergy{};
      const CellBounds<Real>& bounds = view.tree.bounds[c];
      const auto first = view.near.start[c];
      const double middle = view.space == Space::plane ? potential.atMiddleOf(c) : 0;
      return sumEnergy(EnergyTask<Real>{view.sources, cell.elements, view.near.items + first,
                                        static_cast<Index>(view.near.start[c + 1] - first), view.regularisation,
                                        view.locals + static_cast<std::size_t>(c) * length, view.order,
                                        bounds.targets.middle(), bounds.targetRadius, view.space, middle});
    });
  }

 private:
  /// Sum of part(i), 0 <= i < parts, in order.
  template <class Part>
  static Later<FlowSum> sum(CpuExec& exec, Index parts, const Part& part) {
    std::vector<FlowEnergy> sums(static_cast<std::size_t>(parts));
    exec.forEachTeam("fmm::energy", parts, [&](CpuTeam, Index i) { sums[static_cast<std::size_t>(i)] = part(i); });
    FlowSum total = {};
    for (const FlowEnergy& s : sums) {
      total[0] += s.energy;
      total[1] += s.enstrophy;
    }
    return Later<FlowSum>(total);
  }
};

}  // namespace fmm
