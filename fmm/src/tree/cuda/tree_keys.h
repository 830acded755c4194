#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

#include "core/math.h"
#include "tree/morton.h"

namespace fmm {

/// What a CudaTree has room for, and how deep its keys are.
struct CudaTreeRoom {
  Index elements, tracers;
  Index cells, far, near, open, corrected;  ///< cells, and entries of their lists
  int keyLevels;                            ///< KeyLevels::now()
};

/// By name, which does not compile when one is added and forgotten here.
inline auto membersOf(const CudaTreeRoom& all) {
  const auto& [elements, tracers, cells, far, near, open, corrected, keyLevels] = all;
  return std::make_tuple(elements, tracers, cells, far, near, open, corrected, keyLevels);
}

/// What a tree asks of the keys that its particles are sorted by: as many levels as it wants and no more, so that the
/// order within a leaf is that of these particles and limits, whatever was sorted before; or more, too.
enum class KeyDepth { own, enough };

/// Levels of the keys on a GPU: few first, then all of a whole key, then of two. A cell that holds more than a leaf may
/// where keys end asks for the next ones.
class KeyLevels {
 public:
  /// For another number of particles: what one a cell takes where they fill the cube evenly, and two to four levels
  /// more: as many as whole passes of 8 bits sort, of which two bits are the kinds' and, in brief keys, the outside's.
  void startFor(std::int64_t points) {
    int levels = 3;
    for (std::int64_t cells = 1; cells < points; cells *= 8) ++levels;
    const int passes = (3 * (levels - 1) + 2 + 7) / 8;
    first_ = now_ = std::min((8 * passes - 2) / 3, kKeyLevels);
  }
  /// As if nothing had been sorted.
  void restart() { now_ = first_; }
  /// Until the next call trees are of one step, whose evaluations are all made anew where one of them wants deeper
  /// keys: these serve all of them then. Else a tree that wants more and a later one that wants less would take turns.
  void startStep() { least_ = 0; }
  int first() const { return first_; }
  int now() const { return now_; }
  /// Of a tree whose deepest crowded cell at an end of keys has so many bits, 0 for none: whether what is sorted serves
  /// it. If not, the next sort does.
  bool serve(int crowdedAt, KeyDepth depth) {
    const int own = crowdedAt == 0 ? first_ : crowdedAt < kKeyBits ? kKeyLevels : kDeepestLevel;
    const int wanted = std::max(own, least_.value_or(0));
    if (depth == KeyDepth::own ? now_ == wanted : now_ >= own) return true;
    if (depth == KeyDepth::own && least_ && wanted > now_) least_ = wanted;
    now_ = depth == KeyDepth::own ? wanted : own;
    return false;
  }

 private:
  int first_ = 0, now_ = 0;
  std::optional<int> least_;  ///< of the step
};

/// Bit of a key that says tracer: one sort serves both kinds, elements first. No level of the tree looks at it.
constexpr std::uint64_t kTracerBit = std::uint64_t(1) << 63;

/// Keys of few levels in 32 bits, which many particles' sorts take 10 to 15 % less time for: from the highest on a bit
/// that says tracer, one that says outside the root cube, three a level.
struct BriefKeys {
  static constexpr int kMostLevels = 10;
  int levels;  ///< 0: keys are not brief

  FMM_HD int bits() const { return 3 * levels + 2; }
  FMM_HD std::uint32_t brief(std::uint64_t upper, bool isTracer) const {
    const std::uint32_t head = (isTracer ? 2u : 0u) | (upper == kOutsideKey ? 1u : 0u);
    const auto digits = static_cast<std::uint32_t>((upper & ~kTracerBit) >> 3 * (kKeyLevels - levels));
    return head << (3 * levels) | digits;
  }
  /// With zeros where levels were left out.
  FMM_HD std::uint64_t whole(std::uint32_t key) const {
    if (key >> (3 * levels) & 1u) return kOutsideKey;
    const std::uint64_t digits = key & ((1u << (3 * levels)) - 1);
    return digits << 3 * (kKeyLevels - levels) | (key >> (3 * levels + 1) ? kTracerBit : 0);
  }
};

}  // namespace fmm
