#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/math.h"
#include "fmm/particle_views.h"

namespace fmm {

// Ring indices of particles, in the host's memory; no numbers where the particles came without.

inline std::vector<std::int32_t> indicesOf(const StridedSpan<const std::int32_t>& ring) {
  std::vector<std::int32_t> indices(ring.count);
  for (std::size_t i = 0; i < ring.count; ++i) indices[i] = ring.data[static_cast<std::ptrdiff_t>(i) * ring.stride];
  return indices;
}

/// Those of `size` present particles, then those of `addedSize` new ones; all or none.
inline void extendRings(std::vector<std::int32_t>& all, Index size, const std::vector<std::int32_t>& added,
                        std::size_t addedSize) {
  if (all.empty() && added.empty()) return;
  all.resize(static_cast<std::size_t>(size), 0);
  all.insert(all.end(), added.begin(), added.end());
  all.resize(static_cast<std::size_t>(size) + addedSize, 0);
}

/// Those of `total` particles, of which the ones from `first` on are others now; all or none.
inline std::vector<std::int32_t> placedRings(std::vector<std::int32_t> all, Index total, Index first,
                                             const std::vector<std::int32_t>& placed) {
  if (all.empty() && placed.empty()) return all;
  all.resize(static_cast<std::size_t>(total), 0);
  for (std::size_t i = 0; i < placed.size(); ++i) all[static_cast<std::size_t>(first) + i] = placed[i];
  return all;
}

/// Are all of them numbers of type Real?
template <class Real>
bool areExact(const std::vector<std::int32_t>& rings) {
  constexpr std::int64_t kMost = std::int64_t{1} << std::numeric_limits<Real>::digits;
  return std::all_of(rings.begin(), rings.end(), [](std::int64_t r) { return -kMost <= r && r <= kMost; });
}

}  // namespace fmm
