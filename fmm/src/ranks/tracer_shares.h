#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/ranks.h"
#include "fmm/types.h"

namespace fmm {

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
