#pragma once

#include <functional>
#include <optional>

#include "fmm/report.h"
#include "tree/octree.h"

namespace fmm {

/// Gains of less than this are not looked for: part of a cost that is another one.
constexpr double kWorthwhile = 0.98;

/// Which of a leaf's sizes are to be chosen, and how many points it may then hold.
struct OpenLimits {
  bool elements, points;
  Index mostPoints = 16384;
};

/// The leaf sizes whose evaluation costs least, of `start` and what comes of doubling or halving it as long as that
/// pays; a step that changes nothing is gone on from once, since a tree may not notice it. `costOf` is asked for few of
/// them: each part of a cost is about a sum of powers of the leaf size, so that its logarithm is convex in that of the
/// size, and two sizes bound the next one's cost from below.
TreeLimits cheapestLeaves(TreeLimits start, OpenLimits open, const std::function<CostParts(const TreeLimits&)>& costOf);

/// `best`, which costs `least`, with its sizes changed one by one where that pays: twice as many elements, then half as
/// many points, then twice as many. Where tracers are many the first spares levels of leaves that are crowded by
/// elements alone.
TreeLimits cheapestApart(TreeLimits best, double least, OpenLimits open,
                         const std::function<CostParts(const TreeLimits&)>& costOf);

/// The cheapest of `best`, which costs `least`, and all that come of doubling it. Where levels cost most, cost falls by
/// steps and is not convex: no walk that ends where it rises finds a tree of two levels behind some of five to seven.
TreeLimits cheapestLarger(TreeLimits best, double least, OpenLimits open,
                          const std::function<CostParts(const TreeLimits&)>& costOf);

/// The cheapest of `best`, which costs `least`, and the sizes halfway to half of it and to twice as much. Where
/// particles are few, many leaves hold about as many, and all of those are divided or not by a small change.
TreeLimits cheapestBetween(TreeLimits best, double least, OpenLimits open,
                           const std::function<CostParts(const TreeLimits&)>& costOf);

/// How many points a leaf that a GPU is to choose may hold, of so many elements and tracers: about a leaf for each of
/// its multiprocessors, whatever their number here; no fewer than 512 or 1024 of few elements, whose sums take less
/// time than the levels that large leaves spare.
Index mostLeafPointsOnGpu(Index elements, Index tracers);

/// `start` doubled until one leaf holds so many elements and points; none where a leaf may not be that large.
std::optional<TreeLimits> oneLeaf(TreeLimits start, OpenLimits open, double elements, double points);

}  // namespace fmm
