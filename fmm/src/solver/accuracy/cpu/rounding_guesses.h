#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/math.h"
#include "exec/cpu/exec.h"
#include "fmm/settings.h"
#include "fmm/types.h"
#include "solver/outside_targets.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"

namespace fmm {

/// Round-off in a target's float sum over elements, docs/math.md (9.4): from the coordinates' rounding to float, which
/// is known, and from rounding of the terms.
class RoundingLoss {
 public:
  explicit RoundingLoss(Regularisation core) : core_(core) {}

  /// Adds an element at `offset` from the target; in floats the offset is offset + shift.
  void add(Vec3 offset, Vec3 shift, Vec3 strength, double sigma) {
    const Vec3 moved = offset + shift;
    const double distance = norm(offset), factor = factorAt(distance, sigma), inFloats = factorAt(norm(moved), sigma);
    moved_ = moved_ + cross(strength, inFloats * moved - factor * offset);
    factors_ = factors_ + inFloats * strength;
    const double size = norm(strength), single = inFloats * size, term = factor * size * distance;
    singles_ += single * single;
    squares_ += term * term;
  }
  /// The round-off if terms are summed about the middle of targets that lie within `radius`.
  double within(double radius) const {
    constexpr double kRounding = 0x1p-24;
    return norm(moved_) + kRounding * (radius * (norm(factors_) + std::sqrt(singles_)) + std::sqrt(squares_));
  }

 private:
  /// Approximates f of the core: that of the cutoff core grows towards the middle, with 0 at r = 0 as in sums; those of
  /// the others level off at about sigma.
  double factorAt(double r, double sigma) const {
    if (!(r > 0) && (core_ == Regularisation::cutoff || !(sigma > 0))) return 0;
    const double outer = std::max(r, sigma), squared = r * r + sigma * sigma;
    return 1 / (core_ == Regularisation::cutoff ? r * outer * outer : squared * std::sqrt(squared));
  }

  Regularisation core_;
  Vec3 moved_, factors_;
  double singles_ = 0, squares_ = 0;
};

/// Guesses of float round-off at the targets of a tree: docs/math.md, (9.4).
class RoundingGuesses {
 public:
  /// `rule` is that of the lists, `order` that of the expansions.
  RoundingGuesses(const Octree<CpuExec, double>& tree, const InteractionLists<CpuExec, double>& lists,
                  const AcceptanceRule<double>& rule, int order, Regularisation core)
      : tree_(tree),
        near_(lists.near()),
        far_(lists.far()),
        outside_(OutsideWalk<double>::of(rule, Space::space, order)),
        core_(core),
        origin_(originOfElements()) {
    const SourceArrays<double> s = tree.sources();
    for (std::size_t i = 0; i < tree.element[0].size(); ++i) lost_.push_back(lostBy({s.x[i], s.y[i], s.z[i]}));
    takesNear_ = lists.nearPairs <= kMostPairs;
    takesFar_ = lists.nearPairs + pairsWithSmallCells() <= kMostPairs;
    const auto targets = static_cast<std::uint64_t>(std::max<Index>(1, tree.insideTracers));
    mostOwn_ = static_cast<Index>(std::max<std::uint64_t>(kFewElements, kMostPairs / targets));
  }

  /// Guesses in the caller's order.
  std::vector<double> atTargets(CpuExec& exec) const {
    const auto targets = static_cast<Index>(tree_.tracer[0].size());
    std::vector<double> errors(static_cast<std::size_t>(targets), 0);
    exec.forEach(
        "fmm::roundedAtTargets", tree_.cellCount, [&](Index c) { fillLeaf(c, errors); }, 16);
    const auto fillOutside = [&](Index k) {
      const Index t = tree_.insideTracers + k;
      errors[callersPlace(t)] = lossOutside(t).within(0);
    };
    exec.forEach("fmm::roundedOutside", targets - tree_.insideTracers, fillOutside);
    return errors;
  }

 private:
  /// Most pairs of a target and an element. If near lists have more, the leaf's own elements stand for them.
  static constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 24;
  static constexpr Index kFewElements = 16;  ///< cells of up to so many elements are small, and may be far though close

  void fillLeaf(Index leaf, std::vector<double>& errors) const {
    const Cell& cell = tree_.cells.data()[leaf];
    if (!cell.isLeaf() || cell.tracers.count() == 0) return;
    constexpr Index kTogether = 32;  // most successive targets summed about one middle: machines differ
    double radius = 0;
    for (Index t = cell.tracers.begin; t < cell.tracers.end; ++t) {
      if ((t - cell.tracers.begin) % kTogether == 0) radius = radiusOf({t, std::min(t + kTogether, cell.tracers.end)});
      RoundingLoss loss(core_);
      const Vec3 lost = lostBy(target(t));
      if (takesNear_) {
        for (std::int64_t k = near_.start[leaf]; k < near_.start[leaf + 1]; ++k) add(loss, t, lost, near_.items[k]);
      } else {
        const IndexRange own = cell.elements;
        add(loss, t, lost, {own.begin, std::min(own.end, own.begin + mostOwn_)});
      }
      for (Index c = leaf; takesFar_ && c >= 0; c = tree_.cells.data()[c].parent)
        for (std::int64_t k = far_.start[c]; k < far_.start[c + 1]; ++k) addIfSmall(loss, t, lost, far_.items[k]);
      errors[callersPlace(t)] = loss.within(radius);
    }
  }
  /// Radius of targets about the middle of their box.
  double radiusOf(IndexRange targets) const {
    double squares = 0;
    for (const auto& x : tree_.tracer) {
      const auto [low, high] = std::minmax_element(x.data() + targets.begin, x.data() + targets.end);
      squares += (*high - *low) * (*high - *low) / 4;
    }
    return std::sqrt(squares);
  }
  RoundingLoss lossOutside(Index t) const {
    RoundingLoss loss(core_);
    const Vec3 lost = lostBy(target(t));
    walkTree(
        tree_.view(), 0, outside_, Vector3<double>{target(t).x, target(t).y, target(t).z}, [](Index) {},
        [&](IndexRange range) { add(loss, t, lost, range); });
    return loss;
  }

  void add(RoundingLoss& loss, Index t, const Vec3& lostByTarget, IndexRange range) const {
    const SourceArrays<double> s = tree_.sources();
    for (Index i = range.begin; i < range.end; ++i)
      loss.add(target(t) - Vec3{s.x[i], s.y[i], s.z[i]}, lostByTarget - lost_[static_cast<std::size_t>(i)],
               {s.ax[i], s.ay[i], s.az[i]}, s.sigma[i]);
  }
  void addIfSmall(RoundingLoss& loss, Index t, const Vec3& lostByTarget, Index cell) const {
    if (isSmall(cell)) add(loss, t, lostByTarget, tree_.cells.data()[cell].elements);
  }
  bool isSmall(Index cell) const { return tree_.cells.data()[cell].elements.count() <= kFewElements; }

  std::uint64_t pairsWithSmallCells() const {
    std::uint64_t pairs = 0;
    for (Index c = 0; c < tree_.cellCount; ++c) {
      std::uint64_t elements = 0;
      for (std::int64_t k = far_.start[c]; k < far_.start[c + 1]; ++k)
        if (isSmall(far_.items[k]))
          elements += static_cast<std::uint64_t>(tree_.cells.data()[far_.items[k]].elements.count());
      pairs += elements * static_cast<std::uint64_t>(tree_.cells.data()[c].tracers.count());
    }
    return pairs;
  }

  Vec3 originOfElements() const {
    const SourceArrays<double> s = tree_.sources();
    const std::size_t count = tree_.element[0].size();
    const auto [lowX, highX] = std::minmax_element(s.x, s.x + count);
    const auto [lowY, highY] = std::minmax_element(s.y, s.y + count);
    const auto [lowZ, highZ] = std::minmax_element(s.z, s.z + count);
    return floatOrigin({*lowX, *lowY, *lowZ}, {*highX, *highY, *highZ});
  }
  Vec3 lostBy(const Vec3& x) const {
    const auto lost = [](double from) {
      const volatile float kept = static_cast<float>(from);  // volatile: GCC 12 drops such pairs of conversions
      return kept - from;
    };
    return {lost(x.x - origin_.x), lost(x.y - origin_.y), lost(x.z - origin_.z)};
  }
  Vec3 target(Index t) const {
    return {tree_.tracer[0].data()[t], tree_.tracer[1].data()[t], tree_.tracer[2].data()[t]};
  }
  std::size_t callersPlace(Index t) const { return static_cast<std::size_t>(tree_.tracerOrder.data()[t]); }

  const Octree<CpuExec, double>& tree_;
  const ListsView<IndexRange> near_;
  const ListsView<Index> far_;
  OutsideWalk<double> outside_;
  Regularisation core_;
  Vec3 origin_;             ///< origin of the float coordinates
  std::vector<Vec3> lost_;  ///< [elements] rounding of their coordinates to float
  bool takesNear_ = false, takesFar_ = false;
  Index mostOwn_ = 0;  ///< most elements of a target's own leaf, if near lists are not taken
};

}  // namespace fmm
