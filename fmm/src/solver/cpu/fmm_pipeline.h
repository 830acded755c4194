#pragma once

#include <algorithm>

#include "exec/cpu/exec.h"
#include "exec/stage_timer.h"
#include "pairs/direct_sum.h"
#include "solver/accuracy/cpu/sampled_leaves.h"
#include "solver/accuracy/sampled_trials.h"
#include "solver/cpu/passes.h"
#include "solver/cpu/source_room.h"
#include "solver/fmm_pipeline.h"
#include "solver/outside_targets.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"
#include "tree/source_imports.h"
#include "tree/tree_snapshot.h"
#include "tuning/work_counts.h"

namespace fmm {

/// The FMM on CPU threads.
template <class Real>
class FmmPipeline<CpuExec, Real> {
  using Exec = CpuExec;

 public:
  /// Includes the elements of other ranks in further evaluations; null: tasks hold all elements.
  void importFrom(SourceImports<Exec, Real>* imports) { imports_ = imports; }

  void run(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
           EvaluationReport& report) {
    sorted_ = false;
    complete(exec, task, settings, parameters, report);
  }

  void sort(Exec& exec, const FieldTask<Real>& task, TreeLimits least, std::size_t samples) {
    sortAnew(exec, task, least);
    sampled_.elements = sampleSorted(task.elementsAreTargets() ? task.elementCount : 0, samples);
    sampled_.tracers = sampleSorted(task.tracerCount, samples);
  }
  std::size_t sampledElements() const { return sampled_.elements.size(); }
  std::vector<Vec3> sampledPositions(Exec& exec) {
    const auto& x = tree_.element;
    const auto& y = tree_.tracer;
    return pickSamples(exec, {x[0].data(), x[1].data(), x[2].data()}, {y[0].data(), y[1].data(), y[2].data()});
  }
  WorkCounts count(Exec& exec, const FieldTask<Real>& task, const FmmParameters& parameters, const WorkGrain& grain) {
    buildCells(exec, task, parameters.limits);
    if (imports_) {
      imports_->finish(exec, roomFor(beginCells(exec, parameters), tree_));
    }
    const TargetSample sample = sampleOf(task);
    lists_.build(exec, tree_, acceptanceRule<Real>(parameters), sample);
    const CorrectionReach<Real> reach = {tree_.sources(), tree_.bounds.data(), static_cast<Real>(parameters.cutoff)};
    using Work = CountWork<CpuListCounts<Real>>;
    const Work work =
        Work::of(task, tree_.cells.data(), {lists_.far(), lists_.near(), lists_.corrected(), reach}, sample, grain);
    const auto sums = exec.sums<Work::kSums>("fmm::countWork", tree_.cellCount, work);
    return workCounts(task, sums, tree_.cellCount, tree_.levels());
  }
  std::vector<Vec3> tryOut(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                           const FmmParameters& parameters) {
    const TargetSample sample = sampleOf(task);
    const AcceptanceRule<Real> rule = acceptanceRule<Real>(parameters);
    const FmmView<Real> view = prepare(exec, velocitiesOf(task), settings, parameters);
    expandSources(exec, view);
    if (imports_) {
      beginMultipoles(exec);
      imports_->finishMultipoles(exec);
    }
    SampledLeaves<Real> leaves(exec, view, tree_.levelStart, sample);
    leaves.compute();
    leaves.computeOutside(rule, tree_.insideTracers);
    return pickSamples(exec, {view.elementTargets.ux, view.elementTargets.uy, view.elementTargets.uz},
                       {view.tracerTargets.ux, view.tracerTargets.uy, view.tracerTargets.uz});
  }
  void complete(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
                EvaluationReport& report) {
    StageTimer timer(report);
    if (!sorted_ || !builder_.servesLimits(exec, task, parameters.limits, tree_))
      sortAnew(exec, task, parameters.limits);
    buildCells(exec, task, parameters.limits);
    timer.finish("tree");
    const AcceptanceRule<Real> rule = acceptanceRule<Real>(parameters);
    if (imports_) exchangeSources(exec, task, settings, parameters, timer);
    lists_.build(exec, tree_, rule);
    timer.finish("lists");
    if (imports_ && !task.wantsVorticityAlone()) {
      imports_->finishMultipoles(exec);
      timer.finish("import");
    }
    const FmmView<Real> view = prepare(exec, task, settings, parameters);
    if (!task.wantsVorticityAlone()) farField(exec, view, timer);
    exec.forEachTeam("fmm::nearField", static_cast<Index>(nearParts_.size()), [&](const auto&, Index k) {
      const LeafPart& part = nearParts_[static_cast<std::size_t>(k)];
      nearField(view, part.leaf, part.targets);
    });
    exec.forEach("fmm::outside", task.tracerCount - tree_.insideTracers,
                 OutsideTargets<Real>{view, rule, tree_.insideTracers}, 64);
    timer.finish("near");
    scatterResults(exec, task);
    timer.finish("scatter");
    fill(parameters, report);
  }

  void begin(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
             EvaluationReport& report) {
    sorted_ = false;
    complete(exec, task, settings, parameters, report);
  }
  bool complete(EvaluationReport& /*report*/) { return true; }
  void drop() {}
  void startStep() {}

  template <class Visit>
  void withPotential(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                     const FmmParameters& parameters, const Visit& visit) {
    EvaluationReport unused;
    StageTimer timer(unused);
    sortAnew(exec, task, parameters.limits);
    buildCells(exec, task, parameters.limits);
    lists_.build(exec, tree_, acceptanceRule<Real>(parameters));
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
  using ResultRows = std::array<Buffer, 15>;  ///< velocity, gradient, vorticity in sorted order; allocated once wanted

  void sortAnew(Exec& exec, const FieldTask<Real>& task, TreeLimits limits) {
    const RootCube root = imports_ ? imports_->root() : RootCube();
    builder_.sort(exec, task, limits, tree_, imports_ ? &root : nullptr);
    sorted_ = true;
    cellLimits_ = {};
  }
  /// Builds the tree of the sorted particles unless it exists.
  void buildCells(Exec& exec, const FieldTask<Real>& task, TreeLimits limits) {
    if (cellLimits_ == limits) return;
    builder_.buildCells(exec, task, limits, tree_);
    cellLimits_ = limits;
    multipoleOrder_ = 0;
  }

  /// Imports sources of other ranks for the targets of this one. Cells and elements travel while the multipoles are
  /// computed, and multipoles while the caller builds the lists.
  void exchangeSources(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                       const FmmParameters& parameters, StageTimer& timer) {
    const ImportedTrees& others = beginCells(exec, parameters);
    timer.finish("export");
    if (!task.wantsVorticityAlone()) expandSources(exec, prepare(exec, task, settings, parameters));
    timer.finish("upward");
    imports_->finish(exec, roomFor(others, tree_));
    if (!task.wantsVorticityAlone()) beginMultipoles(exec);
    timer.finish("import");
  }
  const ImportedTrees& beginCells(Exec& exec, const FmmParameters& parameters) {
    const LocalTree<Real> tree = localTree(tree_);
    const ImportedTrees& others = imports_->find(exec, tree, acceptanceRule<Real>(parameters));
    imports_->begin(exec, tree);
    return others;
  }
  /// Begins to send this rank's multipoles, and to receive those of the imported cells behind them.
  void beginMultipoles(Exec& exec) {
    const int length = expansionLength(space_, multipoleOrder_);
    const std::size_t own = static_cast<std::size_t>(tree_.cellCount) * static_cast<std::size_t>(length);
    extend(multipoles_, own, tree_.bounds.size() * static_cast<std::size_t>(length));
    imports_->beginMultipoles(exec, multipoles_.data(), length, multipoles_.data() + own);
  }

  TargetSample sampleOf(const FieldTask<Real>& task) const {
    return targetSample(sampled_, sampled_.elements.data(), sampled_.tracers.data(), task);
  }
  /// Vectors of the sampled elements, then of the sampled tracers.
  std::vector<Vec3> pickSamples(Exec& exec, const std::array<const Real*, 3>& ofElements,
                                const std::array<const Real*, 3>& ofTracers) {
    std::vector<Vec3> picked = exec.pick<Real>(ofElements, {sampled_.elements.begin(), sampled_.elements.end()});
    const std::vector<Vec3> more = exec.pick<Real>(ofTracers, {sampled_.tracers.begin(), sampled_.tracers.end()});
    picked.insert(picked.end(), more.begin(), more.end());
    return picked;
  }

  /// Computes the multipoles of all cells unless they are valid.
  void expandSources(Exec& exec, const FmmView<Real>& view) {
    if (multipoleOrder_ == view.multipoleOrder) return;
    upwardPass(exec, view);
    multipoleOrder_ = view.multipoleOrder;
  }

  void farField(Exec& exec, const FmmView<Real>& view, StageTimer& timer) {
    expandSources(exec, view);
    timer.finish("upward");
    exec.forEachTeam("fmm::m2l", tree_.cellCount, [&](const auto&, Index c) { m2lCell(view, c); });
    timer.finish("transfer");
    downwardPass(exec, view);
    timer.finish("downward");
  }

  FmmView<Real> prepare(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                        const FmmParameters& parameters) {
    const int multipoleOrder = std::max(parameters.order, multipoleOrder_);  // valid ones serve lower orders, too
    if (!task.wantsVorticityAlone()) {
      const auto cells = static_cast<std::size_t>(tree_.cellCount);
      const auto length = static_cast<std::size_t>(expansionLength(settings.space, multipoleOrder));
      extend(multipoles_, multipoleOrder == multipoleOrder_ ? cells * length : 0, tree_.bounds.size() * length);
      locals_.resize(cells * static_cast<std::size_t>(expansionLength(settings.space, parameters.order)));
    }
    const Cell* const cells = tree_.cells.data();
    leaves_ = static_cast<std::size_t>(
        std::count_if(cells, cells + tree_.cellCount, [](const Cell& cell) { return cell.isLeaf(); }));
    constexpr std::size_t kLeavesOfAThread = 16;  // fewest that balance threads, since leaves differ in size
    const bool few = leaves_ < kLeavesOfAThread * static_cast<std::size_t>(exec.threads());
    nearParts_.clear();
    for (Index c = 0; c < tree_.cellCount; ++c)
      if (cells[c].isLeaf()) addNearParts(c, cells[c], few ? kFinePart : kNearBlock, nearParts_);
    FmmView<Real> view = {};
    view.tree = tree_.view();
    view.roots = tree_.roots.data();
    view.rootCount = static_cast<Index>(tree_.roots.size());
    view.sources = tree_.sources();
    view.tracer = {tree_.tracer[0].data(), tree_.tracer[1].data(), tree_.tracer[2].data()};
    view.elementsAreTargets = task.elementsAreTargets();
    view.far = lists_.far();
    view.near = lists_.near();
    view.corrected = lists_.corrected();
    view.coreReach = static_cast<Real>(parameters.cutoff);
    view.order = parameters.order;
    view.multipoleOrder = multipoleOrder;
    view.multipoles = multipoles_.data();
    view.locals = locals_.data();
    view.elementTargets = results(exec, {view.sources.x, view.sources.y, view.sources.z}, task.elementCount,
                                  elementResults(task), elementRows_);
    view.tracerTargets = results(exec, view.tracer, task.tracerCount, tracerResults(task), tracerRows_);
    view.space = space_ = settings.space;
    view.regularisation = settings.regularisation;
    view.accuracy = parameters.accuracy;
    return view;
  }

  /// Sorted rows for the results that the task wants. Rows to which only the near field adds, and all rows if there is
  /// no tree for lack of elements, start at 0.
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
          "fmm::upward", count, [&](Index i) { upwardCell(view, begin + i); }, 4);
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
            const Cell& cell = view.tree.cells[c];
            cell.isLeaf() ? l2pLeaf(view, c, allOf(cell)) : l2lCell(view, c);
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
    report.leaves = leaves_;
    report.farPairs += lists_.farPairs();
    report.nearPairs += lists_.nearPairs;
    report.correctedPairs += lists_.correctedPairs;
  }

  OctreeBuilder<Exec, Real> builder_;
  Octree<Exec, Real> tree_;
  InteractionLists<Exec, Real> lists_;
  Buffer multipoles_, locals_;
  ResultRows elementRows_, tracerRows_;
  std::size_t leaves_ = 0;
  std::vector<LeafPart> nearParts_;
  bool sorted_ = false;         ///< the particles of the present task are sorted
  TreeLimits cellLimits_ = {};  ///< limits of the present tree
  int multipoleOrder_ = 0;      ///< order of the valid multipoles; 0: none
  Space space_ = Space::space;
  SampledTargets sampled_;
  SourceImports<Exec, Real>* imports_ = nullptr;  ///< null: there are no other ranks
};

}  // namespace fmm
