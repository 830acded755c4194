#pragma once

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/particles.h"
#include "core/rows.h"
#include "fmm/ranks.h"
#include "fmm/tree_view.h"
#include "ranks/curve_order.h"
#include "ranks/element_shares.h"
#include "ranks/host_rows.h"
#include "ranks/share_cuts.h"

namespace fmm {

/// Tracers that rank 0 alone has, on their way to all ranks and results on their way back: each rank sums at a stretch
/// of their Morton curve, as long as counted work wants it. Rank 0's side.
template <class Exec, class Real>
class TracerScatter {
 public:
  /// For the tracers of this task. `work`: what the stretches took the last time, by rank, if that is known.
  void settle(Exec& exec, int ranks, const FieldTask<Real>& task, const std::vector<double>& work) {
    const auto count = static_cast<std::size_t>(task.tracerCount);
    const bool others = cuts_.empty() || cuts_.back() != count;
    ++callsSince_;
    if (!others && callsSince_ < (unevenness(work) > kMostUneven ? kCallsUneven : kCallsEven)) return;
    callsSince_ = 0;
    if (count > 0) order_.sort(exec, task.tracers, task.tracerCount);
    const bool known = !cuts_.empty() && cuts_.back() > 0 && work.size() == static_cast<std::size_t>(ranks);
    cuts_ = cutsByWeight(known ? weightsFrom(cuts_, work, count) : std::vector<double>(count, 1.0), ranks);
  }

  /// Where each rank's stretch begins, and the end. [ranks + 1]
  const std::vector<std::size_t>& cuts() const { return cuts_; }

  /// Before the calls that follow: tracers as they are now.
  void pack(Exec& exec, const FieldTask<Real>& task) {
    positions_.resize(task.tracerCount);
    exec.forEach("fmm::takeShare", task.tracerCount, TakeShare<Real>{order_.data(), task.tracers, positions_.vector()});
    host_.resize(3 * cuts_.back());
    toHost<3>(exec, std::as_const(positions_).vector(), task.tracerCount, host_.data());
    results_.resize(3 * vectorsOf(task) * cuts_.back());
  }
  void send(Ranks& ranks) { ranks.scatter(host_.data(), nullptr, bytesOfVectors<Real>(cuts_)); }

  /// The task at rank 0's own stretch, which comes first.
  FieldTask<Real> own(const FieldTask<Real>& task) {
    FieldTask<Real> own = task;
    own.tracers = std::as_const(positions_).vector();
    own.tracerCount = static_cast<Index>(cuts_[1]);
    own.tracerVelocity = resultRows(0);
    if (task.tracerVorticity[0] != nullptr) own.tracerVorticity = resultRows(1);
    return own;
  }

  /// Results of all stretches into the rows of the task.
  void collect(Exec& exec, Ranks& ranks, const FieldTask<Real>& task) {
    collect(exec, ranks, 0, task.tracerVelocity);
    if (task.tracerVorticity[0] != nullptr) collect(exec, ranks, 1, task.tracerVorticity);
  }

  /// Tracers of rank 0's stretch by their indices among all.
  void nameAsGiven(Exec& exec, std::vector<TreeCell>& cells) {
    const auto read = exec.read(order_.data(), cuts_.empty() ? 0 : cuts_[1]);
    exec.synchronize();
    const std::vector<Index>& given = read.value();
    for (TreeCell& cell : cells)
      if (cell.firstTracer >= 0) cell.firstTracer = given[static_cast<std::size_t>(cell.firstTracer)];
  }

  std::size_t bytes() const { return order_.bytes() + positions_.bytes() + results_.bytes(); }

  /// Bytes of three numbers an item, by rank.
  template <class Number>
  static std::vector<std::size_t> bytesOfVectors(const std::vector<std::size_t>& cuts) {
    std::vector<std::size_t> bytes;
    for (std::size_t r = 0; r + 1 < cuts.size(); ++r) bytes.push_back(3 * (cuts[r + 1] - cuts[r]) * sizeof(Number));
    return bytes;
  }

 private:
  static constexpr int kCallsEven = 64, kCallsUneven = 8;  // between looks at where the tracers are

  static std::size_t vectorsOf(const FieldTask<Real>& task) { return task.tracerVorticity[0] != nullptr ? 2 : 1; }

  /// Of vector `k` of the results, from `first` on.
  std::array<Real*, 3> resultRows(std::size_t k, std::size_t first = 0) {
    Real* const row = results_.data() + 3 * k * cuts_.back();
    return {row + first, row + cuts_.back() + first, row + 2 * cuts_.back() + first};
  }

  void collect(Exec& exec, Ranks& ranks, std::size_t k, const VectorArrays<Real>& to) {
    const auto count = static_cast<Index>(cuts_.back());
    ranks.gatherForFirst(nullptr, host_.data(), bytesOfVectors<Real>(cuts_));
    fromHost<3>(exec, host_.data() + 3 * cuts_[1], count - static_cast<Index>(cuts_[1]), resultRows(k, cuts_[1]));
    PlaceShare<Real> place = {order_.data(), resultRows(k)[0], count, 3, {}};
    for (std::size_t i = 0; i < 3; ++i) place.to[i] = to[i];
    exec.forEach("fmm::placeShare", count, place);
  }

  CurveOrder<Exec, Real> order_;
  std::vector<std::size_t> cuts_;                 ///< [ranks + 1] of the order; empty: there is none yet
  int callsSince_ = 0;                            ///< the order was made
  Rows<Exec, Real, 3> positions_;                 ///< [tracers] in that order
  std::vector<Real> host_;                        ///< [tracers][3] in that order
  typename Exec::template Buffer<Real> results_;  ///< [velocity, vorticity][3][tracers] in that order
};

}  // namespace fmm
