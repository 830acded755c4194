#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "exec/stage_timer.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "solver/accuracy/fast_targets.h"
#include "solver/accuracy/sampled_trials.h"
#include "solver/fmm_pipeline.h"
#include "tree/source_imports.h"
#include "tuning/tuning.h"

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
  /// is the stage "tuning"; the evaluation goes on from the particles that it sorted. Where the sample has missed
  /// targets with a good part of the squared velocity, and the error there is too large, it searches for less. With
  /// `check` a later one looks again whether they are still right for a flow that has changed since. The task asks for
  /// velocities. Without `wait` they are there after exec.synchronize(), if settle() says so then.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check = false, bool wait = true) {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    if (!isTuned(settings, gradient)) {
      const Tuning adopted = adoptedFor(settings);
      adopted_ = {};
      tunedFor_.reset();  // should tuning fail, the next call begins anew
      found_ = {parametersFor(withTuning(settings, adopted), task, gradient), {}};
      const TunedFor tunedFor = {settings, gradient, adopted.elements > 0 ? adopted.elements : elementsOf(task)};
      if (adopted.order == 0 && tunes(settings, task)) {
        checkLeft_ = false;
        found_ = completeTried(exec, task, settings, searched(exec, task, settings, report), kTuning, report);
        tunedFor_ = tunedFor;
        report.predicted = predicted(exec, settings);
        return;
      }
      tunedFor_ = tunedFor;
    }
    if ((check || checkLeft_) && tunes(settings, task)) {
      checkLeft_ = true;
      found_ = completeTried(exec, task, settings, checked(exec, task, settings, report), kCheck, report);
      checkLeft_ = false;
    } else if (wait) {
      pipeline_.run(exec, task, settings, found_.parameters, report);
    } else {
      pipeline_.begin(exec, task, settings, found_.parameters, report);
    }
    if (check) tunedFor_->elements = elementsOf(task);  // also of parameters that are not this solver's to choose
    report.predicted = predicted(exec, settings);
  }
  /// What an evaluation takes with the parameters that a search starts from, by work that is counted at samples and by
  /// the program's constants: a function of particles and settings. Where nothing is begun, and no ranks share.
  double expectedSeconds(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    const CostModel costs = costModel(!Exec::kHostMemory, settings.precision, settings.space);
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    FmmParameters p = parametersFor(settings, task, gradient);
    p.directPairs = costs.directPairs(settings.regularisation, isExact(p), p.order);
    const WorkCounts work = Sampled(exec, task, settings, pipeline_, kCheckSamples).count(p);
    return costs.seconds(work, settings.regularisation, isExact(p), p.order);
  }
  /// What evaluates, for all that it alone knows of what was begun, of its trees and of its memory.
  FmmPipeline<Exec, Real>& pipeline() { return pipeline_; }
  const FmmPipeline<Exec, Real>& pipeline() const { return pipeline_; }

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
    checkLeft_ = false;
  }

 private:
  using Sampled = SampledTrials<Exec, Real>;
  static constexpr std::size_t kCheckSamples = 128;                    // of elements, and as many tracers
  static constexpr double kMissed = 0.9, kKeptTooWell = 0.3;           // parts of the tolerance
  static constexpr const char *kTuning = "tuning", *kCheck = "check";  // stages

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
  static CostModel costs(const FieldSettings& settings) {
    return costModel(!Exec::kHostMemory, settings.precision, settings.space);
  }
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

  /// Parameters that were tried at targets drawn evenly.
  struct Tried {
    FoundParameters found;
    SampledSquares squares;  ///< of those targets' velocities
    double tolerance;        ///< that they were searched for; infinite where they were not searched for
  };
  Tried searched(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    StageTimer timer(report);
    Sampled trials(exec, task, settings, pipeline_, Sampled::samplesFor(settings), shared_.ranks);
    const FoundParameters found = search(trials, task, settings, settings.tolerance);
    timer.finish(kTuning);
    return {found, trials.squares(), settings.tolerance};
  }
  /// The present parameters, or others where they miss the tolerance, or keep it so well that less may do.
  Tried checked(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    StageTimer timer(report);
    Sampled trials(exec, task, settings, pipeline_, kCheckSamples, shared_.ranks);
    trials.count(found_.parameters);
    found_.error = trials.error(found_.parameters);
    const double part = found_.error / settings.tolerance;
    Tried tried = {found_, trials.squares(), INFINITY};
    if (!(part <= kMissed && part >= kKeptTooWell)) {
      Sampled more(exec, task, settings, pipeline_, Sampled::samplesFor(settings), shared_.ranks);
      tried = {search(more, task, settings, settings.tolerance), {}, settings.tolerance};
      tried.squares = more.squares();
    }
    timer.finish(kCheck);
    return tried;
  }
  /// Evaluates with the parameters. Where the samples missed the fast targets, and the tolerance is not kept there,
  /// searches for a smaller one, as long as that helps, and evaluates anew; what was done before counts as the stage
  /// `looked`. The parameters of the results: they depend on the particles and settings, but for those that did.
  FoundParameters completeTried(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, Tried tried,
                                const char* looked, EvaluationReport& report) {
    constexpr int kMostTighter = 2;
    constexpr double kHelps = 0.5;
    double errorBefore = INFINITY;
    FoundParameters before;
    for (int tighter = 0;;) {
      const EvaluationReport past = report;
      StageTimer timer(report);
      pipeline_.complete(exec, task, settings, tried.found.parameters, report);
      const double completed = timer.lap(), error = errorAtFast(exec, task, settings, tried);
      const bool searchedFor = std::isfinite(tried.tolerance), helps = error <= kHelps * errorBefore;
      const double next =
          searchedFor ? tried.tolerance * kErrorMargin * settings.tolerance / error : settings.tolerance;
      const bool misses = error > kMissed * settings.tolerance;
      const bool may = tighter < kMostTighter && tried.tolerance > leastTolerance(settings);
      if (!misses || (helps && !may)) {
        timer.finish(looked);
        return tried.found;
      }
      report = past;
      report.seconds += completed;
      StageTimer::addTo(report, looked, completed);
      if (!helps) {
        timer.finish(looked);
        pipeline_.run(exec, task, settings, before.parameters, report);
        return before;
      }
      if (searchedFor) {
        errorBefore = error;
        before = tried.found;
        ++tighter;
      }
      FieldSettings wanted = settings;
      wanted.tolerance = std::max(next, leastTolerance(settings));
      Sampled trials(exec, task, wanted, pipeline_, Sampled::samplesFor(wanted), shared_.ranks);
      const FoundParameters found = search(trials, task, settings, wanted.tolerance);
      tried = {found, trials.squares(), wanted.tolerance};
      timer.finish(looked);
    }
  }
  /// As it counts against the tolerance; 0 where the samples that were tried have missed nothing.
  double errorAtFast(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const Tried& tried) const {
    const auto elements = static_cast<std::size_t>(std::max<Index>(1, elementsOf(task)));
    const std::size_t samples = std::max(Sampled::samplesFor(settings), Sampled::kPairs / elements);
    const double weight = Sampled::weighed(1, task, tried.found.parameters.order);
    const double rest = std::min(tried.found.error, kErrorMargin * settings.tolerance);  // more is round-off
    FastTargets<Exec, Real> fast(exec, task, settings, shared_.ranks);
    return weight * fast.error(tried.squares, rest / weight, 2 * samples);
  }

  /// Order, angle and leaves for `tolerance`, all else for that of the settings, so that who adopts them has the same.
  /// Depends on the particles, the settings and the costs in use alone: with the program's own, runs repeat bit for
  /// bit.
  FoundParameters search(Sampled& trials, const FieldTask<Real>& task, const FieldSettings& settings,
                         double tolerance) const {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    FieldSettings table = settings;  // says the pair to start from
    table.tolerance = tolerance;
    const FmmParameters pair = parametersFor(table, task, gradient);
    FieldSettings fixed = settings;
    fixed.order = pair.order;
    fixed.theta = pair.theta;
    const FmmParameters start = parametersFor(fixed, task, gradient);
    SearchTask wanted = {start,
                         settings.regularisation,
                         tolerance,
                         settings.leafElements == 0,
                         settings.leafPoints == 0,
                         Exec::kHostMemory,
                         Sampled::areMany(table),
                         OpenLimits{}.mostPoints,
                         mostOrder(settings.space)};
    constexpr double kMostLeftInPlane = 100;  // times the tolerance
    if (settings.space == Space::plane) wanted.mostLeft = kMostLeftInPlane * tolerance;
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
