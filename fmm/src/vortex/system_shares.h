#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fmm/ranks.h"
#include "ranks/tracer_shares.h"
#include "vortex/system_base.h"

namespace fmm {

/// Tracers that take the places of a rank's own from number `first` of those on, or join behind them.
struct PlacedTracers {
  std::size_t first;
  Tracers tracers;
};

/// Which of a flow's tracers this rank moves: a part along a Morton curve, so that they lie close to each other. Parts
/// hold the same number at first; where the work that is counted at them comes out uneven, the tracers move.
class SystemShares {
 public:
  /// Of a system that is made of these tracers.
  SystemShares(Ranks& ranks, const Tracers& all) : ranks_(ranks) { take(all, {}); }

  Ranks& ranks() const { return ranks_; }
  /// This rank's tracers, by their places in the order in which all were given; rising.
  const std::vector<std::uint32_t>& own() const { return own_; }
  std::size_t total() const { return total_; }
  /// How often they have moved, or others have joined.
  std::uint64_t changes() const { return changes_; }

  /// All tracers; every rank calls it.
  GatheredShares gather(const SystemBase& system) const {
    return gatherShares(ranks_, system.tracers(), system.tracerVelocities(), own_);
  }

  /// Before every step: moves tracers where the work of the last evaluation was uneven, now and then.
  void balance(SystemBase& system);
  /// As a system would share them out that is made of the present particles.
  void shareAnew(SystemBase& system);

  /// This rank's part of tracers that are to join behind all present ones; they have when joined() says so.
  Tracers joining(const Tracers& added) const { return picked(added, shareOfJoining(added.position.size())); }
  void joined(std::size_t count);
  /// This rank's part of tracers that are to take the places of all from number `first` on; those beyond the last join.
  std::vector<PlacedTracers> placing(std::size_t first, const Tracers& placed) const;

 private:
  std::vector<std::uint32_t> shareOfJoining(std::size_t count) const;
  void take(const Tracers& all, const std::vector<double>& weights);
  void move(SystemBase& system, bool evenly);

  Ranks& ranks_;
  std::vector<std::uint32_t> own_;
  std::size_t total_ = 0;
  std::uint64_t changes_ = 0;
  int stepsSince_ = 0;  ///< the last move
};

}  // namespace fmm
