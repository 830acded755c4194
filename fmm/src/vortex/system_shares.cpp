#include "vortex/system_shares.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ranks/tracer_shares.h"

namespace fmm {

void SystemShares::take(const Tracers& all, const std::vector<double>& weights) {
  own_ = shareOf(all.position, weights, ranks_);
  total_ = all.position.size();
  ++changes_;
  stepsSince_ = 0;
}

void SystemShares::balance(SystemBase& system) {
  constexpr int kStepsBetweenMoves = 16;
  if (++stepsSince_ < kStepsBetweenMoves || unevenness(system.tracerWork()) <= kMostUneven) return;
  move(system, false);
}

void SystemShares::shareAnew(SystemBase& system) {
  move(system, true);
  system.forgetShares();
}

void SystemShares::move(SystemBase& system, bool evenly) {
  const GatheredShares all = gather(system);
  std::vector<double> weights;
  if (!evenly) {
    std::vector<double> count(static_cast<std::size_t>(ranks_.size()), 0);
    for (const std::uint32_t rank : all.rank) ++count[rank];
    weights.reserve(all.rank.size());
    for (const std::uint32_t rank : all.rank) weights.push_back(system.tracerWork()[rank] / count[rank]);
  }
  take(all.tracers, weights);
  const Tracers own = picked(all.tracers, own_);
  system.takeTracers(viewOf(own), picked(all.velocity, own_));
}

/// Equal parts, by index among the appended tracers.
std::vector<std::uint32_t> SystemShares::shareOfJoining(std::size_t count) const {
  const auto rank = static_cast<std::size_t>(ranks_.rank()), size = static_cast<std::size_t>(ranks_.size());
  std::vector<std::uint32_t> joining((rank + 1) * count / size - rank * count / size);
  std::iota(joining.begin(), joining.end(), static_cast<std::uint32_t>(rank * count / size));
  return joining;
}

void SystemShares::joined(std::size_t count) {
  for (const std::uint32_t i : shareOfJoining(count)) own_.push_back(static_cast<std::uint32_t>(total_ + i));
  total_ += count;
  ++changes_;
}

std::vector<PlacedTracers> SystemShares::placing(std::size_t first, const Tracers& placed) const {
  const std::size_t count = placed.position.size(), end = std::min(first + count, total_);
  std::vector<PlacedTracers> runs;
  std::vector<std::uint32_t> run;  // indices in `placed`
  std::size_t next = 0;            // this rank's tracer after the run
  const auto finish = [&] {
    if (!run.empty()) runs.push_back({next - run.size(), picked(placed, run)});
    run.clear();
  };
  for (std::size_t k = 0; k < own_.size(); ++k) {
    if (own_[k] < first || own_[k] >= end) continue;
    if (k != next) finish();
    run.push_back(own_[k] - static_cast<std::uint32_t>(first));
    next = k + 1;
  }
  finish();
  if (first + count == end) return runs;
  std::vector<std::uint32_t> beyond(first + count - end);
  std::iota(beyond.begin(), beyond.end(), static_cast<std::uint32_t>(end - first));
  Tracers own = joining(picked(placed, beyond));
  if (!own.position.empty()) runs.push_back({own_.size(), std::move(own)});
  return runs;
}

}  // namespace fmm
