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
#include "fmm/settings.h"
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

  /// The error of the task's velocities at elements or at tracers, the larger one, as far as about `samples` targets
  /// tell that are drawn by their squares; 0 of a kind of whose squares the even sample has its share.
  double error(const MeanSquares& even, std::size_t samples) {
    double worst = 0;
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      const bool missed = isMissed(kinds_[k], even.of[k], even.unit);
      if (sums_.sumOfAll(missed ? 1 : 0) > 0) worst = std::max(worst, errorOf(kinds_[k], samples));
    }
    return worst;
  }

 private:
  struct Kind {
    std::array<const Real*, 3> at, velocity;  ///< velocity[0] null: none are wanted
    Index count;
  };

  /// Even samples scatter: of squares in a flow of rings, 256 have a mean that is off by 6 % in the root mean square.
  static constexpr double kMissed = 1.25;

  static std::array<const Real*, 3> constant(const VectorArrays<Real>& rows) { return {rows[0], rows[1], rows[2]}; }

  bool isMissed(const Kind& kind, double mean, double unit) {
    if (!kind.velocity[0] || kind.count == 0) return false;
    const double sum =
        exec_.template sums<1>("fmm::squares", kind.count, SquareVelocities<Real>{kind.velocity, unit})[0];
    return sum > kMissed * mean * kind.count && sum < INFINITY;
  }
  double errorOf(const Kind& kind, std::size_t samples) {
    std::vector<Vec3> own, at, weights;
    if (kind.velocity[0] && kind.count > 0) {
      const std::vector<Vec3> all = exec_.template download<Real>(kind.velocity, kind.count);
      const ErrorSamples drawn = drawSamples(all.size(), samples, errorMasses(all, {}));
      for (const std::size_t i : drawn.indices) own.push_back(all[i]);
      for (const double weight : drawn.weights) weights.push_back({weight, 0, 0});
      at = exec_.template pick<Real>(kind.at, drawn.indices);
    }
    const std::vector<Vec3> found = sums_.ofAll(own), weight = sums_.ofAll(weights);
    const std::vector<Vec3> exact = sums_.at(sums_.ofAll(at));
    const double unit = unitOf(exact);
    std::vector<double> squares;
    double scale = 0;
    for (std::size_t k = 0; k < exact.size(); ++k) {
      const Vec3 off = (1 / unit) * (found[k] - exact[k]), u = (1 / unit) * exact[k];
      squares.push_back(weight[k].x * dot(off, off));
      scale += weight[k].x * dot(u, u);
    }
    const Estimate sum = estimateFrom(squares);
    const double error = std::max(std::sqrt(sum.value / scale), margin_ * std::sqrt(sum.bound / scale));
    return std::isfinite(error) ? error : 0;
  }

  Exec& exec_;
  TaskSums<Exec, Real> sums_;
  const double margin_;
  std::array<Kind, 2> kinds_;
};

}  // namespace fmm
