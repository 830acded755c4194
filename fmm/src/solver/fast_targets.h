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
#include "solver/error_samples.h"
#include "solver/reference.h"
#include "solver/sampled_trials.h"
#include "solver/task_sums.h"

namespace fmm {

/// Adds the squared velocities of targets, over `unit`.
template <class Real>
struct SquareVelocities {
  std::array<const Real*, 3> u;
  double unit;

  FMM_HD void operator()(Index i, double* sum) const {
    const double x = u[0][i] / unit, y = u[1][i] / unit, z = u[2][i] / unit;
    *sum += x * x + y * y + z * z;
  }
};

/// Where a few targets, as those near a speck of many elements, have a good part of all squared velocity, a sample that
/// is drawn evenly misses them, and with them what a relative error is made of. The velocities of an evaluation tell:
/// their sum of squares is known, and samples can be drawn by it. Ranks look together.
template <class Exec, class Real>
class FastTargets {
 public:
  FastTargets(Exec& exec, const FieldTask<Real>& task, const FieldSettings& settings, Ranks* ranks)
      : exec_(exec), sums_(exec, task, settings, ranks), margin_(SampledTrials<Exec, Real>::margin(settings)) {
    const SourceArrays<Real>& e = task.elements;
    kinds_ = {Kind{{e.x, e.y, e.z}, constant(task.elementVelocity), task.elementCount},
              Kind{task.tracers, constant(task.tracerVelocity), task.tracerCount}};
  }

  /// The error of the task's velocities at elements or at tracers, relative to those of their kind, the larger one, as
  /// far as `samples` of a kind tell of which half are drawn by their squares; 0 of a kind whose sum of all squares is
  /// what `even` samples let expect.
  double error(const SampledSquares& even, std::size_t samples) {
    double worst = 0;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const bool missed = isMissed(kinds_[k], even.most[k], even.unit);
      if (sums_.sumOfAll(missed ? 1 : 0) > 0) worst = std::max(worst, errorOfDrawn(kinds_[k], samples));
    }
    return worst;
  }

 private:
  struct Kind {
    std::array<const Real*, 3> at, velocity;  ///< velocity[0] null: none are wanted
    Index count;

    bool isEmpty() const { return !velocity[0] || count == 0; }
  };

  static std::array<const Real*, 3> constant(const VectorArrays<Real>& rows) { return {rows[0], rows[1], rows[2]}; }

  bool isMissed(const Kind& kind, double mostMean, double unit) {
    constexpr double kRounding = 1.001;  // where all are sampled
    if (kind.isEmpty()) return false;
    const SquareVelocities<Real> squares = {kind.velocity, unit};
    const double sum = exec_.template sums<1>("fmm::squares", kind.count, squares)[0];
    return sum > kRounding * mostMean * kind.count && sum < INFINITY;
  }

  double errorOfDrawn(const Kind& kind, std::size_t samples) {
    std::vector<Vec3> at, found, weights;
    bool all = true;
    if (!kind.isEmpty()) {
      const std::vector<Vec3> velocity = velocitiesOf(kind);
      const ErrorSamples drawn = drawSamples(velocity.size(), samples, errorMasses(velocity, {}));
      for (const std::size_t i : drawn.indices) found.push_back(velocity[i]);
      for (const double weight : drawn.weights) weights.push_back({weight, 0, 0});
      at = exec_.template pick<Real>(kind.at, drawn.indices);
      all = drawn.all;
    }
    all = sums_.sumOfAll(all ? 0 : 1) == 0;
    const std::vector<Vec3> foundOfAll = sums_.ofAll(found), weightsOfAll = sums_.ofAll(weights);
    return errorOf(foundOfAll, sums_.at(sums_.ofAll(at)), weightsOfAll, all);
  }
  /// Some at a time, since a GPU brings them into one format first.
  std::vector<Vec3> velocitiesOf(const Kind& kind) {
    constexpr Index kSome = 1 << 18;
    std::vector<Vec3> all;
    all.reserve(static_cast<std::size_t>(kind.count));
    for (Index first = 0; first < kind.count; first += kSome) {
      const std::array<const Real*, 3> from = {kind.velocity[0] + first, kind.velocity[1] + first,
                                               kind.velocity[2] + first};
      const std::vector<Vec3> some = exec_.template download<Real>(from, std::min(kSome, kind.count - first));
      all.insert(all.end(), some.begin(), some.end());
    }
    return all;
  }
  /// `weights`: for how many targets each stands, in x.
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
    const double worst = std::max(error, margin_ * bound);
    return std::isfinite(worst) ? worst : 0;  // of what is no number no tolerance is kept
  }

  Exec& exec_;
  TaskSums<Exec, Real> sums_;
  const double margin_;
  std::array<Kind, 2> kinds_;
};

}  // namespace fmm
