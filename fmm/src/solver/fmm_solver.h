#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "fmm/settings.h"
#include "fmm/vortex_system.h"
#include "solver/fmm_pipeline.h"
#include "solver/reference.h"
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
  /// has changed since. The task asks for velocities.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const Settings& settings, EvaluationReport& report,
                bool check = false) {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    const Settings field = ofTheField(settings);
    if (!tuned_ || tunedFor_ != field || tunedGradient_ != gradient) {
      tuned_ = false;  // should tuning fail, the next call begins anew
      if (adopted_.order > 0) {
        parameters_ = chooseParameters(withTuning(settings, std::exchange(adopted_, {})), task.elementCount,
                                       task.tracerCount, gradient);
      } else {
        tune(exec, task, settings, chooseParameters(settings, task.elementCount, task.tracerCount, gradient));
      }
      tuned_ = true;
      tunedFor_ = field;
      tunedGradient_ = gradient;
    } else if (check && tunes(settings)) {
      return evaluateAndCheck(exec, task, settings, report);
    }
    pipeline_.run(exec, task, settings, parameters_, report);
  }

  /// What the last evaluation worked with; zeros before it.
  Tuning tuning() const {
    if (!tuned_) return adopted_;
    const TreeLimits& limits = parameters_.limits;
    return {parameters_.order, parameters_.theta, limits.leafElements, limits.leafPoints};
  }
  /// The next evaluation takes these instead of finding its own.
  void adopt(const Tuning& tuning) {
    adopted_ = tuning;
    tuned_ = false;
  }

  std::size_t bytes() const { return pipeline_.bytes(); }
  /// The tree of the last evaluation, which had elements: VortexSystem::treeCells() and nearCells().
  std::vector<TreeCell> treeCells(Exec& exec) { return pipeline_.treeCells(exec); }
  std::vector<std::size_t> nearCells(Exec& exec, std::size_t leaf) { return pipeline_.nearCells(exec, leaf); }

 private:
  static constexpr double kMargin = 0.6;  // other samples, and later steps, may come out somewhat worse
  static constexpr std::size_t kTuneSamples = 300, kCheckSamples = 50;  // of elements, and as many tracers

  /// The settings without what decides only how particles move in the field.
  static Settings ofTheField(Settings settings) {
    const Settings standard;
    settings.timeStep = standard.timeStep;
    settings.integrator = standard.integrator;
    settings.stretching = standard.stretching;
    settings.formulation = standard.formulation;
    settings.courant = standard.courant;
    settings.viscosity = standard.viscosity;
    settings.diffusion = standard.diffusion;
    settings.coreGrowth = standard.coreGrowth;
    settings.relaxation = standard.relaxation;
    settings.minimumOverlap = standard.minimumOverlap;
    settings.elementBudget = standard.elementBudget;
    settings.mergeTolerance = standard.mergeTolerance;
    return settings;
  }

  static Settings withTuning(Settings settings, const Tuning& tuning) {
    settings.order = tuning.order;
    settings.theta = tuning.theta;
    settings.leafElements = static_cast<int>(tuning.leafElements);
    settings.leafPoints = static_cast<int>(tuning.leafPoints);
    return settings;
  }

  static bool tunes(const Settings& settings) { return settings.order == 0 && settings.theta == 0; }

  /// Evaluates, and again with other parameters where the tolerance is missed, or kept so well that less would do.
  void evaluateAndCheck(Exec& exec, const FieldTask<Real>& task, const Settings& settings, EvaluationReport& report) {
    constexpr double kMissed = 0.9, kKeptTooWell = 0.05;  // parts of the tolerance
    const FmmParameters least = chooseParameters(settings, task.elementCount, task.tracerCount, tunedGradient_);
    parameters_.limits = least.limits;  // counts may have changed
    EvaluationReport attempt = report;
    pipeline_.run(exec, task, settings, parameters_, attempt);
    const double part = sampledError(exec, task, settings, kCheckSamples).relativeL2 / settings.tolerance;
    const bool missed = !(part <= kMissed), tooWell = part < kKeptTooWell && stronger(parameters_, least);
    if (!missed && !tooWell) {
      report = std::move(attempt);
      return;
    }
    tune(exec, task, settings, missed ? parameters_ : least);
    pipeline_.run(exec, task, settings, parameters_, report);
  }

  /// Settles parameters_, beginning with `start`. Depends on the particles and the settings alone, so runs repeat bit
  /// for bit.
  void tune(Exec& exec, const FieldTask<Real>& task, const Settings& settings, const FmmParameters& start) {
    parameters_ = start;
    if (!tunes(settings)) return;
    FmmParameters last = parameters_;
    double mostAllowed = INFINITY, excess = 0;
    do {
      EvaluationReport unused;
      pipeline_.run(exec, task, settings, parameters_, unused);
      const double error = sampledError(exec, task, settings, kTuneSamples).relativeL2;
      if (error <= kMargin * settings.tolerance) return;
      // Where the last change brought less than half of what it should (in orders of magnitude), round-off is the
      // floor: the parameters before are as good, and cheaper.
      if (!(error < mostAllowed)) break;
      last = parameters_;
      excess = error / (kMargin * settings.tolerance);
      mostAllowed = error / std::sqrt(std::min(excess, 4.0));
    } while (strengthen(parameters_, excess));
    parameters_ = last;
  }

  MeasuredError sampledError(Exec& exec, const FieldTask<Real>& task, const Settings& settings, std::size_t samples) {
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
    return compareVelocities(velocity, referenceVelocities(elements, at, settings.regularisation, settings.threads));
  }

  bool tuned_ = false, tunedGradient_ = false;
  Settings tunedFor_;
  Tuning adopted_;  ///< order 0: none
  FmmParameters parameters_ = {};
  FmmPipeline<Exec, Real> pipeline_;
};

}  // namespace fmm
