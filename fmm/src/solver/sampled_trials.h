#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rows.h"
#include "fmm/ranks.h"
#include "solver/direct_sum.h"
#include "solver/fmm_pipeline.h"
#include "solver/parameter_search.h"
#include "solver/reference.h"

namespace fmm {

/// Trials on a sample of a task's targets. Sorts the task's particles; from then on the pipeline's complete() may end
/// the evaluation. Where ranks share elements and targets out, each with a task of its own, all of them try the same
/// together: work is the mean of theirs, and errors are those at the samples of all.
template <class Exec, class Real>
class SampledTrials final : public Trials {
 public:
  /// At `least` elements and as many tracers, or where elements are few at as many as make kPairs pairs.
  SampledTrials(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                FmmPipeline<Exec, Real>& pipeline, std::size_t least, Ranks* ranks = nullptr)
      : ranks_(ranks),
        exec_(exec),
        task_(task),
        settings_(settings),
        pipeline_(pipeline),
        grain_(costModel(!Exec::kHostMemory, settings.precision).grain) {
    const auto elements = static_cast<std::size_t>(std::max<std::uint64_t>(1, sumOfAll(task.elementCount)));
    pipeline.sort(exec, task, kLeast, std::max(least, kPairs / elements));
  }

  WorkCounts count(const FmmParameters& parameters) override {
    WorkCounts work = pipeline_.count(exec_, task_, parameters, grain_);
    if (ranks_) {
      ranks_->sum(&work.velocityPairs, sizeof work / sizeof(double));
      work = meanOf(work, ranks_->size());
    }
    return work;
  }
  double error(const FmmParameters& counted) override {
    refer(ofAll(pipeline_.sampledPositions(exec_)));
    const MeasuredError error = compareVelocities(ofAll(pipeline_.tryOut(exec_, task_, settings_, counted)), exact_);
    const double margin = areMany(settings_) ? kBoundMarginOfMany : kBoundMargin;
    const std::uint64_t targets = sumOfAll((task_.elementsAreTargets() ? task_.elementCount : 0) + task_.tracerCount);
    const double of = at_.size() == targets ? error.relativeL2 : std::max(error.relativeL2, margin * error.bound);
    return of * (wantsGradients() ? gradientsShare(counted.order) : 1);
  }
  /// How many samples of a kind tell parameters apart: a GPU sums many more in the time of a trial, as long as its own
  /// precision serves.
  static std::size_t samplesFor(const FieldSettings& settings) { return areMany(settings) ? 2048 : 256; }
  static bool areMany(const FieldSettings& settings) {
    return !Exec::kHostMemory && settings.tolerance >= kExactTolerance;
  }

 private:
  /// Errors of gradients, which ten tolerances are for, are 8 to 11 times those of velocities for orders up to 10, and
  /// up to 23 times for 13 to 16, where cores overlap: so much smaller than the tolerance those of velocities have to
  /// be.
  static double gradientsShare(int order) { return std::max(1.0, (order - 2) / 8.0); }
  bool wantsGradients() const { return task_.elementGradient[0] || task_.tracerGradient[0]; }

  static constexpr std::size_t kPairs = std::size_t{1} << 21;
  static constexpr TreeLimits kLeast = {8, 16};  // as small as a search may make leaves
  /// Direct sums in the task's precision tell errors from this tolerance on, where coordinates have digits enough, for
  /// which small leaves see; few pairs are summed in double in any case.
  static constexpr double kExactTolerance = 2e-5;
  static constexpr std::size_t kPrecisePairs = std::size_t{1} << 22;

  /// Direct sums at these targets, which are others only where a count had to sort anew.
  void refer(std::vector<Vec3> at) {
    if (at == at_) return;
    const bool few = at.size() * static_cast<std::size_t>(task_.elementCount) <= kPrecisePairs;
    exact_ = settings_.tolerance >= kExactTolerance && !few ? directSums(at) : preciseSums(at);
    if (ranks_ && !exact_.empty()) ranks_->sum(&exact_.front().x, 3 * exact_.size());
    at_ = std::move(at);
  }
  std::uint64_t sumOfAll(Index own) const {
    auto sum = static_cast<std::uint64_t>(own);
    if (ranks_) ranks_->sum(&sum, 1);
    return sum;
  }
  std::vector<Vec3> ofAll(const std::vector<Vec3>& own) const { return ranks_ ? ranks_->gatheredRows(own) : own; }
  std::vector<Vec3> directSums(const std::vector<Vec3>& at) {
    const auto count = static_cast<Index>(at.size());
    Rows<Exec, Real, 6> rows;
    rows.resize(count);
    exec_.template upload<Real>(at, rows.vector(0));
    FieldTask<Real> task;
    task.elements = task_.elements;
    task.elementCount = task_.elementCount;
    task.tracers = std::as_const(rows).vector(0);
    task.tracerCount = count;
    task.tracerVelocity = rows.vector(3);
    EvaluationReport unused;
    DirectSum<Exec, Real>().evaluate(exec_, task, settings_, unused);
    return exec_.template download<Real>(std::as_const(rows).vector(3), count);
  }
  /// In double, whatever the task's precision.
  std::vector<Vec3> preciseSums(const std::vector<Vec3>& at) {
    Elements elements;
    const SourceArrays<Real>& from = task_.elements;
    elements.position = exec_.template download<Real>({from.x, from.y, from.z}, task_.elementCount);
    elements.strength = exec_.template download<Real>({from.ax, from.ay, from.az}, task_.elementCount);
    elements.coreRadius = exec_.template downloadRow<Real>(from.sigma, task_.elementCount);
    return referenceVelocities(elements, at, settings_.regularisation, settings_.threads);
  }

  Ranks* const ranks_;  ///< null: there is no other
  Exec& exec_;
  const FieldTask<Real>& task_;
  const FieldSettings& settings_;
  FmmPipeline<Exec, Real>& pipeline_;
  const WorkGrain grain_;
  std::vector<Vec3> at_, exact_;  ///< the sample, and its velocities by direct sums
};

}  // namespace fmm
