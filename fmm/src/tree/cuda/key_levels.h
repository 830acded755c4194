#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "tree/morton.h"

namespace fmm {

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

}  // namespace fmm
