#include "tuning/leaf_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace fmm {
namespace {

constexpr Index kFewestElements = 8, kMostElements = 4096, kFewestPoints = 16;

/// Leaf sizes and the cost of an evaluation with them.
struct Leaves {
  TreeLimits limits;
  CostParts cost;
};

bool change(Index& limit, bool larger, Index fewest, Index most) {
  const Index changed = larger ? 2 * limit : limit / 2;
  if (changed < fewest || changed > most) return false;
  limit = changed;
  return true;
}

/// Doubles or halves the open limits within their range; false if none changed.
bool stepLeaves(TreeLimits& limits, bool larger, const OpenLimits& open) {
  const bool elements = open.elements && change(limits.leafElements, larger, kFewestElements, kMostElements);
  const bool points = open.points && change(limits.leafPoints, larger, kFewestPoints, open.mostPoints);
  return elements || points;
}

/// Lower bound of the cost of the size that follows `a` and `b`, by convexity.
double leastCostAfter(const CostParts& a, const CostParts& b) {
  const auto next = [](double first, double second) { return first > 0 ? second * second / first : second; };
  return next(a.pairs, b.pairs) + next(a.translations, b.translations) + next(a.expansions, b.expansions) +
         next(a.points, b.points);
}

class LeafSearch {
 public:
  LeafSearch(OpenLimits open, const std::function<CostParts(const TreeLimits&)>& costOf)
      : open_(open), costOf_(costOf) {}

  TreeLimits run(const TreeLimits& start) {
    TreeLimits larger = start;
    std::optional<Leaves> first;
    if (step(larger, true)) first = counted(larger);
    const Leaves given = counted(start);  // counted last, since its tree is the one most often reused
    best_ = given;
    if (first) walk(given, *first, true);
    if (isStart(start) && mayPay(first, given)) {
      TreeLimits smaller = start;
      if (step(smaller, false)) walk(given, counted(smaller), false);
    }
    return best_.limits;
  }

 private:
  Leaves counted(const TreeLimits& limits) const { return {limits, costOf_(limits)}; }
  bool step(TreeLimits& limits, bool larger) const { return stepLeaves(limits, larger, open_); }
  bool isStart(const TreeLimits& start) const { return best_.limits == start; }
  bool nearBest(double seconds) const { return seconds <= best_.cost.total() * (2 - kWorthwhile); }
  /// True if the size after `at`, coming from `from`, may be cheaper.
  bool mayPay(const std::optional<Leaves>& from, const Leaves& at) const {
    return !from || nearBest(leastCostAfter(from->cost, at.cost));
  }

  /// Walks on from `at`, which followed `before`, and updates best_.
  void walk(Leaves before, Leaves at, bool larger) {
    for (int idle = 0; nearBest(at.cost.total());) {
      const bool pays = at.cost.total() < kWorthwhile * best_.cost.total();
      idle = pays ? 0 : idle + 1;
      if (pays) best_ = at;
      TreeLimits next = at.limits;
      if (idle > 1 || !step(next, larger) || !mayPay(before, at)) return;
      before = at;
      at = counted(next);
    }
  }

  const OpenLimits open_;
  const std::function<CostParts(const TreeLimits&)>& costOf_;
  Leaves best_;
};

}  // namespace

TreeLimits cheapestLeaves(TreeLimits start, OpenLimits open,
                          const std::function<CostParts(const TreeLimits&)>& costOf) {
  if (!open.elements && !open.points) return start;
  return LeafSearch(open, costOf).run(start);
}

TreeLimits cheapestApart(TreeLimits best, double least, OpenLimits open,
                         const std::function<CostParts(const TreeLimits&)>& costOf) {
  const auto consider = [&](bool changed, const TreeLimits& limits) {
    if (!changed) return;
    const double cost = costOf(limits).total();
    if (!(cost < kWorthwhile * least)) return;
    least = cost;
    best = limits;
  };
  TreeLimits next = best;
  consider(open.elements && change(next.leafElements, true, kFewestElements, kMostElements), next);
  next = best;
  consider(open.points && change(next.leafPoints, false, kFewestPoints, open.mostPoints), next);
  next = best;
  consider(open.points && change(next.leafPoints, true, kFewestPoints, open.mostPoints), next);
  return best;
}

TreeLimits cheapestLarger(TreeLimits best, double least, OpenLimits open,
                          const std::function<CostParts(const TreeLimits&)>& costOf) {
  for (TreeLimits next = best; stepLeaves(next, true, open);) {
    const double cost = costOf(next).total();
    if (!(cost < kWorthwhile * least)) continue;
    least = cost;
    best = next;
  }
  return best;
}

TreeLimits cheapestBetween(TreeLimits best, double least, OpenLimits open,
                           const std::function<CostParts(const TreeLimits&)>& costOf) {
  const TreeLimits from = best;
  for (const double factor : {std::sqrt(0.5), std::sqrt(2)}) {
    TreeLimits next = from;
    const auto scale = [factor](Index& limit, Index fewest, Index most) {
      limit = static_cast<Index>(std::lround(factor * limit));
      return limit >= fewest && limit <= most;
    };
    if (open.elements && !scale(next.leafElements, kFewestElements, kMostElements)) continue;
    if (open.points && !scale(next.leafPoints, kFewestPoints, open.mostPoints)) continue;
    const double cost = costOf(next).total();
    if (!(cost < kWorthwhile * least)) continue;
    least = cost;
    best = next;
  }
  return best;
}

Index mostLeafPointsOnGpu(Index elements, Index tracers) {
  constexpr Index kVeryFew = 2048, kOfVeryFew = 1024, kFew = 8192, kOfFew = 512, kFewestLeaves = 128;
  const Index ofEach = elements / kFewestLeaves + tracers / kFewestLeaves;
  const Index least = elements <= kVeryFew ? kOfVeryFew : elements <= kFew ? kOfFew : 0;
  return std::min(OpenLimits{}.mostPoints, std::max(least, ofEach));
}

std::optional<TreeLimits> oneLeaf(TreeLimits start, OpenLimits open, double elements, double points) {
  while (start.leafElements < elements || start.leafPoints < points) {
    const bool moreElements =
        start.leafElements >= elements || (open.elements && change(start.leafElements, true, 1, kMostElements));
    const bool morePoints =
        start.leafPoints >= points || (open.points && change(start.leafPoints, true, 1, open.mostPoints));
    if (!moreElements || !morePoints) return std::nullopt;
  }
  return start;
}

}  // namespace fmm
