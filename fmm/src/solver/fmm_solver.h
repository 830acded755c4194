#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "fmm/tree_view.h"
#include "solver/fast_targets.h"
#include "solver/fmm_pipeline.h"
#include "solver/sampled_trials.h"
#include "solver/stage_timer.h"
#include "solver/tuning.h"
#include "tree/source_imports.h"

namespace fmm {

/// Biot-Savart sums by the fast multipole method: O(N) for a given tolerance. Keeps its buffers between evaluations,
/// and the parameters that met the tolerance at the least cost when that was last looked at.
template <class Exec, class Real>
class FmmSolver {
 public:
  /// From now on tasks hold a rank's part of the elements and of the targets, of which there are so many on all, and
  /// `imports` bring what their targets need of the others. All ranks evaluate together, with a wait, and choose the
  /// same parameters.
  void share(Ranks& ranks, SourceImports<Exec, Real>& imports, Index elements, Index tracers) {
    shared_ = Shared{&ranks, elements, tracers};
    pipeline_.importFrom(&imports);
  }

  /// Results of `task` within settings.tolerance; times, counts and parameters into the report. The first evaluation
  /// with new settings chooses order, opening angle and leaf sizes: by the work that counts on a sample of leaves
  /// promise, among those whose error at a sample of targets, against direct sums, keeps the tolerance. What that takes
  /// is the stage "tuning"; the evaluation goes on from the particles that it sorted. Where the sample has missed the
  /// targets that have most of the squared velocity, and the error there is too large, it searches for less. With
  /// `check` a later one looks again whether they are still right for a flow that has changed since. The task asks for
  /// velocities. Without `wait` they are there after exec.synchronize(), if settle() says so then.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check = false, bool wait = true) {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    bool sorted = false;
    MeanSquares sampled;
    const char* looked = "tuning";
    if (!isTuned(settings, gradient)) {
      const Tuning adopted = adoptedFor(settings);
      adopted_ = {};
      tunedFor_.reset();  // should tuning fail, the next call begins anew
      const FmmParameters start = parametersFor(withTuning(settings, adopted), task, gradient);
      found_ = {start, {}};
      sorted = adopted.order == 0 && tunes(settings, task);
      if (sorted) {
        StageTimer timer(report);
        Sampled trials(exec, task, settings, pipeline_, Sampled::samplesFor(settings), shared_.ranks);
        found_ = search(trials, task, settings, start);
        sampled = trials.squares();
        timer.finish(looked);
      }
      tunedFor_ = TunedFor{settings, gradient, adopted.elements > 0 ? adopted.elements : elementsOf(task)};
    }
    if (!sorted && (check || checkLeft_) && tunes(settings, task)) {
      StageTimer timer(report);
      checkLeft_ = true;
      found_ = checked(exec, task, settings, sampled);
      sorted = true;
      looked = "check";
      timer.finish(looked);
    }
    if (check) tunedFor_->elements = elementsOf(task);  // also of parameters that are not this solver's to choose
    if (sorted) {
      checkLeft_ = true;
      completeTried(exec, task, settings, sampled, looked, report);
      checkLeft_ = false;
    } else if (wait) {
      pipeline_.run(exec, task, settings, found_.parameters, report);
    } else {
      pipeline_.begin(exec, task, settings, found_.parameters, report);
    }
    report.predicted = predicted(exec, settings);
  }
  /// As FmmPipeline has them, of evaluations without a wait.
  bool settle(EvaluationReport& report) { return pipeline_.settle(report); }
  void drop() { pipeline_.drop(); }

  /// What the next evaluation with these settings works with, as far as that is known; zeros where it is to choose.
  Tuning tuning(const FieldSettings& settings, bool gradient) const {
    if (!isTuned(settings, gradient)) return adoptedFor(settings);
    const FmmParameters& p = found_.parameters;
    return {p.order, p.theta, p.limits.leafElements, p.limits.leafPoints, tunedFor_->elements};
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
  using Sampled = SampledTrials<Exec, Real>;
  static constexpr std::size_t kCheckSamples = 128;           // of elements, and as many tracers
  static constexpr double kMissed = 0.9, kKeptTooWell = 0.3;  // parts of the tolerance

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
  bool tunes(const FieldSettings& settings, const FieldTask<Real>& task) const {
    return settings.order == 0 && settings.theta == 0 && elementsOf(task) > 0;
  }
  /// Of all ranks.
  Index elementsOf(const FieldTask<Real>& task) const { return shared_.ranks ? shared_.elements : task.elementCount; }
  Index tracersOf(const FieldTask<Real>& task) const { return shared_.ranks ? shared_.tracers : task.tracerCount; }
  static CostModel costs(const FieldSettings& settings) { return costModel(!Exec::kHostMemory, settings.precision); }
  /// Zeros where the work was not counted.
  CostParts predicted(const Exec& exec, const FieldSettings& settings) const {
    if (found_.work.targets == 0) return {};
    int threads = 1;
    if constexpr (Exec::kHostMemory) threads = exec.threads();
    return costs(settings).parts(found_.work, settings.regularisation, isExact(found_.parameters),
                                 found_.parameters.order, threads);
  }
  static bool isExact(const FmmParameters& p) { return p.accuracy == PairAccuracy::exact; }
  FmmParameters parametersFor(const FieldSettings& settings, const FieldTask<Real>& task, bool gradient) const {
    const UsualLeaves leaves = Exec::kHostMemory ? kProcessorsLeaves : UsualLeaves{};
    FmmParameters p = chooseParameters(settings, elementsOf(task), tracersOf(task), gradient, leaves);
    p.directPairs = costs(settings).directPairs(settings.regularisation, isExact(p), p.order);
    return p;
  }

  /// The present parameters, or others where they miss the tolerance, or keep it so well that less may do.
  FoundParameters checked(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                          MeanSquares& sampled) {
    Sampled trials(exec, task, settings, pipeline_, kCheckSamples, shared_.ranks);
    trials.count(found_.parameters);
    const double part = trials.error(found_.parameters) / settings.tolerance;
    sampled = trials.squares();
    if (part <= kMissed && part >= kKeptTooWell) return found_;
    Sampled more(exec, task, settings, pipeline_, Sampled::samplesFor(settings), shared_.ranks);
    const FoundParameters found = search(more, task, settings, parametersFor(settings, task, tunedFor_->gradient));
    sampled = more.squares();
    return found;
  }

  /// Ends the evaluation of parameters that were tried at targets drawn evenly, whose squared velocities are `sampled`.
  /// Where these missed the fast ones and the tolerance is not kept there, parameters are searched for one that is as
  /// much smaller, and what was done counts as the stage `looked`.
  void completeTried(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, MeanSquares sampled,
                     const char* looked, EvaluationReport& report) {
    constexpr int kMostSearches = 2;
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    FieldSettings tighter = settings;
    for (int searches = 0;; ++searches) {
      const EvaluationReport before = report;
      StageTimer timer(report);
      pipeline_.complete(exec, task, settings, found_.parameters, report);
      const double completed = timer.lap();
      FastTargets<Exec, Real> fast(exec, task, settings, shared_.ranks);
      const double error =
          Sampled::counts(fast.error(sampled, 2 * Sampled::samplesFor(settings)), task, found_.parameters.order);
      if (searches == kMostSearches || !(error > kMissed * settings.tolerance)) return timer.finish(looked);
      report = before;
      report.seconds += completed;
      StageTimer::addTo(report, looked, completed);
      tighter.tolerance *= kErrorMargin * settings.tolerance / error;
      Sampled trials(exec, task, settings, pipeline_, Sampled::samplesFor(settings), shared_.ranks);
      found_ = search(trials, task, tighter, parametersFor(tighter, task, gradient));
      sampled = trials.squares();
      timer.finish(looked);
    }
  }

  /// Depends on the particles, the settings and the costs in use alone: with the program's own, runs repeat bit for
  /// bit.
  FoundParameters search(Sampled& trials, const FieldTask<Real>& task, const FieldSettings& settings,
                         const FmmParameters& start) const {
    SearchTask wanted = {start,
                         settings.regularisation,
                         settings.tolerance,
                         settings.leafElements == 0,
                         settings.leafPoints == 0,
                         Exec::kHostMemory,
                         Sampled::areMany(settings)};
    const int ranks = shared_.ranks ? shared_.ranks->size() : 1;  // whose parts differ, while all choose alike
    if (!Exec::kHostMemory)
      wanted.mostLeafPoints = mostLeafPointsOnGpu(elementsOf(task) / ranks, tracersOf(task) / ranks);
    return cheapestParameters(trials, wanted, costs(settings));
  }

  struct TunedFor {
    FieldSettings settings;
    bool gradient;
    std::int64_t elements;  ///< when found_ was last looked at
  };

  struct Shared {
    Ranks* ranks = nullptr;  ///< null: tasks hold all there is
    Index elements = 0, tracers = 0;
  };

  Shared shared_;
  std::optional<TunedFor> tunedFor_;  ///< what found_ is for
  bool checkLeft_ = false;            ///< a check has failed: the next evaluation makes up for it
  Tuning adopted_;                    ///< order 0: none
  FieldSettings adoptedFor_;
  FoundParameters found_ = {};
  FmmPipeline<Exec, Real> pipeline_;
};

}  // namespace fmm
