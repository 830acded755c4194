#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/ranks.h"
#include "fmm/types.h"

namespace fmm {

/// Work is balanced again where unevenness() exceeds this.
constexpr double kMostUneven = 1.1;

/// [parts + 1] the start of each of `parts` parts of an order, and its end: parts have about the same sum of the
/// weights >= 0, or the same number of items if all weights are 0.
std::vector<std::size_t> cutsByWeight(const std::vector<double>& weights, int parts);

/// Weights of `count` ordered items from the work of the parts between `cuts`: the items of a part have equal weights.
/// The cuts may belong to another number of items.
std::vector<double> weightsFrom(const std::vector<std::size_t>& cuts, const std::vector<double>& work,
                                std::size_t count);

/// Largest over mean work; 1 if there is no work.
double unevenness(const std::vector<double>& work);

/// Ascending indices of this rank's part of `points`, divided along a Morton curve into parts of equal sums of
/// `weights` (empty: of equal number). The same points give the same parts on every rank.
std::vector<std::uint32_t> shareOf(const std::vector<Vec3>& points, const std::vector<double>& weights,
                                   const Ranks& ranks);

/// The points with these indices.
Tracers picked(const Tracers& all, const std::vector<std::uint32_t>& indices);
std::vector<Vec3> picked(const std::vector<Vec3>& all, const std::vector<std::uint32_t>& indices);

/// Tracers of several ranks, in the order in which they were given, and their owners.
struct GatheredShares {
  Tracers tracers;
  std::vector<Vec3> velocity;       ///< [L/T]
  std::vector<std::uint32_t> rank;  ///< [tracers]
};

/// All ranks call it, each with its own tracers; `indices` are their places in the given order of all.
GatheredShares gatherShares(Ranks& ranks, const Tracers& own, const std::vector<Vec3>& velocity,
                            const std::vector<std::uint32_t>& indices);

}  // namespace fmm
