#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "fmm/ranks.h"
#include "pairs/direct_sum.h"
#include "pairs/reference.h"
#include "solver/accuracy/error_measure.h"
#include "solver/fmm_pipeline.h"
#include "tree/target_sample.h"
#include "tuning/parameter_search.h"

namespace fmm {

/// Targets whose results are computed to judge parameters: ascending indices in the sorted order.
struct SampledTargets {
  std::vector<Index> elements, tracers;

  std::size_t size() const { return elements.size() + tracers.size(); }
};

/// Indices of about `samples` of `count` sorted targets, or of all where `count` is at most twice as much: kOfBlock in
/// each of some blocks of neighbours, which a machine computes together, one block in each of equal parts of the order.
inline std::vector<Index> sampleSorted(Index count, std::size_t samples) {
  constexpr Index kBlock = 32, kOfBlock = 2, kStride = kBlock / kOfBlock;
  std::vector<Index> sorted;
  const auto n = static_cast<std::size_t>(count);
  if (n <= 2 * samples) {
    for (const std::size_t i : sampleIndices(n, n)) sorted.push_back(static_cast<Index>(i));
    return sorted;
  }
  Index turn = 0;
  for (const std::size_t block : sampleIndices(n / kBlock, std::max<std::size_t>(1, samples / kOfBlock))) {
    turn = (turn + 5) % kStride;  // varies the places in a block, out of step with regular grids
    for (Index k = 0; k < kOfBlock; ++k) sorted.push_back(static_cast<Index>(block) * kBlock + k * kStride + turn);
  }
  return sorted;
}

/// The sample of a task as launches read it; `elements` and `tracers` hold its indices in their memory space.
template <class Real>
TargetSample targetSample(const SampledTargets& sampled, const Index* elements, const Index* tracers,
                          const FieldTask<Real>& task) {
  TargetSample sample;
  sample.elements = elements;
  sample.tracers = tracers;
  sample.elementCount = static_cast<Index>(sampled.elements.size());
  sample.tracerCount = static_cast<Index>(sampled.tracers.size());
  if (sample.elementCount > 0) sample.targetsPerElement = static_cast<double>(task.elementCount) / sample.elementCount;
  if (sample.tracerCount > 0) sample.targetsPerTracer = static_cast<double>(task.tracerCount) / sample.tracerCount;
  sample.all = false;
  return sample;
}

/// For the elements and the tracers: an upper limit of the mean squared velocity of all, in units of `unit`, that an
/// even sample suggests and that is rarely exceeded unless it missed fast targets. 0 where there is no sample.
struct SampledSquares {
  double unit = 1;
  std::array<double, 2> most = {};
};

/// Trials on a sample of a task's targets. Sorts the task's particles, after which the pipeline's complete() can finish
/// the evaluation. Ranks that share the elements and targets try the same parameters together, each on its own task:
/// work is the mean over the ranks, and errors are those at the samples of all ranks.
template <class Exec, class Real>
class SampledTrials final : public Trials {
 public:
  static constexpr std::size_t kPairs = std::size_t{1} << 21;

  /// Samples `least` elements and as many tracers, or more where elements are few: as many as make kPairs pairs.
  SampledTrials(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings,
                FmmPipeline<Exec, Real>& pipeline, std::size_t least, Ranks* ranks = nullptr)
      : ranks_(ranks),
        exec_(exec),
        task_(task),
        settings_(settings),
        pipeline_(pipeline),
        sums_(exec, task, settings, ranks),
        grain_(costModel(!Exec::kHostMemory, settings.precision, settings.space).grain) {
    const auto elements = static_cast<std::size_t>(
        std::max<std::uint64_t>(1, sums_.sumOfAll(static_cast<std::uint64_t>(task.elementCount))));
    pipeline.sort(exec, task, kLeast, std::max(least, kPairs / elements));
  }

  WorkCounts count(const FmmParameters& parameters) override {
    WorkCounts work = pipeline_.count(exec_, task_, parameters, grain_);
    if (ranks_) {
      const std::vector<double> longest = ranks_->gatheredRows(std::vector<double>{work.longestList});
      ranks_->sum(&work.velocityPairs, sizeof work / sizeof(double));
      work = meanOf(work, ranks_->size());
      work.longestList = *std::max_element(longest.begin(), longest.end());  // all ranks wait for it
    }
    return work;
  }
  double error(const FmmParameters& p) override {
    refer(sums_.ofAll(pipeline_.sampledPositions(exec_)));
    found_ = pipeline_.tryOut(exec_, task_, settings_, p);
    elements_ = pipeline_.sampledElements();
    const MeasuredError error = compareVelocities(sums_.ofAll(found_), exact_);
    const Index targets = (task_.elementsAreTargets() ? task_.elementCount : 0) + task_.tracerCount;
    const bool all = at_.size() == sums_.sumOfAll(static_cast<std::uint64_t>(targets));
    return weighed(all ? error.relativeL2 : std::max(error.relativeL2, margin(settings_) * error.bound), task_,
                   p.order);
  }
  /// Limits from this rank's samples in the last trial.
  SampledSquares squares() const {
    SampledSquares squares;
    squares.unit = unitOf(found_);
    const std::size_t ends[] = {0, elements_, found_.size()};
    for (std::size_t kind = 0; kind < 2; ++kind)
      squares.most[kind] = mostMeanSquare(ends[kind], ends[kind + 1], squares.unit);
    return squares;
  }

  /// The error as compared with the tolerance: larger where gradients are wanted.
  static double weighed(double error, const FieldTask<Real>& task, int order) {
    return error * (task.elementGradient[0] || task.tracerGradient[0] ? gradientsShare(order) : 1);
  }
  static double margin(const FieldSettings& settings) { return areMany(settings) ? kBoundMarginOfMany : kBoundMargin; }
  /// Number of samples of a kind: a GPU sums many more in the time of a trial, as long as its sums in the task's
  /// precision are exact enough.
  static std::size_t samplesFor(const FieldSettings& settings) { return areMany(settings) ? 2048 : 256; }
  static bool areMany(const FieldSettings& settings) {
    return !Exec::kHostMemory && settings.tolerance >= TaskSums<Exec, Real>::kExactTolerance;
  }

 private:
  /// Factor by which the error of velocities counts more where gradients are wanted, to keep the error of gradients
  /// within ten tolerances. The latter is 8 to 11 times that of velocities for orders up to 10, and up to 23 times for
  /// orders 13 to 16 where cores overlap.
  static double gradientsShare(int order) { return std::max(1.0, (order - 2) / 8.0); }
  double mostMeanSquare(std::size_t begin, std::size_t end, double unit) const {
    // The mean plus kErrors standard errors, at most kPart means: the fastest targets inflate a sample's scatter.
    constexpr double kErrors = 3, kPart = 1.25;
    if (begin == end) return 0;
    const auto n = static_cast<double>(end - begin);
    double mean = 0, squares = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const double square = dot((1 / unit) * found_[k], (1 / unit) * found_[k]);
      mean += square / n;
      squares += square * square / n;
    }
    return std::min(mean + kErrors * std::sqrt(std::max(0., squares - mean * mean) / n), kPart * mean);
  }

  static constexpr TreeLimits kLeast = {8, 16};  // smallest leaves of a search

  /// Updates the direct sums if the targets have changed, as they do where a count had to sort again.
  void refer(std::vector<Vec3> at) {
    if (at == at_) return;
    exact_ = sums_.at(at);
    at_ = std::move(at);
  }

  Ranks* const ranks_;  ///< null: a single process
  Exec& exec_;
  const FieldTask<Real>& task_;
  const FieldSettings& settings_;
  FmmPipeline<Exec, Real>& pipeline_;
  TaskSums<Exec, Real> sums_;
  const WorkGrain grain_;
  std::vector<Vec3> at_, exact_;  ///< samples of all ranks, and their velocities by direct sums
  std::vector<Vec3> found_;       ///< velocities of this rank's samples in the last trial; elements first
  std::size_t elements_ = 0;      ///< number of elements in found_
};

}  // namespace fmm
