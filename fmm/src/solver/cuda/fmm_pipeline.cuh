#pragma once

#include <algorithm>
#include <iterator>
#include <memory>

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

/// caller[r][order[i]] = sorted[r][i].
template <class Real, int N>
struct ScatterRows {
  const Index* order;
  std::array<const Real*, N> sorted;
  std::array<Real*, N> caller;

  __device__ void operator()(Index i) const {
    const Index to = order[i];
    for (int r = 0; r < N; ++r) caller[r][to] = sorted[r][i];
  }
};

/// The FMM on the GPU: everything of an evaluation is enqueued on one stream, and the host looks at the result of it
/// once, at the end, to learn whether the buffers were large enough.
template <class Real>
class FmmPipeline<CudaExec, Real> {
 public:
  void run(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const FmmParameters& parameters,
           EvaluationReport& report) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    if (task.elementCount == 0) return clear(exec, task);
    forget();
    complete(exec, task, settings, parameters, report);
  }

  void sort(CudaExec& exec, const FieldTask<Real>& task, TreeLimits /*least*/, std::size_t samples) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    forget();
    timer_.start(exec);
    sortParticles(exec, task, {kFirstLeaf, kFirstLeaf});
    sampled_.elements = sampleSorted(task.elementsAreTargets() ? task.elementCount : 0, samples);
    sampled_.tracers = sampleSorted(task.tracerCount, samples);
    uploadSample(exec, sampled_.elements, sampledElements_);
    uploadSample(exec, sampled_.tracers, sampledTracers_);
  }
  std::vector<Vec3> sampledPositions(CudaExec& exec) {
    const CudaTreeView<Real> view = tree_.view();
    return pickSamples(exec, {view.sources.x, view.sources.y, view.sources.z}, view.tracer);
  }
  WorkCounts count(CudaExec& exec, const FieldTask<Real>& task, const FmmParameters& parameters,
                   const WorkGrain& grain) {
    const TargetSample sample = targetSample(sampled_, sampledElements_.data(), sampledTracers_.data(), task);
    settleAfter(exec, [&] { enqueueLists(exec, task, parameters, sample); });
    const CudaTreeView<Real> view = tree_.view();
    using Work = CountWork<CudaListCounts>;
    const Work work = Work::of(task, view.cells, {view.lists, view.cells}, sample, grain);
    const CudaTreeCounts& counts = tree_.status().counts;
    const auto sums = exec.template sums<Work::kSums>("fmm::countWork", counts.cellCount, work);
    return workCounts(task, sums, counts.cellCount, counts.levels);
  }
  std::vector<Vec3> tryOut(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                           const FmmParameters& parameters) {
    timer_.start(exec);
    const CudaFmmView<Real> view = prepare(exec, velocitiesOf(task), settings, parameters);
    enqueueResults(exec, task, view, acceptanceRule<Real>(parameters));
    return pickSamples(exec, {view.elementResults.ux, view.elementResults.uy, view.elementResults.uz},
                       {view.tracerResults.ux, view.tracerResults.uy, view.tracerResults.uz});
  }
  void complete(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                const FmmParameters& parameters, EvaluationReport& report) {
    settleAfter(exec, [&] { enqueue(exec, task, settings, parameters); });
    timer_.read(report);
    fill(parameters, report);
  }

  /// The view is complete on the device when visit() is called.
  template <class Visit>
  void withPotential(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                     const FmmParameters& parameters, const Visit& visit) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    CudaFmmView<Real> view = {};
    forget();
    settleAfter(exec, [&] {
      enqueueLists(exec, task, parameters);
      view = prepare(exec, task, settings, parameters);
      localExpansions(exec, view);
    });
    visit(view);
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
  using ResultRows = std::array<Buffer, 15>;  ///< velocity, gradient, vorticity: those that were ever wanted

  void enqueue(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
               const FmmParameters& parameters) {
    const AcceptanceRule<Real> rule = enqueueLists(exec, task, parameters);
    const CudaFmmView<Real> view = prepare(exec, task, settings, parameters);
    enqueueResults(exec, task, view, rule);
    scatter(exec, task);
    timer_.finish(exec, "scatter");
  }
  /// From lists to sorted results.
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
      forget();
    }
  }

  static void uploadSample(CudaExec& exec, const std::vector<Index>& from, CudaBuffer<Index>& to) {
    to.resize(std::max<std::size_t>(1, from.size()));
    FMM_CUDA(
        cudaMemcpyAsync(to.data(), from.data(), from.size() * sizeof(Index), cudaMemcpyHostToDevice, exec.stream()));
  }
  /// Vectors of the sampled elements, then of the sampled tracers.
  std::vector<Vec3> pickSamples(CudaExec& exec, const std::array<const Real*, 3>& ofElements,
                                const std::array<const Real*, 3>& ofTracers) {
    std::vector<Vec3> picked =
        exec.template pick<Real>(ofElements, {sampled_.elements.begin(), sampled_.elements.end()});
    const std::vector<Vec3> more =
        exec.template pick<Real>(ofTracers, {sampled_.tracers.begin(), sampled_.tracers.end()});
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

  CudaFmmView<Real> prepare(CudaExec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
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
    view.elementResults = results(exec, {view.sources.x, view.sources.y, view.sources.z}, task.elementCount,
                                  elementResults(task), elementRows_);
    view.tracerResults = results(exec, view.tracer, task.tracerCount, tracerResults(task), tracerRows_);
    view.regularisation = settings.regularisation;
    view.accuracy = parameters.accuracy;
    return view;
  }

  /// Sorted rows for the results that the task wants; those that only the near field adds to start from 0.
  static TargetArrays<Real> results(CudaExec& exec, const std::array<const Real*, 3>& x, Index count,
                                    const TargetArrays<Real>& wanted, ResultRows& rows) {
    TargetArrays<Real> targets = {x[0], x[1], x[2], nullptr, nullptr, nullptr, {}};
    const auto row = [&](std::size_t k, const Real* caller) -> Real* {
      if (!caller) return nullptr;
      rows[k].reserveExactly(static_cast<std::size_t>(count));
      return rows[k].data();
    };
    targets.ux = row(0, wanted.ux);
    targets.uy = row(1, wanted.uy);
    targets.uz = row(2, wanted.uz);
    for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = row(3 + k, wanted.gradient[k]);
    for (std::size_t k = 0; k < 3; ++k) {
      targets.vorticity[k] = row(12 + k, wanted.vorticity[k]);
      if (targets.vorticity[k]) exec.fill(targets.vorticity[k], count, Real(0));
    }
    return targets;
  }

  void scatter(CudaExec& exec, const FieldTask<Real>& task) {
    scatterKind(exec, tree_.elementOrder(), task.elementCount, elementResults(task), elementRows_);
    scatterKind(exec, tree_.tracerOrder(), task.tracerCount, tracerResults(task), tracerRows_);
  }
  static void scatterKind(CudaExec& exec, const Index* order, Index count, const TargetArrays<Real>& caller,
                          const ResultRows& rows) {
    const auto scatterRows = [&](std::size_t first, auto to) {
      std::array<const Real*, std::tuple_size_v<decltype(to)>> sorted;
      for (std::size_t k = 0; k < sorted.size(); ++k) sorted[k] = rows[first + k].data();
      exec.forEach("fmm::scatter", count, ScatterRows<Real, static_cast<int>(sorted.size())>{order, sorted, to});
    };
    if (caller.ux) scatterRows(0, VectorArrays<Real>{caller.ux, caller.uy, caller.uz});
    if (caller.gradient[0]) {
      MatrixArrays<Real> to;
      std::copy(std::begin(caller.gradient), std::end(caller.gradient), to.begin());
      scatterRows(3, to);
    }
    if (caller.vorticity[0])
      scatterRows(12, VectorArrays<Real>{caller.vorticity[0], caller.vorticity[1], caller.vorticity[2]});
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
  }

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
  CudaBuffer<Index> sampledElements_, sampledTracers_;
};

}  // namespace fmm
