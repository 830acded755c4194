#pragma once

#include <functional>
#include <optional>

#include "fmm/report.h"
#include "tree/octree.h"

namespace fmm {

/// A cost above this fraction of another counts as no gain.
constexpr double kWorthwhile = 0.98;

/// Which of a leaf's limits a search may change, and the largest limit of points.
struct OpenLimits {
  bool elements, points;
  Index mostPoints = 16384;
};

/// The cheapest of `start` and the leaf sizes that follow by doubling or halving as long as that pays; one step without
/// a gain is passed, since the tree may be the same. `costOf` is called for few sizes: each part of a cost is about a
/// sum of powers of the size, so log(cost) is convex in log(size), and two sizes give a lower bound of the next cost.
TreeLimits cheapestLeaves(TreeLimits start, OpenLimits open, const std::function<CostParts(const TreeLimits&)>& costOf);

/// `best`, which costs `least`, or a variant with one limit changed if that is cheaper: twice the elements, half the
/// points, or twice the points. Where tracers are many, the first saves levels in places that are crowded by elements
/// only.
TreeLimits cheapestApart(TreeLimits best, double least, OpenLimits open,
                         const std::function<CostParts(const TreeLimits&)>& costOf);

/// The cheapest of `best`, which costs `least`, and all sizes that follow by doubling. Where levels cost most, the cost
/// falls in steps and is not convex: a walk that stops where it rises, at five to seven levels, misses a tree of two.
TreeLimits cheapestLarger(TreeLimits best, double least, OpenLimits open,
                          const std::function<CostParts(const TreeLimits&)>& costOf);

/// The cheapest of `best`, which costs `least`, and the sizes sqrt(1/2) and sqrt(2) times as large. Where particles are
/// few, many leaves are about equally full, so a small change of the limit divides all of them or none.
TreeLimits cheapestBetween(TreeLimits best, double least, OpenLimits open,
                           const std::function<CostParts(const TreeLimits&)>& costOf);

/// The most points of a leaf that a search on a GPU may choose: they leave about one leaf per multiprocessor, for a
/// nominal number of them, but are at least 512 or 1024 where elements are few, since sums then take less time than the
/// levels that large leaves save.
Index mostLeafPointsOnGpu(Index elements, Index tracers);

/// `start` doubled until one leaf holds `elements` and `points`; none if a leaf may not be that large.
std::optional<TreeLimits> oneLeaf(TreeLimits start, OpenLimits open, double elements, double points);

}  // namespace fmm
