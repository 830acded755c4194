#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/ranks.h"
#include "ranks/tracer_shares.h"
#include "vortex/system_base.h"

namespace fmm {

/// Tracers that replace a rank's own ones from index `first` on, or are appended.
struct PlacedTracers {
  std::size_t first;
  Tracers tracers;
};

/// This rank's share of a flow's tracers: a part of a Morton curve, so that they lie close to each other. Shares have
/// the same number of tracers at first; if the counted work at them is uneven, tracers move between ranks.
class SystemShares {
 public:
  /// Divides the tracers of a new system.
  SystemShares(Ranks& ranks, const Tracers& all) : ranks_(ranks) { take(all, {}); }

  Ranks& ranks() const { return ranks_; }
  /// Ascending indices of this rank's tracers in the given order of all.
  const std::vector<std::uint32_t>& own() const { return own_; }
  std::size_t total() const { return total_; }
  /// Number of times that tracers have moved between ranks or were appended.
  std::uint64_t changes() const { return changes_; }

  /// Tracers of all ranks; every rank calls it.
  GatheredShares gather(const SystemBase& system) const {
    return gatherShares(ranks_, system.tracers(), system.tracerVelocities(), own_);
  }

  /// To call before every step: moves tracers between ranks if the last evaluation's work was uneven, now and then.
  void balance(SystemBase& system);
  /// Divides the tracers like a new system of the present particles.
  void shareAnew(SystemBase& system);

  /// This rank's part of tracers to append behind all present ones. Call joined() when they have been appended.
  Tracers joining(const Tracers& added) const { return picked(added, shareOfJoining(added.position.size())); }
  void joined(std::size_t count);
  /// This rank's part of tracers that replace all from index `first` on; those beyond the last are appended.
  std::vector<PlacedTracers> placing(std::size_t first, const Tracers& placed) const;

 private:
  std::vector<std::uint32_t> shareOfJoining(std::size_t count) const;
  void take(const Tracers& all, const std::vector<double>& weights);
  void move(SystemBase& system, bool evenly);

  Ranks& ranks_;
  std::vector<std::uint32_t> own_;
  std::size_t total_ = 0;
  std::uint64_t changes_ = 0;
  int stepsSince_ = 0;  ///< since the last move
};

}  // namespace fmm
