#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "exec/later.h"
#include "fmm/report.h"
#include "pairs/direct_sum.h"
#include "pairs/reference.h"
#include "solver/accuracy/error_measure.h"

namespace fmm {

/// Converts rows to double precision.
template <class Real, std::size_t N>
struct WidenRows {
  std::array<const Real*, N> from;
  std::array<double*, N> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < N; ++k) to[k][i] = static_cast<double>(from[k][i]);
  }
};

/// Gathers positions and velocities of samples: the first `elements` samples are elements, the others tracers.
template <class Real>
struct GatherSamples {
  const double* place;  ///< place of each sample in its kind's order, from 0 to 1
  Index elements;
  Index elementCount, tracerCount;  ///< numbers of particles to sample
  std::array<const Real*, 3> elementAt, elementVelocity, tracerAt, tracerVelocity;
  std::array<double*, 3> at, velocity;

  FMM_HD void operator()(Index k) const {
    const Index count = k < elements ? elementCount : tracerCount;
    const Index i = smaller(static_cast<Index>(place[k] * static_cast<double>(count)), count - 1);
    for (std::size_t c = 0; c < 3; ++c) {
      at[c][k] = static_cast<double>((k < elements ? elementAt : tracerAt)[c][i]);
      velocity[c][k] = static_cast<double>((k < elements ? elementVelocity : tracerVelocity)[c][i]);
    }
  }
};

/// |u - u_exact| and |u_exact| of samples, side by side.
struct CompareSamples {
  std::array<const double*, 3> velocity, exact;
  double* out;

  FMM_HD void operator()(Index k) const {
    const Vector3<double> e = {exact[0][k], exact[1][k], exact[2][k]};
    const Vector3<double> off = Vector3<double>{velocity[0][k], velocity[1][k], velocity[2][k]} - e;
    out[2 * k] = std::sqrt(dotProduct(off, off));
    out[2 * k + 1] = std::sqrt(dotProduct(e, e));
  }
};

/// Compares velocities of an evaluation with direct sums in double precision, in the particles' memory space. Only two
/// numbers a sample are read, with the evaluation's own wait. Samples are drawn evenly. Keeps its buffers.
template <class Exec, class Real>
class ErrorProbe {
 public:
  /// The next begin() takes up to `samples` elements and as many tracers.
  void arm(std::size_t samples) {
    samples_ = samples;
    error_.reset();
  }
  bool isArmed() const { return samples_ > 0; }

  /// Compares a task whose velocities are enqueued. Elements from index `elements` on are images and not sampled.
  void begin(Exec& exec, const FieldTask<Real>& task, Index elements, const FieldSettings& settings) {
    draw(exec, elements, task.tracerCount);
    widen(exec, task);
    const SourceArrays<Real>& e = task.elements;
    const VectorArrays<Real>&ofElements = task.elementVelocity, &ofTracers = task.tracerVelocity;
    exec.forEach("fmm::probe", count_,
                 GatherSamples<Real>{place_.data(),
                                     elementSamples_,
                                     elements,
                                     task.tracerCount,
                                     {e.x, e.y, e.z},
                                     {ofElements[0], ofElements[1], ofElements[2]},
                                     task.tracers,
                                     {ofTracers[0], ofTracers[1], ofTracers[2]},
                                     at_.vector(),
                                     velocity_.vector()});
    sumExactly(exec, task.elementCount, settings);
    found_.resize(2 * static_cast<std::size_t>(count_));
    exec.forEach("fmm::probe", count_,
                 CompareSamples{std::as_const(velocity_).vector(), std::as_const(exact_).vector(), found_.data()});
    pending_ = exec.read(static_cast<const double*>(found_.data()), found_.size());
  }
  /// Computes the error; call it after exec.synchronize(), if the evaluation is complete.
  void complete() {
    if (!pending_) return;
    const std::vector<double> found = std::exchange(pending_, std::nullopt)->value();
    std::vector<Vec3> velocity, exact;  // vectors with the compared ones' differences and exact lengths
    for (std::size_t k = 0; k < found.size(); k += 2) {
      velocity.push_back({found[k + 1], found[k], 0});
      exact.push_back({found[k + 1], 0, 0});
    }
    error_ = compareVelocities(velocity, exact);
    samples_ = 0;
  }
  /// Discards a begun comparison.
  void drop() { pending_.reset(); }
  std::optional<MeasuredError> take() { return std::exchange(error_, std::nullopt); }

  std::size_t bytes() const {
    return wide_.bytes() + at_.bytes() + velocity_.bytes() + exact_.bytes() + place_.bytes() + found_.bytes();
  }

 private:
  /// Uploads the samples' places, or all places where particles are fewer than samples. Places are fractions, valid for
  /// any number of particles from the number of samples on: redistribution changes that number often, and uploads wait.
  void draw(Exec& exec, Index elements, Index tracers) {
    const std::array<std::size_t, 2> of = {std::min(static_cast<std::size_t>(elements), samples_),
                                           std::min(static_cast<std::size_t>(tracers), samples_)};
    if (of == drawnOf_) return;
    drawnOf_ = {};
    std::vector<double> all;
    for (const std::size_t count : of) {
      constexpr std::size_t kPlaces = std::size_t{1} << 30;
      for (const std::size_t i : sampleIndices(count < samples_ ? count : kPlaces, count))
        all.push_back((static_cast<double>(i) + 0.5) / static_cast<double>(count < samples_ ? count : kPlaces));
    }
    count_ = static_cast<Index>(all.size());
    elementSamples_ = static_cast<Index>(of[0]);
    place_.resize(all.size());
    exec.template uploadRow<double>(all, place_.data());
    drawnOf_ = of;
  }
  void widen(Exec& exec, const FieldTask<Real>& task) {
    const SourceArrays<Real>& e = task.elements;
    wide_.resize(task.elementCount);
    for (auto* rows : {&at_, &velocity_, &exact_}) rows->resize(count_);
    exec.forEach("fmm::probe", task.elementCount,
                 WidenRows<Real, 7>{{e.x, e.y, e.z, e.ax, e.ay, e.az, e.sigma}, wide_.all()});
  }
  void sumExactly(Exec& exec, Index elementCount, const FieldSettings& settings) {
    const auto& w = std::as_const(wide_);
    FieldTask<double> task;
    task.elements = {w[0], w[1], w[2], w[3], w[4], w[5], w[6]};
    task.elementCount = elementCount;
    task.tracers = std::as_const(at_).vector();
    task.tracerCount = count_;
    task.tracerVelocity = exact_.vector();
    EvaluationReport unused;
    direct_.begin(exec, task, settings, unused);
    direct_.drop();
  }

  std::size_t samples_ = 0;  ///< 0: not armed
  std::array<std::size_t, 2> drawnOf_ = {};
  Index count_ = 0, elementSamples_ = 0;
  Rows<Exec, double, 7> wide_;
  Rows<Exec, double, 3> at_, velocity_, exact_;
  typename Exec::template Buffer<double> place_, found_;
  DirectSum<Exec, double> direct_;
  std::optional<Later<std::vector<double>>> pending_;
  std::optional<MeasuredError> error_;
};

}  // namespace fmm
