#pragma once

#include <vector>

#include "fmm/settings.h"
#include "tuning/work_counts.h"

namespace costs {

using fmm::Precision;
using fmm::Regularisation;
using fmm::Space;

/// Work of an evaluation by trees on one thread, and the least times of its stages among several runs [s].
struct TreeEvaluation {
  Regularisation core;
  int order;
  fmm::WorkCounts work;
  double near, transfer, upward, downward, points;
};

/// Evaluations at all orders and usual leaves: cubes, spheres, rings and Plummer's sphere with thin and overlapped
/// cores, with and without gradients; in the plane the sets of the plane.
std::vector<TreeEvaluation> treeEvaluations(Precision precision, Space space);

/// Time of a pair and of fetching an element for a block of targets, from blocks of two sizes [s].
struct PairTimes {
  double pair, read;
};
struct PairKind {
  Regularisation core;
  bool gradient, exact, correction;
};
PairTimes pairTimes(const PairKind& kind, Precision precision, Space space);

}  // namespace costs
