#pragma once

#include <algorithm>

#include "exec/cpu/exec.h"
#include "solver/cpu/passes.h"
#include "solver/direct_sum.h"
#include "solver/fmm_pipeline.h"
#include "solver/outside_targets.h"
#include "solver/stage_timer.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"
#include "tree/tree_snapshot.h"

namespace fmm {

/// The FMM on CPU threads.
template <class Real>
class FmmPipeline<CpuExec, Real> {
  using Exec = CpuExec;

 public:
  void run(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
           EvaluationReport& report) {
    StageTimer timer(report);
    const AcceptanceRule<Real> rule = buildLists(exec, task, parameters, timer);

    const FmmView<Real> view = prepare(exec, task, settings, parameters);
    if (!task.wantsVorticityAlone()) farField(exec, view, timer);
    exec.forEachTeam("fmm::nearField", static_cast<Index>(leaves_.size()),
                     [&](const auto&, Index k) { nearField(view, leaves_[static_cast<std::size_t>(k)]); });
    exec.forEach("fmm::outside", task.tracerCount - tree_.insideTracers,
                 OutsideTargets<Real>{view, rule, tree_.insideTracers}, 64);
    timer.finish("near");
    scatterResults(exec, task);
    timer.finish("scatter");
    fill(parameters, report);
  }

  void begin(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
             EvaluationReport& report) {
    run(exec, task, settings, parameters, report);
  }
  bool settle(EvaluationReport& /*report*/) { return true; }
  void drop() {}

  template <class Visit>
  void withPotential(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                     const FmmParameters& parameters, const Visit& visit) {
    EvaluationReport unused;
    StageTimer timer(unused);
    buildLists(exec, task, parameters, timer);
    const FmmView<Real> view = prepare(exec, task, settings, parameters);
    farField(exec, view, timer);
    visit(view);
  }

  std::size_t bytes() const {
    std::size_t sum = tree_.bytes() + builder_.bytes() + lists_.bytes() + multipoles_.bytes() + locals_.bytes();
    for (const auto& row : elementRows_) sum += row.bytes();
    for (const auto& row : tracerRows_) sum += row.bytes();
    return sum;
  }

  std::vector<TreeCell> treeCells(Exec& exec) {
    std::vector<Index> first(2 * static_cast<std::size_t>(tree_.cellCount));
    const Cell* cells = tree_.cells.data();
    exec.forEach("fmm::firstParticles", tree_.cellCount,
                 FirstParticles{cells, tree_.elementOrder.data(), tree_.tracerOrder.data(), first.data()});
    return describeCells(TreeArrays<Real>{cells, tree_.bounds.data(), first.data(), tree_.cellCount, tree_.root});
  }
  std::vector<std::size_t> nearCells(Exec& /*exec*/, std::size_t leaf) {
    requireLeaf(tree_.cells.data(), tree_.cellCount, leaf);
    const ListsView<IndexRange> near = lists_.near();
    return leavesIn(tree_.cells.data(), tree_.cellCount,
                    {near.items + near.start[leaf], near.items + near.start[leaf + 1]});
  }

 private:
  using Buffer = CpuBuffer<Real>;
  using ResultRows = std::array<Buffer, 15>;  ///< velocity, gradient, vorticity: sorted, those that were ever wanted

  AcceptanceRule<Real> buildLists(Exec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
                                  StageTimer& timer) {
    builder_.build(exec, task, parameters.limits, tree_);
    timer.finish("tree");
    const AcceptanceRule<Real> rule = acceptanceRule<Real>(parameters);
    lists_.build(exec, tree_, rule);
    timer.finish("lists");
    return rule;
  }

  void farField(Exec& exec, const FmmView<Real>& view, StageTimer& timer) {
    upwardPass(exec, view);
    timer.finish("upward");
    exec.forEachTeam("fmm::m2l", tree_.cellCount, [&](const auto&, Index c) { m2lCell(view, c); });
    timer.finish("transfer");
    downwardPass(exec, view);
    timer.finish("downward");
  }

  FmmView<Real> prepare(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                        const FmmParameters& parameters) {
    const std::size_t length =
        task.wantsVorticityAlone()
            ? 0
            : static_cast<std::size_t>(tree_.cellCount) * static_cast<std::size_t>(vectorLength(parameters.order));
    multipoles_.resize(length);
    locals_.resize(length);
    leaves_.clear();
    for (Index c = 0; c < tree_.cellCount; ++c) {
      if (tree_.cells.data()[c].isLeaf()) leaves_.push_back(c);
    }
    FmmView<Real> view = {};
    view.tree = tree_.view();
    view.sources = tree_.sources();
    view.tracer = {tree_.tracer[0].data(), tree_.tracer[1].data(), tree_.tracer[2].data()};
    view.elementsAreTargets = task.elementsAreTargets();
    view.far = lists_.far();
    view.near = lists_.near();
    view.corrected = lists_.corrected();
    view.coreReach = static_cast<Real>(parameters.cutoff);
    view.order = parameters.order;
    view.multipoles = multipoles_.data();
    view.locals = locals_.data();
    view.elementTargets = results(exec, {view.sources.x, view.sources.y, view.sources.z}, task.elementCount,
                                  elementResults(task), elementRows_);
    view.tracerTargets = results(exec, view.tracer, task.tracerCount, tracerResults(task), tracerRows_);
    view.regularisation = settings.regularisation;
    view.accuracy = parameters.accuracy;
    return view;
  }

  /// Sorted rows for the results that the task wants. Those that only the near field adds to, and all where there is no
  /// tree for lack of elements, start from 0.
  TargetArrays<Real> results(Exec& exec, const std::array<const Real*, 3>& x, Index count,
                             const TargetArrays<Real>& wanted, ResultRows& rows) {
    TargetArrays<Real> targets = {x[0], x[1], x[2], nullptr, nullptr, nullptr, {}};
    const auto row = [&](std::size_t k, const Real* caller, bool summedOnly) -> Real* {
      if (!caller) return nullptr;
      rows[k].resize(static_cast<std::size_t>(count));
      if (summedOnly || tree_.cellCount == 0) exec.fill(rows[k].data(), count, Real(0));
      return rows[k].data();
    };
    targets.ux = row(0, wanted.ux, false);
    targets.uy = row(1, wanted.uy, false);
    targets.uz = row(2, wanted.uz, false);
    for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = row(3 + k, wanted.gradient[k], false);
    for (std::size_t k = 0; k < 3; ++k) targets.vorticity[k] = row(12 + k, wanted.vorticity[k], true);
    return targets;
  }

  /// P2M on leaves, then M2M level by level, deepest first.
  void upwardPass(Exec& exec, const FmmView<Real>& view) {
    forEachLevelUp([&](Index begin, Index count) {
      exec.forEach(
          "fmm::upward", count,
          [&](Index i) {
            const Index c = begin + i;
            view.tree.cells[c].isLeaf() ? p2mLeaf(view, c) : m2mCell(view, c);
          },
          4);
    });
  }
  template <class F>
  void forEachLevelUp(const F& f) {
    for (int level = tree_.levels() - 1; level >= 0; --level) {
      const auto l = static_cast<std::size_t>(level);
      f(tree_.levelStart[l], tree_.levelStart[l + 1] - tree_.levelStart[l]);
    }
  }

  /// L2L level by level, root first; L2P on leaves.
  void downwardPass(Exec& exec, const FmmView<Real>& view) {
    for (int level = 0; level < tree_.levels(); ++level) {
      const auto l = static_cast<std::size_t>(level);
      const Index begin = tree_.levelStart[l];
      exec.forEach(
          "fmm::downward", tree_.levelStart[l + 1] - begin,
          [&](Index i) {
            const Index c = begin + i;
            view.tree.cells[c].isLeaf() ? l2pLeaf(view, c) : l2lCell(view, c);
          },
          4);
    }
  }

  void scatterResults(Exec& exec, const FieldTask<Real>& task) {
    scatterRows(exec, tree_.elementOrder.data(), task.elementCount, elementRows_, elementResults(task));
    scatterRows(exec, tree_.tracerOrder.data(), task.tracerCount, tracerRows_, tracerResults(task));
  }
  void scatterRows(Exec& exec, const Index* order, Index count, const ResultRows& rows,
                   const TargetArrays<Real>& caller) {
    const auto scatter = [&](std::size_t k, Real* to) {
      if (to) exec.forEach("fmm::scatter", count, ScatterRow<Real>{order, rows[k].data(), to}, 16384);
    };
    scatter(0, caller.ux);
    scatter(1, caller.uy);
    scatter(2, caller.uz);
    for (std::size_t k = 0; k < 9; ++k) scatter(3 + k, caller.gradient[k]);
    for (std::size_t k = 0; k < 3; ++k) scatter(12 + k, caller.vorticity[k]);
  }

  void fill(const FmmParameters& parameters, EvaluationReport& report) const {
    report.order = parameters.order;
    report.theta = parameters.theta;
    report.leafElements = parameters.limits.leafElements;
    report.leafPoints = parameters.limits.leafPoints;
    report.levels = tree_.levels();
    report.cells = static_cast<std::size_t>(tree_.cellCount);
    report.leaves = leaves_.size();
    report.farPairs += lists_.farPairs();
    report.nearPairs += lists_.nearPairs;
    report.correctedPairs += lists_.correctedPairs;
  }

  OctreeBuilder<Exec, Real> builder_;
  Octree<Exec, Real> tree_;
  InteractionLists<Exec, Real> lists_;
  Buffer multipoles_, locals_;
  ResultRows elementRows_, tracerRows_;
  std::vector<Index> leaves_;
};

}  // namespace fmm
