#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/tree_view.h"
#include "solver/error_samples.h"
#include "solver/fmm_pipeline.h"
#include "solver/reference.h"
#include "solver/stage_timer.h"
#include "solver/tuning.h"

namespace fmm {

/// Biot-Savart sums by the fast multipole method: O(N) for a given tolerance. Keeps its buffers between evaluations,
/// and the order and opening angle that met the tolerance when they were last measured.
template <class Exec, class Real>
class FmmSolver {
 public:
  /// Results of `task` within settings.tolerance; times, counts and parameters into the report. The first evaluation
  /// with new settings compares a sample with direct sums, and raises the order or narrows the opening angle while the
  /// error is above the tolerance; with `check` a later one looks again whether they are still right for a flow that
  /// has changed since. The task asks for velocities. Without `wait` they are there after exec.synchronize(), if
  /// settle() says so then.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check = false, bool wait = true) {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    if (!isTuned(settings, gradient)) {
      const Tuning adopted = adoptedFor(settings);
      adopted_ = {};
      tunedFor_.reset();  // should tuning fail, the next call begins anew
      const FmmParameters start =
          chooseParameters(withTuning(settings, adopted), task.elementCount, task.tracerCount, gradient);
      parameters_ = adopted.order > 0 ? start : tune(exec, task, settings, start);
      tunedFor_ = TunedFor{settings, gradient};
    } else if (check && tunes(settings)) {
      StageTimer timer(report);
      parameters_ = checked(exec, task, settings);
      timer.finish("check");
    }
    if (!wait) return pipeline_.begin(exec, task, settings, parameters_, report);
    pipeline_.run(exec, task, settings, parameters_, report);
  }
  /// As FmmPipeline has them, of evaluations without a wait.
  bool settle(EvaluationReport& report) { return pipeline_.settle(report); }
  void drop() { pipeline_.drop(); }

  /// What the next evaluation with these settings works with, as far as that is known; zeros where it is to choose.
  Tuning tuning(const FieldSettings& settings, bool gradient) const {
    if (!isTuned(settings, gradient)) return adoptedFor(settings);
    const TreeLimits& limits = parameters_.limits;
    return {parameters_.order, parameters_.theta, limits.leafElements, limits.leafPoints};
  }
  /// The next evaluation takes these instead of finding its own if it has these settings.
  void adopt(const Tuning& tuning, const FieldSettings& settings) {
    adopted_ = tuning;
    adoptedFor_ = settings;
    tunedFor_.reset();
  }

  std::size_t bytes() const { return pipeline_.bytes(); }
  /// The tree of the last evaluation, which had elements: VortexSystem::treeCells() and nearCells().
  std::vector<TreeCell> treeCells(Exec& exec) { return pipeline_.treeCells(exec); }
  std::vector<std::size_t> nearCells(Exec& exec, std::size_t leaf) { return pipeline_.nearCells(exec, leaf); }

 private:
  static constexpr double kMargin = 0.6;  // other samples, and later steps, may come out somewhat worse
  static constexpr std::size_t kTuneSamples = 300, kCheckSamples = 50;  // of elements, and as many tracers
  static constexpr std::size_t kSamplePairs = std::size_t{1} << 22;

  /// What the settings leave open from `tuning`.
  static FieldSettings withTuning(FieldSettings settings, const Tuning& tuning) {
    if (settings.order == 0) settings.order = tuning.order;
    if (settings.theta == 0) settings.theta = tuning.theta;
    if (settings.leafElements == 0) settings.leafElements = tuning.leafElements;
    if (settings.leafPoints == 0) settings.leafPoints = tuning.leafPoints;
    return settings;
  }

  bool isTuned(const FieldSettings& settings, bool gradient) const {
    return tunedFor_ && tunedFor_->gradient == gradient && tunedFor_->settings == settings;
  }
  Tuning adoptedFor(const FieldSettings& settings) const {
    return adopted_.order > 0 && adoptedFor_ == settings ? adopted_ : Tuning{};
  }
  static bool tunes(const FieldSettings& settings) { return settings.order == 0 && settings.theta == 0; }

  /// The present parameters, or others where they miss the tolerance, or keep it so well that less would do.
  FmmParameters checked(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    constexpr double kMissed = 0.9, kKeptTooWell = 0.05;  // parts of the tolerance
    const FmmParameters least = chooseParameters(settings, task.elementCount, task.tracerCount, tunedFor_->gradient);
    FmmParameters present = parameters_;
    present.limits = least.limits;  // counts may have changed
    const double part = errorWith(exec, task, settings, present, kCheckSamples) / settings.tolerance;
    if (!(part <= kMissed)) return tune(exec, task, settings, present);
    return part < kKeptTooWell && tighter(present, least) ? tune(exec, task, settings, least) : present;
  }

  /// Parameters that keep the tolerance, from `start` on. Depend on the particles and the settings alone, so runs
  /// repeat bit for bit.
  FmmParameters tune(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, FmmParameters start) {
    FmmParameters parameters = start;
    if (!tunes(settings)) return parameters;
    FmmParameters last = parameters;
    double mostAllowed = INFINITY, excess = 0;
    do {
      const double error = errorWith(exec, task, settings, parameters, kTuneSamples);
      if (error <= kMargin * settings.tolerance) return parameters;
      // Where the last change brought less than half of what it should (in orders of magnitude), round-off is the
      // floor: the parameters before are as good, and cheaper.
      if (!(error < mostAllowed)) break;
      last = parameters;
      excess = error / (kMargin * settings.tolerance);
      mostAllowed = error / std::sqrt(std::min(excess, 4.0));
    } while (tighten(parameters, excess));
    return last;
  }

  /// Relative error, by samples, of an evaluation with these parameters, whose results stay in the task's rows; more
  /// where the samples scatter so much that kMargin does not cover what they may miss.
  double errorWith(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                   const FmmParameters& parameters, std::size_t samples) {
    EvaluationReport unused;
    pipeline_.run(exec, task, settings, parameters, unused);
    const MeasuredError error = sampledError(exec, task, settings, samples);
    return larger(error.relativeL2, kMargin * error.bound);
  }

  /// At `least` elements and as many tracers, or where elements are few at as many as make kSamplePairs pairs.
  MeasuredError sampledError(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                             std::size_t least) {
    const std::size_t samples =
        std::max(least, kSamplePairs / static_cast<std::size_t>(std::max<Index>(1, task.elementCount)));
    std::vector<Vec3> at, velocity;
    const auto take = [&](const std::array<const Real*, 3>& x, const VectorArrays<Real>& u, Index count) {
      const auto indices = sampleIndices(static_cast<std::size_t>(count), samples);
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
    MeasuredError error =
        compareVelocities(velocity, referenceVelocities(elements, at, settings.regularisation, settings.threads));
    const auto isAll = [samples](Index count) { return static_cast<std::size_t>(count) <= samples; };
    if (isAll(task.tracerCount) && (isAll(task.elementCount) || !task.elementsAreTargets()))
      error.bound = error.relativeL2;
    return error;
  }

  struct TunedFor {
    FieldSettings settings;
    bool gradient;
  };

  std::optional<TunedFor> tunedFor_;  ///< what parameters_ are for
  Tuning adopted_;                    ///< order 0: none
  FieldSettings adoptedFor_;
  FmmParameters parameters_ = {};
  FmmPipeline<Exec, Real> pipeline_;
};

}  // namespace fmm
