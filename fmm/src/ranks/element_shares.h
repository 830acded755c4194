#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/math.h"
#include "core/particles.h"
#include "core/rows.h"
#include "exec/sorted_keys.h"
#include "fmm/particle_views.h"
#include "fmm/ranks.h"
#include "ranks/part_exchange.h"
#include "ranks/tracer_shares.h"
#include "tree/morton.h"
#include "tree/root_cube.h"

namespace fmm {

template <class Real>
struct KeysOfPoints {
  RootCube root;
  std::array<const Real*, 3> x;
  std::uint64_t* keys;

  FMM_HD void operator()(Index i) const { keys[i] = mortonKeys(root, x[0][i], x[1][i], x[2][i]).upper; }
};

/// Order of points along the Morton curve through their bounding cube. It depends on the points alone.
template <class Exec, class Real>
class CurveOrder {
 public:
  /// Sorts `count` > 0 points.
  void sort(Exec& exec, const std::array<const Real*, 3>& x, Index count) {
    keys_.resize(static_cast<std::size_t>(count));
    order_.resize(static_cast<std::size_t>(count));
    Box<Real> box;
    const auto rangeOf = [&](const Real* row, Real& low, Real& high) {
      const MemorySpace space = Exec::kHostMemory ? MemorySpace::host : MemorySpace::device;
      const NumberRange range = exec.range(StridedSpan<const Real>{row, static_cast<std::size_t>(count), 1, space});
      low = static_cast<Real>(range.low);
      high = static_cast<Real>(range.high);
    };
    rangeOf(x[0], box.low.x, box.high.x);
    rangeOf(x[1], box.low.y, box.high.y);
    rangeOf(x[2], box.low.z, box.high.z);
    exec.forEach("fmm::keysOfShares", count, KeysOfPoints<Real>{rootCubeAround(box), x, keys_.data()});
    sorter_.sort(exec, keys_.data(), order_.data(), count);
  }
  /// [points] indices of the given points, in the order of the curve.
  const Index* data() const { return order_.data(); }
  std::size_t bytes() const { return keys_.bytes() + order_.bytes(); }

 private:
  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  KeySorter<Exec> sorter_;
  Buffer<std::uint64_t> keys_;
  Buffer<Index> order_;
};

/// Gathers the positions of a share from all positions.
template <class Real>
struct TakeShare {
  const Index* order;
  std::array<const Real*, 3> from;
  std::array<Real*, 3> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < 3; ++k) to[k][i] = from[k][order[i]];
  }
};

/// Gathers the results of a share from the rows of all elements into `rows` rows of `count`.
template <class Real>
struct PickShare {
  const Index* order;
  std::array<const Real*, 15> from;
  Index count;
  std::size_t rows;
  Real* to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < rows; ++k)
      to[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(i)] = from[k][order[i]];
  }
};

/// Scatters the results of a share, `rows` rows of `count`, into the rows of all elements.
template <class Real>
struct PlaceShare {
  const Index* order;
  const Real* from;
  Index count;
  std::size_t rows;
  std::array<Real*, 15> to;

  FMM_HD void operator()(Index i) const {
    for (std::size_t k = 0; k < rows; ++k)
      to[k][order[i]] = from[k * static_cast<std::size_t>(count) + static_cast<std::size_t>(i)];
  }
};

/// The elements as targets, divided among ranks that all hold all elements: each rank evaluates its share, and all
/// ranks get the results of all shares. A share is a part of the Morton order, whose length balances the counted work.
/// Order and shares depend on the elements and the work alone, so that they are the same on every rank.
template <class Exec, class Real>
class ElementShares {
 public:
  /// The next task is divided evenly, like a system's first one.
  void forget() { cuts_.clear(); }

  /// Chooses the shares of a task whose elements are targets. `work`: counted work of the last evaluation, by rank;
  /// `anew`: elements may have changed or moved, so that they are sorted again.
  void divide(Exec& exec, const Ranks& ranks, const FieldTask<Real>& task, const std::vector<double>& work, bool anew) {
    const auto count = static_cast<std::size_t>(task.elementCount);
    const bool first = cuts_.empty(), stays = !first && !anew && cuts_.back() == count;
    if (stays && unevenness(work) <= kMostUneven) return;
    const std::vector<double> weights = first ? std::vector<double>(count, 1.0) : weightsFrom(cuts_, work, count);
    std::vector<std::size_t> cuts = cutsByWeight(weights, ranks.size());
    if (stays && cuts == cuts_) return;  // the shares cannot become more even
    order_.sort(exec, {task.elements.x, task.elements.y, task.elements.z}, task.elementCount);
    cuts_ = std::move(cuts);
    own_ = static_cast<std::size_t>(ranks.rank());
  }

  /// Number of elements in this rank's share.
  std::size_t ownCount() const { return cuts_[own_ + 1] - cuts_[own_]; }

  /// This rank's task: its share as tracers, and no other targets. The results stay in this object until finish().
  FieldTask<Real> part(Exec& exec, const FieldTask<Real>& task) {
    const auto count = static_cast<Index>(cuts_[own_ + 1] - cuts_[own_]);
    positions_.resize(count);
    exec.forEach(
        "fmm::takeShare", count,
        TakeShare<Real>{
            order_.data() + cuts_[own_], {task.elements.x, task.elements.y, task.elements.z}, positions_.vector()});
    FieldTask<Real> part;
    part.elements = task.elements;
    part.elementCount = task.elementCount;
    part.tracers = std::as_const(positions_).vector();
    part.tracerCount = count;
    rows_ = 0;
    to_ = {};
    sent_.resize(15 * static_cast<std::size_t>(count));
    const auto want = [&](const auto& wanted, auto& results) {
      if (wanted[0] == nullptr) return;
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        to_[rows_] = wanted[k];
        results[k] = sent_.data() + rows_++ * static_cast<std::size_t>(count);
      }
    };
    want(task.elementVelocity, part.tracerVelocity);
    want(task.elementGradient, part.tracerGradient);
    want(task.elementVorticity, part.tracerVorticity);
    return part;
  }

  /// Instead of part(): takes this rank's results from the task's own rows, which hold those of all elements.
  void pick(Exec& exec, const FieldTask<Real>& task) {
    const Index count = part(exec, task).tracerCount;
    std::array<const Real*, 15> from = {};
    std::copy(to_.begin(), to_.end(), from.begin());
    exec.forEach("fmm::pickShare", count,
                 PickShare<Real>{order_.data() + cuts_[own_], from, count, rows_, sent_.data()});
  }

  /// All ranks call it before the first evaluation.
  void open(Ranks& ranks) { gather_.open(ranks); }
  /// Starts sending the results of this rank's share to all ranks.
  void begin(Exec& exec, Ranks& ranks) {
    std::vector<std::size_t> counts;
    for (std::size_t r = 0; r + 1 < cuts_.size(); ++r) counts.push_back(valuesOf(r));
    received_.resize(rows_ * cuts_.back());
    exec.synchronize();
    gather_.begin(exec, ranks, sent_.data(), received_.data(), counts);
  }
  /// Waits for the results of all shares and writes them into the rows of the task that part() was given.
  void finish(Exec& exec, Ranks& ranks) {
    gather_.finish(exec, ranks);
    const Real* from = received_.data();
    for (std::size_t r = 0; r + 1 < cuts_.size(); ++r) {
      const auto count = static_cast<Index>(cuts_[r + 1] - cuts_[r]);
      exec.forEach("fmm::placeShare", count, PlaceShare<Real>{order_.data() + cuts_[r], from, count, rows_, to_});
      from += valuesOf(r);
    }
  }

  std::size_t bytes() const { return order_.bytes() + positions_.bytes() + sent_.bytes() + received_.bytes(); }

 private:
  std::size_t valuesOf(std::size_t rank) const { return rows_ * (cuts_[rank + 1] - cuts_[rank]); }

  template <class T>
  using Buffer = typename Exec::template Buffer<T>;

  CurveOrder<Exec, Real> order_;
  std::vector<std::size_t> cuts_;  ///< [ranks + 1] starts of the shares in the order; empty before divide()
  std::size_t own_ = 0;
  Rows<Exec, Real, 3> positions_;
  Buffer<Real> sent_, received_;  ///< [rank][row][share]
  ShareGather<Exec, Real> gather_;
  std::size_t rows_ = 0;
  std::array<Real*, 15> to_ = {};  ///< result rows of the task
};

}  // namespace fmm
