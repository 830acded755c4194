#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "exec/cuda/stage_timer.cuh"
#include "solver/cuda/constants.cuh"
#include "solver/cuda/expansion_passes.cuh"
#include "solver/cuda/near_field.cuh"
#include "solver/cuda/outside_targets.cuh"
#include "solver/direct_sum.h"
#include "solver/fmm_pipeline.h"
#include "solver/sampled_targets.h"
#include "solver/work_counts.h"
#include "tree/cuda/tree.cuh"

namespace fmm {

/// What CountWork asks of lists.
template <class Real>
struct CudaListCounts {
  CudaLists lists;
  const Cell* cells;
  CorrectionReach<Real> reach;

  __device__ Index farCount(Index c) const { return lists.farCount[c]; }
  __device__ Index nearCount(Index c) const { return lists.nearCount[c]; }
  __device__ Index correctedCount(Index c) const { return lists.correctedCount[c]; }
  __device__ std::int64_t nearElements(Index c) const {
    return elementsOf(lists.nearItems + lists.nearBegin[c], lists.nearCount[c]);
  }
  __device__ std::int64_t correctedElements(Index c) const {
    return elementsOf(lists.correctedItems + lists.correctedBegin[c], lists.correctedCount[c]);
  }
  __device__ std::int64_t reachingElements(Index c) const {
    std::int64_t sum = 0;
    const Index* const items = lists.correctedItems + lists.correctedBegin[c];
    for (Index k = 0; k < lists.correctedCount[c]; ++k) sum += reach.countIn(cells[items[k]].elements, c);
    return sum;
  }

 private:
  __device__ std::int64_t elementsOf(const Index* items, Index count) const {
    std::int64_t sum = 0;
    for (Index k = 0; k < count; ++k) sum += cells[items[k]].elements.count();
    return sum;
  }
};

/// Numbers in the caller's order of particles that are given by their place in the sorted one.
struct FindCallers {
  const Index *order, *sorted;
  Index* callers;

  __device__ void operator()(Index k) const { callers[k] = order[sorted[k]]; }
};

/// The FMM on the GPU: everything of an evaluation is enqueued on one stream, and the host looks at the result of it
/// once, at the end or later, to learn whether the buffers were large enough.
template <class Real>
class FmmPipeline<CudaExec, Real> {
 public:
  void run(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
           EvaluationReport& report) {
    do {
      begin(exec, task, settings, parameters, report);
      exec.synchronize();
    } while (!settle(report));
  }

  void sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits /*least*/, std::size_t samples) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    forget();
    timer_.start(exec);
    sortParticles(exec, task, {kFirstLeaf, kFirstLeaf});
    timer_.forget();
    sampled_.elements = sampleSorted(task.elementsAreTargets() ? task.elementCount : 0, samples);
    sampled_.tracers = sampleSorted(task.tracerCount, samples);
    uploadSample(exec, sampled_.elements, sampledElements_);
    uploadSample(exec, sampled_.tracers, sampledTracers_);
  }
  std::vector<Vec3> sampledPositions(CudaExec& exec) {
    const CudaTreeView<Real> view = tree_.view();
    return pickVectors(exec, {view.sources.x, view.sources.y, view.sources.z},
                       {sampled_.elements.begin(), sampled_.elements.end()}, view.tracer,
                       {sampled_.tracers.begin(), sampled_.tracers.end()});
  }
  WorkCounts count(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
                   const WorkGrain& grain) {
    const TargetSample sample = targetSample(sampled_, sampledElements_.data(), sampledTracers_.data(), task);
    settleAfter(exec, [&] { enqueueLists(exec, task, parameters, sample); });
    timer_.forget();
    const CudaTreeView<Real> view = tree_.view();
    const CorrectionReach<Real> reach = {view.sources, view.bounds, static_cast<Real>(parameters.cutoff)};
    using Work = CountWork<CudaListCounts<Real>>;
    const Work work = Work::of(task, view.cells, {view.lists, view.cells, reach}, sample, grain);
    const CudaTreeCounts& counts = tree_.status().counts;
    const auto sums = exec.template sums<Work::kSums>("fmm::countWork", counts.cellCount, work);
    return workCounts(task, sums, counts.cellCount, counts.levels);
  }
  std::vector<Vec3> tryOut(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                           const FmmParameters& parameters) {
    timer_.start(exec);
    const FieldTask<Real> velocities = velocitiesOf(task);
    const CudaFmmView<Real> view = prepare(velocities, settings, parameters);
    enqueueResults(exec, velocities, view, acceptanceRule<Real>(parameters));
    const TargetArrays<Real> elements = elementResults(velocities), tracers = tracerResults(velocities);
    timer_.forget();
    const std::vector<std::size_t> ofElements =
        callersOf(exec, sampled_.elements, tree_.elementOrder(), sampledElements_);
    const std::vector<std::size_t> ofTracers = callersOf(exec, sampled_.tracers, tree_.tracerOrder(), sampledTracers_);
    return pickVectors(exec, {elements.ux, elements.uy, elements.uz}, ofElements, {tracers.ux, tracers.uy, tracers.uz},
                       ofTracers);
  }
  void complete(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                const FmmParameters& parameters, EvaluationReport& report) {
    settleAfter(exec, [&] { enqueue(exec, task, settings, parameters); });
    timer_.read(report);
    fill(parameters, report);
  }

  void begin(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
             const FmmParameters& parameters, EvaluationReport& /*report*/) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    if (task.elementCount == 0) return clear(exec, task);
    forget();
    enqueue(exec, task, settings, parameters);
    tree_.readStatus(exec);
    begunWith_ = parameters;
  }
  bool settle(EvaluationReport& report) {
    const std::optional<FmmParameters> parameters = std::exchange(begunWith_, std::nullopt);
    if (!parameters) return true;
    const bool valid = tree_.settle();
    if (!valid) {
      timer_.forget();
      return false;
    }
    timer_.read(report);
    fill(*parameters, report);
    return true;
  }
  void drop() {
    begunWith_.reset();
    timer_.forget();
    tree_.drop();
  }

  /// The view is complete on the device for what visit() launches.
  template <class Visit>
  void withPotential(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                     const FmmParameters& parameters, const Visit& visit) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    forget();
    enqueueLists(exec, task, parameters);
    const CudaFmmView<Real> view = prepare(task, settings, parameters);
    localExpansions(exec, view);
    visit(view);
    tree_.readStatus(exec);
    begunWith_ = parameters;
  }

  std::size_t bytes() const {
    std::size_t sum = tree_.bytes() + multipoles_.bytes() + locals_.bytes() + tickets_.bytes();
    for (const auto& row : elementRows_) sum += row.bytes();
    for (const auto& row : tracerRows_) sum += row.bytes();
    return sum;
  }

  std::vector<TreeCell> treeCells(CudaExec& exec) { return tree_.describe(exec); }
  std::vector<std::size_t> nearCells(CudaExec& exec, std::size_t leaf) { return tree_.nearLeaves(exec, leaf); }

 private:
  using Buffer = CudaBuffer<Real>;
  using ResultRows = std::array<Buffer, 12>;  ///< velocity and gradient of expansions: those that were ever wanted

  void enqueue(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
               const FmmParameters& parameters) {
    const AcceptanceRule<Real> rule = enqueueLists(exec, task, parameters);
    const CudaFmmView<Real> view = prepare(task, settings, parameters);
    enqueueResults(exec, task, view, rule);
  }
  /// From lists to results.
  void enqueueResults(CudaExec& exec, const FieldTask<Real>& task, const CudaFmmView<Real>& view,
                      const AcceptanceRule<Real>& rule) {
    if (!task.wantsVorticityAlone()) {
      localExpansions(exec, view);
      launchL2p(exec, view);
      timer_.finish(exec, "downward");
    }
    launchNearField(exec, view, tickets_.data());
    exec.forEach("fmm::outside", task.tracerCount, CudaOutsideTargets<Real>{view, rule});
    timer_.finish(exec, "near");
  }

  /// Sort and tree unless they stand, and lists.
  AcceptanceRule<Real> enqueueLists(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
                                    const TargetSample& sample = {}) {
    timer_.start(exec);
    const TreeLimits& limits = parameters.limits;
    const bool stands = planted_.leafElements == limits.leafElements && planted_.leafPoints == limits.leafPoints;
    if (!sorted_) {
      sortParticles(exec, task, limits);
    } else if (stands) {
      tree_.startLists(exec);
    } else {
      tree_.startTree(exec);
    }
    if (!stands) {
      tree_.build(exec, task, limits);
      planted_ = limits;
      timer_.finish(exec, "tree");
    }
    const AcceptanceRule<Real> rule = acceptanceRule<Real>(parameters);
    tree_.list(exec, task, rule, sample);
    timer_.finish(exec, "lists");
    return rule;
  }
  void sortParticles(CudaExec& exec, const FieldTask<Real>& task, TreeLimits limits) {
    tree_.sort(exec, task, limits);
    timer_.finish(exec, "sort");
    sorted_ = true;
    planted_ = {};
  }
  /// No sorted particles and no tree stand.
  void forget() {
    sorted_ = false;
    planted_ = {};
  }
  /// Enqueues, waits, and does it again from the sort on where a buffer was too small.
  template <class Enqueue>
  void settleAfter(CudaExec& exec, const Enqueue& enqueue) {
    for (;;) {
      enqueue();
      tree_.readStatus(exec);
      exec.synchronize();
      if (tree_.settle()) return;
      timer_.forget();
      forget();
    }
  }

  static void uploadSample(CudaExec& exec, const std::vector<Index>& from, CudaBuffer<Index>& to) {
    to.resize(std::max<std::size_t>(1, from.size()));
    FMM_CUDA(
        cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(Index), cudaMemcpyHostToDevice, exec.stream()));
  }
  /// Where in the caller's order sorted particles are.
  std::vector<std::size_t> callersOf(CudaExec& exec, const std::vector<Index>& sampled, const Index* order,
                                     const CudaBuffer<Index>& onDevice) {
    if (sampled.empty()) return {};
    callers_.resize(sampled.size());
    exec.forEach("fmm::callers", static_cast<Index>(sampled.size()),
                 FindCallers{order, onDevice.data(), callers_.data()});
    const auto found = exec.template read<Index>(callers_.data(), sampled.size());
    exec.synchronize();
    const std::vector<Index> callers = found.value();
    return {callers.begin(), callers.end()};
  }
  /// Vectors of some elements, then of some tracers.
  static std::vector<Vec3> pickVectors(CudaExec& exec, const std::array<const Real*, 3>& ofElements,
                                       const std::vector<std::size_t>& elements,
                                       const std::array<const Real*, 3>& ofTracers,
                                       const std::vector<std::size_t>& tracers) {
    std::vector<Vec3> picked = exec.template pick<Real>(ofElements, elements);
    const std::vector<Vec3> more = exec.template pick<Real>(ofTracers, tracers);
    picked.insert(picked.end(), more.begin(), more.end());
    return picked;
  }

  void localExpansions(CudaExec& exec, const CudaFmmView<Real>& view) {
    launchP2m(exec, view);
    launchM2m(exec, view);
    timer_.finish(exec, "upward");
    launchM2l(exec, view);
    timer_.finish(exec, "transfer");
    launchL2l(exec, view);
  }

  CudaFmmView<Real> prepare(const FieldTask<Real>& task, const FieldSettings& settings,
                            const FmmParameters& parameters) {
    const std::size_t length =
        task.wantsVorticityAlone()
            ? 0
            : static_cast<std::size_t>(tree_.cellCapacity()) * static_cast<std::size_t>(vectorLength(parameters.order));
    multipoles_.reserveExactly(length);
    locals_.reserveExactly(length);
    tickets_.reserveExactly(64);
    CudaFmmView<Real> view = {};
    static_cast<CudaTreeView<Real>&>(view) = tree_.view();
    view.elementCount = task.elementCount;
    view.tracerCount = task.tracerCount;
    view.elementsAreTargets = task.elementsAreTargets();
    view.order = parameters.order;
    view.multipoles = multipoles_.data();
    view.locals = locals_.data();
    view.tables = constants_->tables();
    view.fits = constants_->fits(settings.regularisation);
    view.elementResults = targets({view.sources.x, view.sources.y, view.sources.z}, task.elementCount,
                                  tree_.elementOrder(), elementResults(task), elementRows_);
    view.tracerResults = targets(view.tracer, task.tracerCount, tree_.tracerOrder(), tracerResults(task), tracerRows_);
    view.regularisation = settings.regularisation;
    view.accuracy = parameters.accuracy;
    view.coreReachSquared = static_cast<Real>(parameters.cutoff * parameters.cutoff);
    return view;
  }

  static CudaTargets<Real> targets(const std::array<const Real*, 3>& x, Index count, const Index* order,
                                   const TargetArrays<Real>& wanted, ResultRows& rows) {
    CudaTargets<Real> targets = {};
    targets.x = x[0];
    targets.y = x[1];
    targets.z = x[2];
    targets.order = order;
    targets.out = wanted;
    const auto row = [&](std::size_t k, const Real* caller) -> Real* {
      if (!caller) return nullptr;
      rows[k].reserveExactly(static_cast<std::size_t>(count));
      return rows[k].data();
    };
    targets.ux = row(0, wanted.ux);
    targets.uy = row(1, wanted.uy);
    targets.uz = row(2, wanted.uz);
    for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = row(3 + k, wanted.gradient[k]);
    std::copy(std::begin(wanted.vorticity), std::end(wanted.vorticity), targets.vorticity);
    return targets;
  }

  /// Without elements nothing moves.
  static void clear(CudaExec& exec, const FieldTask<Real>& task) {
    const TargetArrays<Real> rows = tracerResults(task);
    const auto fill = [&](Real* row) {
      if (row) exec.fill(row, task.tracerCount, Real(0));
    };
    fill(rows.ux);
    fill(rows.uy);
    fill(rows.uz);
    for (Real* row : rows.gradient) fill(row);
    for (Real* row : rows.vorticity) fill(row);
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

  std::optional<FmmParameters> begunWith_;  ///< settle() has yet to look at what was enqueued
  std::unique_ptr<CudaConstants<Real>> constants_;
  CudaTree<Real> tree_;
  CudaStageTimer timer_;
  Buffer multipoles_, locals_;
  ResultRows elementRows_, tracerRows_;
  CudaBuffer<unsigned> tickets_;
  static constexpr Index kFirstLeaf = 1024;  // room for the trees of trials is made when they are built
  bool sorted_ = false;                      ///< the particles of the present task
  TreeLimits planted_ = {};                  ///< of their tree, if it stands
  SampledTargets sampled_;
  CudaBuffer<Index> sampledElements_, sampledTracers_, callers_;
};

}  // namespace fmm
