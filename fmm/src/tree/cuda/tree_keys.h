#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/math.h"
#include "tree/morton.h"

namespace fmm {

/// Capacities of a CudaTree, and the depth of its keys.
struct CudaTreeRoom {
  Index elements, tracers;
  Index cells, far, near, open, corrected;  ///< cells, and entries of their lists
  int keyLevels;                            ///< KeyLevels::now()
};

/// All members; does not compile if a new one is missing here.
inline auto membersOf(const CudaTreeRoom& all) {
  const auto& [elements, tracers, cells, far, near, open, corrected, keyLevels] = all;
  return std::make_tuple(elements, tracers, cells, far, near, open, corrected, keyLevels);
}

/// Depth of the keys that particles are sorted by. exact: the levels that a tree needs, so that the order within
/// a leaf depends on particles and limits alone, not on earlier sorts. sufficient: these levels or more.
enum class SortDepth { exact, sufficient };

/// Levels of the keys on a GPU: at first few, then those of a whole key, then those of two keys. A cell above a leaf's
/// capacity at the end of the keys requires the next depth.
class KeyLevels {
 public:
  /// Sets the first depth for a number of particles: the levels of one evenly spread particle a cell, and two to four
  /// more to fill 8-bit passes of the sort. Two bits are for the kind and, in brief keys, for particles outside.
  void startFor(std::int64_t points) {
    int levels = 3;
    for (std::int64_t cells = 1; cells < points; cells *= 8) ++levels;
    const int passes = (3 * (levels - 1) + 2 + 7) / 8;
    first_ = now_ = std::min((8 * passes - 2) / 3, kKeyLevels);
  }
  /// Returns to the first depth.
  void restart() { now_ = first_; }
  /// Starts a time step. If one evaluation of a step needs deeper keys, all its evaluations are repeated and share the
  /// deeper keys. Otherwise a tree that needs more levels and a later one that needs fewer would alternate.
  void startStep() { least_ = 0; }
  int first() const { return first_; }
  int now() const { return now_; }
  /// True if the sorted keys serve a tree whose deepest overfull cell at an end of keys has `crowdedAt` bits (0: none).
  /// If not, the next sort takes keys that do.
  bool serve(int crowdedAt, SortDepth depth) {
    const int own = crowdedAt == 0 ? first_ : crowdedAt < kKeyBits ? kKeyLevels : kDeepestLevel;
    const int wanted = std::max(own, least_.value_or(0));
    if (depth == SortDepth::exact ? now_ == wanted : now_ >= own) return true;
    if (depth == SortDepth::exact && least_ && wanted > now_) least_ = wanted;
    now_ = depth == SortDepth::exact ? wanted : own;
    return false;
  }

 private:
  int first_ = 0, now_ = 0;
  std::optional<int> least_;  ///< of the step
};

/// Key bit of tracers: one sort serves both kinds, elements first. No level of the tree uses it.
constexpr std::uint64_t kTracerBit = std::uint64_t(1) << 63;

/// Keys of few levels in 32 bits: sorts of many particles take 10 to 15 % less time. From the highest bit down: tracer,
/// outside the root cube, three a level.
struct BriefKeys {
  static constexpr int kMostLevels = 10;
  int levels;  ///< 0: keys are not brief

  FMM_HD int bits() const { return 3 * levels + 2; }
  FMM_HD std::uint32_t brief(std::uint64_t upper, bool isTracer) const {
    const std::uint32_t head = (isTracer ? 2u : 0u) | (upper == kOutsideKey ? 1u : 0u);
    const auto digits = static_cast<std::uint32_t>((upper & ~kTracerBit) >> 3 * (kKeyLevels - levels));
    return head << (3 * levels) | digits;
  }
  /// The 64-bit key, with zeros for the missing levels.
  FMM_HD std::uint64_t whole(std::uint32_t key) const {
    if (key >> (3 * levels) & 1u) return kOutsideKey;
    const std::uint64_t digits = key & ((1u << (3 * levels)) - 1);
    return digits << 3 * (kKeyLevels - levels) | (key >> (3 * levels + 1) ? kTracerBit : 0);
  }
};

}  // namespace fmm
