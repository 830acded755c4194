#pragma once

#include <memory>

#include "exec/cuda_stage_timer.cuh"
#include "solver/cuda_constants.cuh"
#include "solver/expansion_passes.cuh"
#include "solver/fmm_pipeline.h"
#include "solver/near_field.cuh"
#include "solver/outside_targets.cuh"
#include "tree/cuda_tree.cuh"

namespace fmm {

/// caller[r][order[i]] = sorted[r][i] for the rows that are wanted.
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
  void run(CudaExec& exec, const FieldTask<Real>& task, const Settings& settings, const FmmParameters& parameters,
           EvaluationReport& report) {
    if (!constants_) constants_ = std::make_unique<CudaConstants<Real>>(exec);
    if (task.elementCount == 0) return clear(exec, task);
    do {
      enqueue(exec, task, settings, parameters);
      exec.synchronize();
    } while (!tree_.settle());
    timer_.read(report);
    fill(parameters, report);
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

  void enqueue(CudaExec& exec, const FieldTask<Real>& task, const Settings& settings, const FmmParameters& parameters) {
    timer_.start(exec);
    tree_.sort(exec, task, parameters.limits);
    timer_.finish(exec, "sort");
    tree_.build(exec, task, parameters.limits);
    timer_.finish(exec, "tree");
    const auto rule = AcceptanceRule<Real>::fromAngle(parameters.theta, parameters.cutoff, parameters.directPairs);
    tree_.list(exec, task, rule);
    timer_.finish(exec, "lists");
    const CudaFmmView<Real> view = prepare(task, settings, parameters);
    launchUpward(exec, view);
    timer_.finish(exec, "upward");
    launchTransfer(exec, view);
    timer_.finish(exec, "transfer");
    launchDownward(exec, view);
    launchLocalEvaluation(exec, view);
    timer_.finish(exec, "downward");
    launchNearField(exec, view, tickets_.data());
    exec.forEach("fmm::outside", task.tracerCount, CudaOutsideTargets<Real>{view, rule});
    timer_.finish(exec, "near");
    scatter(exec, task);
    timer_.finish(exec, "scatter");
    tree_.readStatus(exec);
  }

  CudaFmmView<Real> prepare(const FieldTask<Real>& task, const Settings& settings, const FmmParameters& parameters) {
    const auto length =
        static_cast<std::size_t>(tree_.cellCapacity()) * static_cast<std::size_t>(vectorLength(parameters.order));
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
    view.gaussianFits = constants_->fits();
    view.elementResults = results({view.sources.x, view.sources.y, view.sources.z}, task.elementCount,
                                  task.elementVelocity[0], task.elementGradient[0], elementRows_);
    view.tracerResults =
        results(view.tracer, task.tracerCount, task.tracerVelocity[0], task.tracerGradient[0], tracerRows_);
    view.regularisation = settings.regularisation;
    view.accuracy = parameters.accuracy;
    return view;
  }

  static TargetArrays<Real> results(const std::array<const Real*, 3>& x, Index count, bool velocity, bool gradient,
                                    std::array<Buffer, 12>& rows) {
    const auto n = static_cast<std::size_t>(count);
    for (std::size_t k = 0; k < 12; ++k) {
      if (k < 3 ? velocity : gradient) rows[k].reserveExactly(n);
    }
    TargetArrays<Real> targets = {x[0], x[1], x[2], nullptr, nullptr, nullptr, {}};
    if (velocity) {
      targets.ux = rows[0].data();
      targets.uy = rows[1].data();
      targets.uz = rows[2].data();
    }
    for (std::size_t k = 0; gradient && k < 9; ++k) targets.gradient[k] = rows[3 + k].data();
    return targets;
  }

  void scatter(CudaExec& exec, const FieldTask<Real>& task) {
    if (task.elementsAreTargets()) {
      scatterKind(exec, tree_.elementOrder(), task.elementCount, task.elementVelocity, task.elementGradient,
                  elementRows_);
    }
    scatterKind(exec, tree_.tracerOrder(), task.tracerCount, task.tracerVelocity, task.tracerGradient, tracerRows_);
  }
  static void scatterKind(CudaExec& exec, const Index* order, Index count, const VectorArrays<Real>& velocity,
                          const MatrixArrays<Real>& gradient, std::array<Buffer, 12>& rows) {
    exec.forEach("fmm::scatter", count,
                 ScatterRows<Real, 3>{order, {rows[0].data(), rows[1].data(), rows[2].data()}, velocity});
    if (!gradient[0]) return;
    std::array<const Real*, 9> sorted;
    for (std::size_t k = 0; k < 9; ++k) sorted[k] = rows[3 + k].data();
    exec.forEach("fmm::scatter", count, ScatterRows<Real, 9>{order, sorted, gradient});
  }

  /// Without elements nothing moves.
  static void clear(CudaExec& exec, const FieldTask<Real>& task) {
    for (Real* row : task.tracerVelocity) exec.fill(row, task.tracerCount, Real(0));
    for (Real* row : task.tracerGradient) {
      if (row) exec.fill(row, task.tracerCount, Real(0));
    }
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
  std::array<Buffer, 12> elementRows_, tracerRows_;
  CudaBuffer<unsigned> tickets_;
};

}  // namespace fmm
