#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/particles.h"
#include "fmm/ranks.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "pairs/direct_sum.h"
#include "pairs/reference.h"
#include "solver/accuracy/error_measure.h"
#include "solver/accuracy/sampled_trials.h"

namespace fmm {

/// Adds the squared velocities of targets, in units of `unit`.
template <class Real>
struct SquareVelocities {
  std::array<const Real*, 3> u;
  double unit;

  FMM_HD void operator()(Index i, double* sum) const {
    const double x = u[0][i] / unit, y = u[1][i] / unit, z = u[2][i] / unit;
    *sum += x * x + y * y + z * z;
  }
};

/// Finds fast targets that an even sample has missed, and the error there. A few targets, as near a speck of many
/// elements, may have a large share of all squared velocity and dominate the relative error (docs/math.md, (9.1), with
/// equal weight of elements and tracers). A complete evaluation shows that by its sum of squared velocities, and gives
/// the velocities to draw samples by. All ranks make the same calls.
template <class Exec, class Real>
class FastTargets {
 public:
  FastTargets(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, Ranks* ranks)
      : exec_(exec), sums_(exec, task, settings, ranks), margin_(SampledTrials<Exec, Real>::margin(settings)) {
    const SourceArrays<Real>& e = task.elements;
    kinds_ = {Kind{{e.x, e.y, e.z}, constant(task.elementVelocity), task.elementCount},
              Kind{task.tracers, constant(task.tracerVelocity), task.tracerCount}};
  }

  /// Error of the task's velocities from `samples` targets of each kind, half of them drawn by squared velocity. A kind
  /// of which nothing was missed adds `rest`, the error found at the even samples of all kinds, an upper bound of its
  /// part. The result is at least half of each missed kind's own relative error, so that slow kinds stay accurate, too.
  /// 0 if the sum of squares is as the `even` samples let expect.
  double error(const SampledSquares& even, double rest, std::size_t samples) {
    std::array<bool, kKinds> missed;
    for (std::size_t k = 0; k < kKinds; ++k) {
      kinds_[k].squares = sumOfSquares(kinds_[k], even.unit);
      missed[k] = sums_.sumOfAll(isMissed(kinds_[k], even.most[k]) ? 1 : 0) > 0;
    }
    if (!missed[0] && !missed[1]) return 0;
    const std::array<double, kKinds> parts = partsOfKinds(even.unit);
    double sum = 0, worst = 0;
    for (std::size_t k = 0; k < kKinds; ++k) {
      if (missed[k]) {
        const double own = errorOfDrawn(kinds_[k], even.unit, samples);
        if (!std::isfinite(own)) continue;  // no parameters help where values are not finite
        sum += parts[k] * own * own;
        worst = std::max(worst, own / 2);
      } else if (parts[k] > 0) {
        sum += rest * rest;
      }
    }
    worst = std::max(worst, std::sqrt(sum));
    return std::isfinite(worst) ? worst : 0;
  }

 private:
  static constexpr std::size_t kKinds = 2;

  struct Kind {
    std::array<const Real*, 3> at, velocity;  ///< velocity[0] null: velocities are not wanted
    Index count;
    double squares = 0;  ///< sum of all squared velocities, in a unit

    bool isEmpty() const { return !velocity[0] || count == 0; }
  };

  static std::array<const Real*, 3> constant(const VectorArrays<Real>& rows) { return {rows[0], rows[1], rows[2]}; }

  double sumOfSquares(const Kind& kind, double unit) {
    if (kind.isEmpty()) return 0;
    return exec_.template sums<1>("fmm::squares", kind.count, SquareVelocities<Real>{kind.velocity, unit})[0];
  }
  static bool isMissed(const Kind& kind, double mostMean) {
    constexpr double kRounding = 1.001;  // for round-off where all targets are sampled
    return kind.squares > kRounding * mostMean * kind.count && kind.squares < INFINITY;
  }
  /// Each kind's fraction of the sum of the kinds' mean squares over all ranks, whose units may differ.
  std::array<double, kKinds> partsOfKinds(double unit) {
    std::array<double, kKinds> means = {};
    double largest = 0;
    std::array<std::vector<Vec3>, kKinds> ofRanks;
    for (std::size_t k = 0; k < kKinds; ++k) {
      const double count = kinds_[k].isEmpty() ? 0 : kinds_[k].count;
      ofRanks[k] = sums_.ofAll({Vec3{kinds_[k].squares, unit, count}});
      for (const Vec3& rank : ofRanks[k])
        if (rank.z > 0) largest = std::max(largest, rank.y);
    }
    for (std::size_t k = 0; k < kKinds; ++k) {
      double count = 0;
      for (const Vec3& rank : ofRanks[k]) {
        if (!(rank.z > 0)) continue;  // a rank without targets has no valid unit
        means[k] += rank.x * (rank.y / largest) * (rank.y / largest);
        count += rank.z;
      }
      if (count > 0) means[k] /= count;
    }
    const double sum = means[0] + means[1];
    return {means[0] / sum, means[1] / sum};
  }

  double errorOfDrawn(const Kind& kind, double unit, std::size_t samples) {
    std::vector<Vec3> at, found, weights;
    bool all = true;
    if (!kind.isEmpty()) {
      std::vector<std::vector<double>> masses(1);
      masses.front() = squaresOf(kind, unit);
      const ErrorSamples drawn = drawSamples(static_cast<std::size_t>(kind.count), samples, masses);
      found = exec_.template pick<Real>(kind.velocity, drawn.indices);
      for (const double weight : drawn.weights) weights.push_back({weight, 0, 0});
      at = exec_.template pick<Real>(kind.at, drawn.indices);
      all = drawn.all;
    }
    all = sums_.sumOfAll(all ? 0 : 1) == 0;
    const std::vector<Vec3> foundOfAll = sums_.ofAll(found), weightsOfAll = sums_.ofAll(weights);
    return errorOf(foundOfAll, sums_.at(sums_.ofAll(at)), weightsOfAll, all);
  }
  /// Squared velocities. They are read in blocks, since all velocities at once would take three times the memory.
  std::vector<double> squaresOf(const Kind& kind, double unit) {
    constexpr Index kSome = 1 << 18;
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>(kind.count));
    for (Index first = 0; first < kind.count; first += kSome) {
      const std::array<const Real*, 3> from = {kind.velocity[0] + first, kind.velocity[1] + first,
                                               kind.velocity[2] + first};
      for (const Vec3& u : exec_.template download<Real>(from, std::min(kSome, kind.count - first))) {
        const Vec3 scaled = (1 / unit) * u;
        all.push_back(dot(scaled, scaled));
      }
    }
    return all;
  }
  /// Relative error from samples; weights[k].x is the number of targets that sample k stands for.
  double errorOf(const std::vector<Vec3>& found, const std::vector<Vec3>& exact, const std::vector<Vec3>& weights,
                 bool all) const {
    const double unit = unitOf(exact);
    std::vector<double> squares;
    double scale = 0;
    for (std::size_t k = 0; k < exact.size(); ++k) {
      const Vec3 off = (1 / unit) * (found[k] - exact[k]), u = (1 / unit) * exact[k];
      squares.push_back(weights[k].x * dot(off, off));
      scale += weights[k].x * dot(u, u);
    }
    const Estimate sum = estimateFrom(squares);
    const double error = std::sqrt(sum.value / scale), bound = all ? 0 : std::sqrt(sum.bound / scale);
    return std::max(error, margin_ * bound);
  }

  Exec& exec_;
  TaskSums<Exec, Real> sums_;
  const double margin_;
  std::array<Kind, kKinds> kinds_;
};

}  // namespace fmm
