#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "exec/stage_timer.h"
#include "fmm/ranks.h"
#include "fmm/report.h"
#include "fmm/settings.h"
#include "solver/accuracy/error_measure.h"
#include "solver/accuracy/fast_targets.h"
#include "solver/accuracy/sampled_trials.h"
#include "solver/fmm_pipeline.h"
#include "tree/source_imports.h"
#include "tuning/tuning.h"

namespace fmm {

/// Biot-Savart sums by the fast multipole method: O(N) for a given tolerance. Keeps its buffers between evaluations,
/// and the cheapest parameters that met the tolerance in the last search.
template <class Exec, class Real>
class FmmSolver {
 public:
  /// Shares further evaluations among ranks. Tasks then hold this rank's part of the `elements` and `tracers` of all
  /// ranks; `imports` brings the other ranks' sources. All ranks evaluate together, with a wait, and choose the same
  /// parameters. `ranks` and `imports` must outlive the solver.
  void share(Ranks& ranks, SourceImports<Exec, Real>& imports, Index elements, Index tracers) {
    shared_ = Shared{&ranks, elements, tracers};
    pipeline_.importFrom(&imports);
  }

  /// Computes the velocities and other fields that `task` asks for, within settings.tolerance; times, counts and
  /// parameters go into the report. The first evaluation with new settings chooses order, opening angle and leaf sizes
  /// (stage "tuning") on samples of the targets: the least counted work among the parameters whose error against direct
  /// sums keeps the tolerance. Where the samples missed targets with a large share of the squared velocity and the
  /// error there is too large, the search is repeated with a smaller tolerance. With `check` an evaluation measures
  /// the error again, since the flow has changed, and searches if needed. Without `wait` the results are valid after
  /// exec.synchronize() if pipeline().repair() then returns true.
  void evaluate(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report,
                bool check = false, bool wait = true) {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    if (!isTuned(settings, gradient)) {
      const Tuning adopted = adoptedFor(settings);
      adopted_ = {};
      tunedFor_.reset();  // if tuning throws, the next call starts over
      found_ = {parametersFor(withTuning(settings, adopted), task, gradient), {}};
      const TunedFor tunedFor = {settings, gradient, adopted.elements > 0 ? adopted.elements : elementsOf(task)};
      if (adopted.order == 0 && tunes(settings, task)) {
        checkLeft_ = false;
        found_ = completeTried(exec, task, settings, searched(exec, task, settings, report), kTuning, report);
        tunedFor_ = tunedFor;
        report.predicted = predicted(exec, settings);
        judge(settings, report);
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
    if (check) tunedFor_->elements = elementsOf(task);  // also where the settings prescribe the parameters
    report.predicted = predicted(exec, settings);
    judge(settings, report);
  }
  /// Time of an evaluation with the parameters that a search starts from [s]: work counted at samples times the cost
  /// model's constants, thus a function of particles and settings only. Requires that no evaluation is begun and that
  /// no ranks share the work.
  double expectedSeconds(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings) {
    const CostModel costs = costModel(!Exec::kHostMemory, settings.precision, settings.space);
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    FmmParameters p = parametersFor(settings, task, gradient);
    p.directPairs = costs.directPairs(settings.regularisation, isExact(p), p.order);
    const WorkCounts work = Sampled(exec, task, settings, pipeline_, kCheckSamples).count(p);
    return costs.seconds(work, settings.regularisation, isExact(p), p.order);
  }
  /// Gives access to begun evaluations, trees and memory.
  FmmPipeline<Exec, Real>& pipeline() { return pipeline_; }
  const FmmPipeline<Exec, Real>& pipeline() const { return pipeline_; }

  /// The parameters of the next evaluation with these settings; zeros where that evaluation chooses them.
  Tuning tuning(const FieldSettings& settings, bool gradient) const {
    if (!isTuned(settings, gradient)) return adoptedFor(settings);
    const FmmParameters& p = found_.parameters;
    return {p.order, p.theta, p.limits.leafElements, p.limits.leafPoints, tunedFor_->elements};
  }
  /// The next evaluation uses `tuning` instead of searching, if it has these settings.
  void adopt(const Tuning& tuning, const FieldSettings& settings) {
    adopted_ = tuning;
    adoptedFor_ = settings;
    tunedFor_.reset();
    checkLeft_ = false;
  }

 private:
  using Sampled = SampledTrials<Exec, Real>;
  static constexpr std::size_t kCheckSamples = 128;                    // of elements, and as many tracers
  static constexpr double kMissed = 0.9, kKeptTooWell = 0.3;           // fractions of the tolerance
  static constexpr const char *kTuning = "tuning", *kCheck = "check";  // stages

  /// The settings, with parameters they leave open taken from `tuning`.
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
  /// Elements of all ranks.
  Index elementsOf(const FieldTask<Real>& task) const { return shared_.ranks ? shared_.elements : task.elementCount; }
  Index tracersOf(const FieldTask<Real>& task) const { return shared_.ranks ? shared_.tracers : task.tracerCount; }
  static CostModel costs(const FieldSettings& settings) {
    return costModel(!Exec::kHostMemory, settings.precision, settings.space);
  }
  /// Expected times; zeros where the work was not counted.
  CostParts predicted(const Exec& exec, const FieldSettings& settings) const {
    if (found_.work.targets == 0) return {};
    int threads = 1;
    if constexpr (Exec::kHostMemory) threads = exec.threads();
    return costs(settings).parts(found_.work, settings.regularisation, isExact(found_.parameters),
                                 found_.parameters.order, threads);
  }
  static bool isExact(const FmmParameters& p) { return p.accuracy == PairAccuracy::exact; }
  /// Reports whether the tolerance is kept at the samples of the last trials; nothing where there were none.
  void judge(const FieldSettings& settings, EvaluationReport& report) const {
    if (found_.error == 0) return;
    report.toleranceKept = found_.error <= settings.tolerance;
    report.warning = *report.toleranceKept ? std::string() : notKept(settings.tolerance, found_.error);
  }
  FmmParameters parametersFor(const FieldSettings& settings, const FieldTask<Real>& task, bool gradient) const {
    const UsualLeaves leaves = Exec::kHostMemory ? kProcessorsLeaves : UsualLeaves{};
    FmmParameters p = chooseParameters(settings, elementsOf(task), tracersOf(task), gradient, leaves);
    p.directPairs = costs(settings).directPairs(settings.regularisation, isExact(p), p.order);
    return p;
  }

  /// Parameters tried at evenly drawn targets.
  struct Tried {
    FoundParameters found;
    SampledSquares squares;  ///< of those targets' velocities
    double tolerance;        ///< of the search; infinite where there was no search
  };
  Tried searched(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, EvaluationReport& report) {
    StageTimer timer(report);
    Sampled trials(exec, task, settings, pipeline_, Sampled::samplesFor(settings), shared_.ranks);
    const FoundParameters found = search(trials, task, settings, settings.tolerance);
    timer.finish(kTuning);
    return {found, trials.squares(), settings.tolerance};
  }
  /// The present parameters, or the result of a new search if their error is above kMissed or below kKeptTooWell.
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
  /// Evaluates with the parameters of `tried` and returns the parameters of the results. Where the samples missed fast
  /// targets and the error there exceeds the tolerance, searches with a smaller tolerance and evaluates again, as long
  /// as that reduces the error; the time of discarded evaluations counts as the stage `looked`.
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
      const double even = std::exchange(tried.found.error, std::max(tried.found.error, error));
      const bool searchedFor = std::isfinite(tried.tolerance), helps = error <= kHelps * errorBefore;
      // The even samples' error may be far below what was wanted: it has to fall, or the same parameters come again.
      const double fall = kMissed * settings.tolerance / error;
      const double next = searchedFor ? fall * std::min(tried.tolerance, even / kErrorMargin) : settings.tolerance;
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
  /// Error at the fast targets, as weighed against the tolerance; 0 where the samples of `tried` missed none.
  double errorAtFast(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, const Tried& tried) const {
    const auto elements = static_cast<std::size_t>(std::max<Index>(1, elementsOf(task)));
    const std::size_t samples = std::max(Sampled::samplesFor(settings), Sampled::kPairs / elements);
    const double weight = Sampled::weighed(1, task, tried.found.parameters.order);
    const double rest = std::min(tried.found.error, kErrorMargin * settings.tolerance);  // anything above is round-off
    FastTargets<Exec, Real> fast(exec, task, settings, shared_.ranks);
    return weight * fast.error(tried.squares, rest / weight, 2 * samples);
  }

  /// Order, angle and leaf sizes for `tolerance`. Everything else follows settings.tolerance, so that a run that adopts
  /// the result has the same. Depends only on particles, settings and cost constants: runs repeat bit for bit.
  FoundParameters search(Sampled& trials, const FieldTask<Real>& task, const FieldSettings& settings,
                         double tolerance) const {
    const bool gradient = task.elementGradient[0] || task.tracerGradient[0];
    FieldSettings table = settings;  // selects order and angle to start from
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
    constexpr double kMostLeftInPlane = 100;  // tolerances
    if (settings.space == Space::plane) wanted.mostLeft = kMostLeftInPlane * tolerance;
    const int ranks = shared_.ranks ? shared_.ranks->size() : 1;  // mean part, since all ranks choose alike
    if (!Exec::kHostMemory)
      wanted.mostLeafPoints = mostLeafPointsOnGpu(elementsOf(task) / ranks, tracersOf(task) / ranks);
    return cheapestParameters(trials, wanted, costs(settings));
  }

  struct TunedFor {
    FieldSettings settings;
    bool gradient;
    std::int64_t elements;  ///< number when found_ was last checked
  };

  struct Shared {
    Ranks* ranks = nullptr;  ///< null: tasks hold all particles
    Index elements = 0, tracers = 0;
  };

  Shared shared_;
  std::optional<TunedFor> tunedFor_;  ///< what found_ is for
  bool checkLeft_ = false;            ///< a check has thrown: the next evaluation repeats it
  Tuning adopted_;                    ///< order 0: none
  FieldSettings adoptedFor_;
  FoundParameters found_ = {};
  FmmPipeline<Exec, Real> pipeline_;
};

}  // namespace fmm
