#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "exec/cuda/launch_graphs.cuh"
#include "exec/cuda/stage_timer.cuh"
#include "pairs/cuda/near_field.cuh"
#include "pairs/direct_sum.h"
#include "solver/accuracy/sampled_trials.h"
#include "solver/cuda/constants.cuh"
#include "solver/cuda/evaluation_key.h"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/outside_targets.cuh"
#include "solver/cuda/result_rows.cuh"
#include "solver/fmm_pipeline.h"
#include "tree/cuda/tree.cuh"
#include "tuning/work_counts.h"

namespace fmm {

/// The FMM on the GPU: a whole evaluation is enqueued on one stream, and the host reads its status once, at the end or
/// later, to learn whether the buffers were large enough.
template <class Real>
class FmmPipeline<CudaExec, Real> {
 public:
  /// Includes the elements of other ranks in further evaluations; null: tasks hold all elements.
  void importFrom(SourceImports<CudaExec, Real>* imports) { imports_ = imports; }

  void run(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
           EvaluationReport& report) {
    if (imports_) {
      start(exec);
      return runShared(exec, task, settings, parameters, report);
    }
    do {
      begin(exec, task, settings, parameters, report);
      exec.synchronize();
    } while (!complete(report));
  }

  void sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits /*least*/, std::size_t samples) {
    start(exec);
    tree_.forgetOrder();  // samples are drawn from the sorted order
    sortParticles(exec, task, {kFirstLeaf, kFirstLeaf});
    timer_.forget();
    sampled_.elements = sampleSorted(task.elementsAreTargets() ? task.elementCount : 0, samples);
    sampled_.tracers = sampleSorted(task.tracerCount, samples);
    upload(exec, sampled_.elements, sampledElements_);
    upload(exec, sampled_.tracers, sampledTracers_);
  }
  std::size_t sampledElements() const { return sampled_.elements.size(); }
  std::vector<Vec3> sampledPositions(CudaExec& exec) {
    const CudaTreeView<Real> view = tree_.view();
    return pickVectors<Real>(exec, {view.sources.x, view.sources.y, view.sources.z},
                             {sampled_.elements.begin(), sampled_.elements.end()}, view.tracer,
                             {sampled_.tracers.begin(), sampled_.tracers.end()});
  }
  WorkCounts count(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
                   const WorkGrain& grain) {
    const TargetSample sample = targetSample(sampled_, sampledElements_.data(), sampledTracers_.data(), task);
    if (imports_) {
      buildCells(exec, task, parameters.limits, SortDepth::sufficient);
      imports_->finish(exec, beginCells(exec, task, parameters));
      listAll(exec, task, parameters, sample);
    } else {
      completeAfter(exec, SortDepth::sufficient, [&] { enqueueLists(exec, task, parameters, sample); });
    }
    timer_.forget();
    const CudaTreeView<Real> view = tree_.view();
    const CorrectionReach<Real> reach = {view.sources, view.bounds, static_cast<Real>(parameters.cutoff)};
    using ListCounts = CudaListCounts<Real>;
    using Work = CountWork<ListCounts>;
    const ListCounts lists = {view.lists, view.cells, reach};
    const Work work = Work::of(task, view.cells, lists, sample, grain);
    const CudaTreeCounts& counts = tree_.status().counts;
    const auto longest =
        exec.largestLater("fmm::longestList", counts.cellCount, ListLength<ListCounts>{view.cells, lists, sample});
    const auto sums = exec.template sums<Work::kSums>("fmm::countWork", counts.cellCount, work);
    WorkCounts found = workCounts(task, sums, counts.cellCount, counts.levels);
    found.longestList = longest.value();
    return found;
  }
  std::vector<Vec3> tryOut(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                           const FmmParameters& parameters) {
    const FieldTask<Real> velocities = velocitiesOf(task);
    const CudaFmmView<Real> view = prepare(velocities, settings, parameters);
    if (imports_) {
      upward(exec, view);
      beginMultipoles(exec, settings.space, parameters);
      imports_->finishMultipoles(exec);
    }
    enqueueResults(exec, velocities, view, acceptanceRule<Real>(parameters));
    const TargetArrays<Real> elements = elementResults(velocities), tracers = tracerResults(velocities);
    timer_.forget();
    const std::vector<std::size_t> ofElements =
        callersOf(exec, sampled_.elements, tree_.elementOrder(), sampledElements_, callers_);
    const std::vector<std::size_t> ofTracers =
        callersOf(exec, sampled_.tracers, tree_.tracerOrder(), sampledTracers_, callers_);
    return pickVectors<Real>(exec, {elements.ux, elements.uy, elements.uz}, ofElements,
                             {tracers.ux, tracers.uy, tracers.uz}, ofTracers);
  }
  void complete(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                const FmmParameters& parameters, EvaluationReport& report) {
    if (imports_) return runShared(exec, task, settings, parameters, report);
    takeOwnOrder(parameters.limits);
    completeAfter(exec, SortDepth::exact, [&] { enqueue(exec, task, settings, parameters); });
    timer_.read(report);
    fill(parameters, report);
  }

  void begin(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
             const FmmParameters& parameters, EvaluationReport& /*report*/) {
    start(exec);
    if (task.elementCount == 0) return clearResults(exec, task);
    timer_.setKind(task.wantsVorticity());
    graphs_.run(
        exec, "fmm::evaluate", {task, settings, parameters, tree_.room()},
        [&] {
          forget();
          enqueue(exec, task, settings, parameters);
        },
        [&](const auto& launch) {
          tree_.makeRoom(task, parameters.limits);  // as enqueue() does; allocates nothing
          timer_.start(exec);
          launch();
          timer_.finishAll(exec);
        });
    tree_.readStatus(exec);
    begunWith_ = parameters;
  }
  bool complete(EvaluationReport& report) {
    const std::optional<FmmParameters> parameters = std::exchange(begunWith_, std::nullopt);
    if (!parameters) return true;
    if (!tree_.complete(SortDepth::exact)) {
      timer_.forget();
      return false;
    }
    timer_.read(report, true);
    fill(*parameters, report);
    return true;
  }
  void drop() {
    begunWith_.reset();
    timer_.forget();
    tree_.drop();
  }

  /// The launches of visit() find the view complete on the device.
  template <class Visit>
  void withPotential(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                     const FmmParameters& parameters, const Visit& visit) {
    start(exec);
    enqueueLists(exec, task, parameters);
    const CudaFmmView<Real> view = prepare(task, settings, parameters);
    localExpansions(exec, view);
    visit(view);
    tree_.readStatus(exec);
    begunWith_ = parameters;
  }

  void startStep() { tree_.startStep(); }

  std::size_t bytes() const {
    return tree_.bytes() + multipoles_.bytes() + locals_.bytes() + tickets_.bytes() + elementRows_.bytes() +
           tracerRows_.bytes();
  }

  std::vector<TreeCell> treeCells(CudaExec& exec) { return tree_.describe(exec); }
  std::vector<std::size_t> nearCells(CudaExec& exec, std::size_t leaf) { return tree_.nearLeaves(exec, leaf); }

 private:
  using Buffer = CudaBuffer<Real>;

  /// Prepares an evaluation of particles that are not sorted.
  void start(CudaExec& exec) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    forget();
  }

  /// A whole evaluation among ranks; reuses sorted particles and tree.
  void runShared(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                 const FmmParameters& parameters, EvaluationReport& report) {
    timer_.start(exec);
    buildCells(exec, task, parameters.limits, SortDepth::exact);
    const bool expands = !task.wantsVorticityAlone();
    const ImportRoom<Real> room = beginCells(exec, task, parameters);
    if (expands) upward(exec, prepare(task, settings, parameters));
    imports_->finish(exec, room);
    if (expands) beginMultipoles(exec, settings.space, parameters);
    timer_.finish(exec, "import");
    listAll(exec, task, parameters, {});
    timer_.finish(exec, "lists");
    if (expands) imports_->finishMultipoles(exec);
    timer_.finish(exec, "import");
    enqueueResults(exec, task, prepare(task, settings, parameters), acceptanceRule<Real>(parameters));
    exec.synchronize();
    timer_.read(report);
    fill(parameters, report);
  }
  /// Builds the tree of the particles unless it exists, again while a buffer is too small; involves no other ranks.
  void buildCells(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits, SortDepth depth) {
    if (depth == SortDepth::exact) takeOwnOrder(limits);
    while (!sorted_ || !stands(limits)) {
      if (!sorted_) {
        sortParticles(exec, task, limits);
      } else {
        tree_.startTree(exec);
      }
      tree_.build(exec, task, limits);
      cellLimits_ = limits;
      tree_.readStatus(exec);
      exec.synchronize();
      if (!tree_.complete(depth)) forget();
    }
    timer_.finish(exec, "tree");
  }
  /// Begins to send cells and elements; returns the room for those of other ranks. They travel while multipoles are
  /// computed, and multipoles while the host waits for the lists.
  ImportRoom<Real> beginCells(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters) {
    const LocalTree<Real> tree = tree_.local(task);
    const ImportedTrees& others = imports_->find(exec, tree, acceptanceRule<Real>(parameters));
    timer_.finish(exec, "find");
    imports_->begin(exec, tree);
    timer_.finish(exec, "export");
    return tree_.roomFor(exec, others);
  }
  void beginMultipoles(CudaExec& exec, Space space, const FmmParameters& parameters) {
    const int length = expansionLength(space, parameters.order);
    Real* const own = multipoles_.data();
    imports_->beginMultipoles(exec, own, length, own + std::ptrdiff_t{tree_.ownCells()} * length);
  }
  /// Builds the lists, again while a buffer is too small.
  void listAll(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
               const TargetSample& sample) {
    for (bool valid = false; !valid; valid = tree_.complete(SortDepth::sufficient)) {
      tree_.makeRoom(task, parameters.limits);
      tree_.startLists(exec);
      tree_.list(exec, task, acceptanceRule<Real>(parameters), sample);
      tree_.readStatus(exec);
      exec.synchronize();
    }
  }

  void enqueue(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
               const FmmParameters& parameters) {
    const AcceptanceRule<Real> rule = enqueueLists(exec, task, parameters);
    const CudaFmmView<Real> view = prepare(task, settings, parameters);
    enqueueResults(exec, task, view, rule);
  }
  /// Enqueues the passes after the lists.
  void enqueueResults(CudaExec& exec, const FieldTask<Real>& task, const CudaFmmView<Real>& view,
                      const AcceptanceRule<Real>& rule) {
    if (!task.wantsVorticityAlone()) {
      localExpansions(exec, view);
      launchL2p(exec, view);
      timer_.finish(exec, "downward");
    }
    launchNearField(exec, view, tickets_.data());
    launchOutside(exec, view, rule);
    timer_.finish(exec, "near");
  }

  /// Enqueues sort and tree, unless they are valid, and the lists.
  AcceptanceRule<Real> enqueueLists(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
                                    const TargetSample& sample = {}) {
    timer_.start(exec);
    const TreeLimits& limits = parameters.limits;
    if (!sorted_) {
      sortParticles(exec, task, limits);
    } else if (stands(limits)) {
      tree_.startLists(exec);
    } else {
      tree_.startTree(exec);
    }
    if (!stands(limits)) {
      tree_.build(exec, task, limits);
      cellLimits_ = limits;
      timer_.finish(exec, "tree");
    }
    const AcceptanceRule<Real> rule = acceptanceRule<Real>(parameters);
    tree_.list(exec, task, rule, sample);
    timer_.finish(exec, "lists");
    return rule;
  }
  bool stands(TreeLimits limits) const { return cellLimits_ == limits; }
  void sortParticles(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits) {
    const RootCube root = imports_ ? imports_->root() : RootCube();
    tree_.sort(exec, task, limits, imports_ ? &root : nullptr);
    timer_.finish(exec, "sort");
    sorted_ = true;
    cellLimits_ = {};
  }
  /// Discards a tree whose particles were sorted by keys of another depth than its own (SortDepth::exact).
  void takeOwnOrder(TreeLimits limits) {
    if (sorted_ && stands(limits) && !tree_.askForOwnOrder()) forget();
  }
  /// Invalidates the sorted particles and the tree.
  void forget() {
    sorted_ = false;
    cellLimits_ = {};
  }
  /// Enqueues and waits, and repeats both from the sort on while a buffer is too small.
  template <class Enqueue>
  void completeAfter(CudaExec& exec, SortDepth depth, const Enqueue& enqueue) {
    for (;;) {
      enqueue();
      tree_.readStatus(exec);
      exec.synchronize();
      if (tree_.complete(depth)) return;
      timer_.forget();
      forget();
    }
  }

  void upward(CudaExec& exec, const CudaFmmView<Real>& view) {
    launchP2m(exec, view);
    launchM2m(exec, view);
    timer_.finish(exec, "upward");
  }
  void localExpansions(CudaExec& exec, const CudaFmmView<Real>& view) {
    if (!imports_) upward(exec, view);  // with other ranks, the multipoles exist already
    launchM2l(exec, view);
    timer_.finish(exec, "transfer");
    launchL2l(exec, view);
  }

  CudaFmmView<Real> prepare(const FieldTask<Real>& task, const FieldSettings& settings,
                            const FmmParameters& parameters) {
    const std::size_t length =
        task.wantsVorticityAlone()
            ? 0
            : static_cast<std::size_t>(std::max(tree_.cellCapacity(), imports_ ? tree_.sourceCells() : 0)) *
                  static_cast<std::size_t>(expansionLength(settings.space, parameters.order));
    multipoles_.reserveExactly(length);
    locals_.reserveExactly(length);
    tickets_.reserveExactly(64);
    CudaFmmView<Real> view = {};
    static_cast<CudaTreeView<Real>&>(view) = tree_.view();
    view.elementCount = task.elementCount;
    view.tracerCount = task.tracerCount;
    view.elementsAreTargets = task.elementsAreTargets();
    view.sharesMultipoles = imports_ != nullptr;
    view.order = parameters.order;
    view.multipoles = multipoles_.data();
    view.locals = locals_.data();
    view.space = settings.space;
    view.tables = constants_->tables();
    view.planeTables = constants_->planeTables();
    view.fits = constants_->fits(settings.regularisation);
    const SourceArrays<Real>& sources = view.sources;
    view.elementResults = elementRows_.targets({sources.x, sources.y, sources.z}, task.elementCount,
                                               tree_.elementOrder(), elementResults(task));
    view.tracerResults = tracerRows_.targets(view.tracer, task.tracerCount, tree_.tracerOrder(), tracerResults(task));
    view.regularisation = settings.regularisation;
    view.accuracy = parameters.accuracy;
    view.coreReachSquared = static_cast<Real>(parameters.cutoff * parameters.cutoff);
    return view;
  }

  void fill(const FmmParameters& parameters, EvaluationReport& report) const {
    const CudaTreeStatus& status = tree_.status();
    report.order = parameters.order;
    report.theta = parameters.theta;
    report.leafElements = parameters.limits.leafElements;
    report.leafPoints = parameters.limits.leafPoints;
    report.levels = status.counts.levels;
    report.cells = static_cast<std::size_t>(status.counts.cellCount);
    report.leaves = static_cast<std::size_t>(status.counts.leafCount);
    report.farPairs += status.farPairs;
    report.nearPairs += status.nearPairs;
    report.correctedPairs += status.correctedPairs;
  }

  SourceImports<CudaExec, Real>* imports_ = nullptr;  ///< null: there are no other ranks
  std::optional<FmmParameters> begunWith_;            ///< parameters of the evaluation that complete() has to complete
  std::unique_ptr<CudaConstants<Real>> constants_;
  CudaTree<Real> tree_;
  CudaStageTimer timer_;
  LaunchGraphs<EvaluationKey<Real>> graphs_;
  Buffer multipoles_, locals_;
  ResultRows<Real> elementRows_, tracerRows_;
  CudaBuffer<unsigned> tickets_;
  static constexpr Index kFirstLeaf = 1024;  // for sorting only; a trial's tree makes its own room when it is built
  bool sorted_ = false;                      ///< the particles of the present task are sorted
  TreeLimits cellLimits_ = {};               ///< limits of their tree, if there is one
  SampledTargets sampled_;
  CudaBuffer<Index> sampledElements_, sampledTracers_, callers_;
};

}  // namespace fmm
