#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/ranks.h"
#include "fmm/types.h"

namespace fmm {

/// From where balance is off: most work of a rank over the mean.
constexpr double kMostUneven = 1.1;

/// Where each of `parts` parts of an order begins, and its end, so that each has about the same sum of weights >= 0; by
/// number where all are 0. [parts + 1]
std::vector<std::size_t> cutsByWeight(const std::vector<double>& weights, int parts);

/// Weights of `count` items in an order whose parts, between these cuts, took so much work: each item of a part the
/// same. The cuts may be of another number of items.
std::vector<double> weightsFrom(const std::vector<std::size_t>& cuts, const std::vector<double>& work,
                                std::size_t count);

/// Most over mean; 1 where there is none.
double unevenness(const std::vector<double>& work);

/// Items of this rank where `points` are shared out along a Morton curve, each part with the same sum of `weights`
/// (none: by number); ascending. The same parts on every rank for the same points.
std::vector<std::uint32_t> shareOf(const std::vector<Vec3>& points, const std::vector<double>& weights,
                                   const Ranks& ranks);

/// The points with these indices.
Tracers picked(const Tracers& all, const std::vector<std::uint32_t>& indices);
std::vector<Vec3> picked(const std::vector<Vec3>& all, const std::vector<std::uint32_t>& indices);

/// Tracers that several ranks have, in the order in which they were given, and who has them.
struct GatheredShares {
  Tracers tracers;
  std::vector<Vec3> velocity;       ///< [L/T]
  std::vector<std::uint32_t> rank;  ///< [tracers]
};

/// All ranks call it, each with its own; `indices` are those in the order in which all were given.
GatheredShares gatherShares(Ranks& ranks, const Tracers& own, const std::vector<Vec3>& velocity,
                            const std::vector<std::uint32_t>& indices);

}  // namespace fmm
