#pragma once

#include <algorithm>
#include <cmath>

#include "fmm/settings.h"
#include "solver/outside_targets.h"
#include "solver/passes.h"
#include "solver/reference.h"
#include "solver/stage_timer.h"
#include "solver/tuning.h"
#include "tree/build_octree.h"
#include "tree/interaction_lists.h"

namespace fmm {

/// caller[order[i]] = sorted[i].
template <class Real>
struct ScatterRow {
  const Index* order;
  const Real* sorted;
  Real* caller;

  FMM_HD void operator()(Index i) const { caller[order[i]] = sorted[i]; }
};

/// Biot-Savart sums by the fast multipole method: O(N) for a given tolerance. Keeps its buffers between evaluations,
/// and the order and opening angle that met the tolerance when they were last measured.
template <class Exec, class Real>
class FmmSolver {
 public:
  /// Results of `task` within settings.tolerance; times, counts and parameters into the report. The first evaluation
  /// with new settings compares a sample with direct sums and goes to higher orders while the error is above the
  /// tolerance.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const Settings& settings, EvaluationReport& report) {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    if (!tuned_ || tunedFor_ != settings || tunedGradient_ != gradient) tune(exec, task, settings, gradient);
    run(exec, task, settings, report);
  }

  std::size_t bytes() const {
    std::size_t sum = tree_.bytes() + builder_.bytes() + lists_.bytes() + multipoles_.bytes() + locals_.bytes();
    for (const auto& row : elementRows_) sum += row.bytes();
    for (const auto& row : tracerRows_) sum += row.bytes();
    return sum;
  }

 private:
  using Buffer = typename Exec::template Buffer<Real>;
  static constexpr double kMargin = 0.7;  // other samples, and later steps, may come out somewhat worse

  /// Settles parameters_. Depends on the particles and the settings alone, so runs repeat bit for bit.
  void tune(Exec& exec, const FieldTask<Real>& task, const Settings& settings, bool gradient) {
    parameters_ = chooseParameters(settings, task.elementCount, task.tracerCount, gradient);
    tuned_ = true;
    tunedFor_ = settings;
    tunedGradient_ = gradient;
    if (settings.order > 0 || settings.theta > 0) return;
    FmmParameters last = parameters_;
    double previous = INFINITY;
    do {
      EvaluationReport unused;
      run(exec, task, settings, unused);
      const double error = sampledError(exec, task, settings).relativeL2;
      if (error <= kMargin * settings.tolerance) return;
      if (!(error < 0.7 * previous)) {
        // Round-off is a floor that no order goes below: the parameters before are as good, and cheaper.
        parameters_ = last;
        return;
      }
      last = parameters_;
      previous = error;
    } while (strengthen(parameters_));
  }

  MeasuredError sampledError(Exec& exec, const FieldTask<Real>& task, const Settings& settings) {
    constexpr std::size_t kSamples = 300;
    std::vector<Vec3> at, velocity;
    const auto take = [&](const std::array<const Real*, 3>& x, const VectorArrays<Real>& u, Index count) {
      const auto indices = sampleIndices(static_cast<std::size_t>(count), kSamples);
      const auto positions = exec.template pick<Real>(x, indices);
      const auto velocities = exec.template pick<Real>({u[0], u[1], u[2]}, indices);
      at.insert(at.end(), positions.begin(), positions.end());
      velocity.insert(velocity.end(), velocities.begin(), velocities.end());
    };
    if (task.elementsAreTargets()) {
      take({task.elements.x, task.elements.y, task.elements.z}, task.elementVelocity, task.elementCount);
    }
    take(task.tracers, task.tracerVelocity, task.tracerCount);
    Elements elements;
    elements.position =
        exec.template download<Real>({task.elements.x, task.elements.y, task.elements.z}, task.elementCount);
    elements.strength =
        exec.template download<Real>({task.elements.ax, task.elements.ay, task.elements.az}, task.elementCount);
    elements.coreRadius = exec.template downloadRow<Real>(task.elements.sigma, task.elementCount);
    return compareVelocities(velocity, referenceVelocities(elements, at, settings.regularisation, settings.threads));
  }

  void run(Exec& exec, const FieldTask<Real>& task, const Settings& settings, EvaluationReport& report) {
    StageTimer timer(report);
    builder_.build(exec, task, parameters_.limits, tree_);
    timer.finish("tree");
    const auto rule = AcceptanceRule<Real>::fromAngle(parameters_.theta, parameters_.cutoff, parameters_.directPairs);
    lists_.build(exec, tree_, rule);
    timer.finish("lists");

    const FmmView<Real> view = prepare(exec, task, settings);
    upwardPass(exec, view);
    timer.finish("upward");
    exec.forEachTeam("fmm::transfer", tree_.cellCount, [&](const auto&, Index c) { transfer(view, c); });
    timer.finish("transfer");
    downwardPass(exec, view);
    timer.finish("downward");
    exec.forEachTeam("fmm::nearField", static_cast<Index>(leaves_.size()),
                     [&](const auto&, Index k) { nearField(view, leaves_[static_cast<std::size_t>(k)]); });
    exec.forEach("fmm::outside", task.tracerCount - tree_.insideTracers,
                 OutsideTargets<Real>{view, OutsideTargets<Real>::narrowed(rule), tree_.insideTracers}, 64);
    timer.finish("near");
    scatterResults(exec, task);
    timer.finish("scatter");
    fill(report);
  }

  FmmView<Real> prepare(Exec& exec, const FieldTask<Real>& task, const Settings& settings) {
    const auto length =
        static_cast<std::size_t>(tree_.cellCount) * static_cast<std::size_t>(vectorLength(parameters_.order));
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
    view.order = parameters_.order;
    view.multipoles = multipoles_.data();
    view.locals = locals_.data();
    view.elementTargets = results(exec, {view.sources.x, view.sources.y, view.sources.z}, task.elementCount,
                                  task.elementVelocity, task.elementGradient, elementRows_);
    view.tracerTargets =
        results(exec, view.tracer, task.tracerCount, task.tracerVelocity, task.tracerGradient, tracerRows_);
    view.regularisation = settings.regularisation;
    view.accuracy = parameters_.accuracy;
    return view;
  }

  /// Sorted rows for the results that the task wants. Without any element there is no tree, and they stay 0.
  TargetArrays<Real> results(Exec& exec, const std::array<const Real*, 3>& x, Index count,
                             const VectorArrays<Real>& velocity, const MatrixArrays<Real>& gradient,
                             std::array<Buffer, 12>& rows) {
    TargetArrays<Real> targets = {x[0], x[1], x[2], nullptr, nullptr, nullptr, {}};
    const auto row = [&](std::size_t k, bool wanted) -> Real* {
      if (!wanted) return nullptr;
      rows[k].resize(static_cast<std::size_t>(count));
      if (tree_.cellCount == 0) exec.fill(rows[k].data(), count, Real(0));
      return rows[k].data();
    };
    targets.ux = row(0, velocity[0] != nullptr);
    targets.uy = row(1, velocity[0] != nullptr);
    targets.uz = row(2, velocity[0] != nullptr);
    for (std::size_t k = 0; k < 9; ++k) targets.gradient[k] = row(3 + k, gradient[0] != nullptr);
    return targets;
  }

  /// P2M on leaves, then M2M level by level, deepest first.
  void upwardPass(Exec& exec, const FmmView<Real>& view) {
    forEachLevelUp([&](Index begin, Index count) {
      exec.forEach(
          "fmm::upward", count,
          [&](Index i) {
            const Index c = begin + i;
            view.tree.cells[c].isLeaf() ? leafMultipole(view, c) : gatherMultipole(view, c);
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
            view.tree.cells[c].isLeaf() ? evaluateLeaf(view, c) : downward(view, c);
          },
          4);
    }
  }

  void scatterResults(Exec& exec, const FieldTask<Real>& task) {
    if (task.elementsAreTargets()) {
      scatterRows(exec, tree_.elementOrder.data(), task.elementCount, task.elementVelocity, task.elementGradient,
                  elementRows_);
    }
    scatterRows(exec, tree_.tracerOrder.data(), task.tracerCount, task.tracerVelocity, task.tracerGradient,
                tracerRows_);
  }
  void scatterRows(Exec& exec, const Index* order, Index count, const VectorArrays<Real>& velocity,
                   const MatrixArrays<Real>& gradient, std::array<Buffer, 12>& rows) {
    for (std::size_t k = 0; k < 3; ++k) {
      exec.forEach("fmm::scatter", count, ScatterRow<Real>{order, rows[k].data(), velocity[k]}, 16384);
    }
    for (std::size_t k = 0; gradient[0] && k < 9; ++k) {
      exec.forEach("fmm::scatter", count, ScatterRow<Real>{order, rows[3 + k].data(), gradient[k]}, 16384);
    }
  }

  void fill(EvaluationReport& report) const {
    report.order = parameters_.order;
    report.theta = parameters_.theta;
    report.leafElements = parameters_.limits.leafElements;
    report.leafPoints = parameters_.limits.leafPoints;
    report.levels = tree_.levels();
    report.cells = static_cast<std::size_t>(tree_.cellCount);
    report.leaves = leaves_.size();
    report.farPairs += lists_.farPairs();
    report.nearPairs += lists_.nearPairs;
  }

  bool tuned_ = false, tunedGradient_ = false;
  Settings tunedFor_;
  FmmParameters parameters_ = {};
  OctreeBuilder<Exec, Real> builder_;
  Octree<Exec, Real> tree_;
  InteractionLists<Exec, Real> lists_;
  Buffer multipoles_, locals_;
  std::array<Buffer, 12> elementRows_, tracerRows_;
  std::vector<Index> leaves_;
};

}  // namespace fmm
