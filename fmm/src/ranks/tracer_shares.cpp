#include "ranks/tracer_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exec/cpu/sort.h"
#include "tree/morton.h"
#include "tree/root_cube.h"

namespace fmm {

std::vector<std::size_t> cutsByWeight(const std::vector<double>& weights, int parts) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto count = static_cast<std::size_t>(parts);
  std::vector<std::size_t> cuts(count + 1, weights.size());
  cuts[0] = 0;
  if (!(total > 0)) {
    for (std::size_t k = 1; k < count; ++k) cuts[k] = k * weights.size() / count;
    return cuts;
  }
  double sum = 0;
  std::size_t k = 1;
  for (std::size_t i = 0; i < weights.size() && k < count; ++i) {
    // An item belongs to the part that contains the middle of its weight.
    while (k < count && sum + 0.5 * weights[i] >= total * static_cast<double>(k) / static_cast<double>(count))
      cuts[k++] = i;
    sum += weights[i];
  }
  return cuts;
}

std::vector<double> weightsFrom(const std::vector<std::size_t>& cuts, const std::vector<double>& work,
                                std::size_t count) {
  std::vector<double> weights(count, 0);
  const std::size_t before = cuts.back();
  if (before == 0) return weights;
  std::size_t part = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i * before / count;
    while (at >= cuts[part + 1]) ++part;
    weights[i] = work[part] / static_cast<double>(cuts[part + 1] - cuts[part]);
  }
  return weights;
}

double unevenness(const std::vector<double>& work) {
  const double total = std::accumulate(work.begin(), work.end(), 0.0);
  if (!(total > 0)) return 1;
  return *std::max_element(work.begin(), work.end()) * static_cast<double>(work.size()) / total;
}

namespace {

bool isFinite(const Vec3& x) {
  return std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z);
}

/// Indices along the curve; points that are not finite come last.
std::vector<Index> mortonOrder(const std::vector<Vec3>& points) {
  Box<double> box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (const Vec3& x : points) {
    if (!isFinite(x)) continue;
    box.low = {std::min(box.low.x, x.x), std::min(box.low.y, x.y), std::min(box.low.z, x.z)};
    box.high = {std::max(box.high.x, x.x), std::max(box.high.y, x.y), std::max(box.high.z, x.z)};
  }
  const auto count = static_cast<Index>(points.size());
  std::vector<std::uint64_t> keys(points.size(), kOutsideKey);
  std::vector<Index> order(points.size());
  CpuExec exec(0);
  if (!box.isEmpty()) {
    const RootCube root = rootCubeAround(box);
    exec.forEach("fmm::keysOfShares", count, [&](Index i) {
      const auto at = static_cast<std::size_t>(i);
      if (isFinite(points[at])) keys[at] = mortonKeys(root, points[at].x, points[at].y, points[at].z).upper;
    });
  }
  KeySorter<CpuExec>().sort(exec, keys.data(), order.data(), count);
  return order;
}

/// A tracer in transfer between ranks.
struct Sent {
  Vec3 position, velocity;
  std::uint32_t index;
  std::int32_t ring;
};

}  // namespace

std::vector<std::uint32_t> shareOf(const std::vector<Vec3>& points, const std::vector<double>& weights,
                                   const Ranks& ranks) {
  const std::vector<Index> order = mortonOrder(points);
  std::vector<double> along(points.size(), 1.0);
  for (std::size_t k = 0; k < weights.size(); ++k) along[k] = weights[static_cast<std::size_t>(order[k])];
  const std::vector<std::size_t> cuts = cutsByWeight(along, ranks.size());
  const auto rank = static_cast<std::size_t>(ranks.rank());
  std::vector<std::uint32_t> share;
  for (std::size_t k = cuts[rank]; k < cuts[rank + 1]; ++k) share.push_back(static_cast<std::uint32_t>(order[k]));
  std::sort(share.begin(), share.end());
  return share;
}

std::vector<Vec3> picked(const std::vector<Vec3>& all, const std::vector<std::uint32_t>& indices) {
  std::vector<Vec3> some;
  some.reserve(indices.size());
  for (const std::uint32_t i : indices) some.push_back(all[i]);
  return some;
}

Tracers picked(const Tracers& all, const std::vector<std::uint32_t>& indices) {
  Tracers some;
  some.position = picked(all.position, indices);
  if (all.ring.empty()) return some;
  some.ring.reserve(indices.size());
  for (const std::uint32_t i : indices) some.ring.push_back(all.ring[i]);
  return some;
}

GatheredShares gatherShares(Ranks& ranks, const Tracers& own, const std::vector<Vec3>& velocity,
                            const std::vector<std::uint32_t>& indices) {
  constexpr std::int32_t kNone = -1;
  std::vector<Sent> sent(indices.size());
  for (std::size_t k = 0; k < sent.size(); ++k)
    sent[k] = {own.position[k], velocity[k], indices[k], own.ring.empty() ? kNone : own.ring[k]};
  const std::vector<std::size_t> counts = ranks.gathered(sent.size());
  const std::vector<Sent> all = ranks.gatheredRows(sent);
  GatheredShares found;
  found.tracers.position.resize(all.size());
  found.velocity.resize(all.size());
  found.rank.resize(all.size());
  const bool rings = std::any_of(all.begin(), all.end(), [](const Sent& s) { return s.ring != kNone; });
  if (rings) found.tracers.ring.resize(all.size());
  std::size_t k = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    for (const std::size_t end = k + counts[r]; k < end; ++k) {
      const Sent& s = all[k];
      found.tracers.position[s.index] = s.position;
      found.velocity[s.index] = s.velocity;
      found.rank[s.index] = static_cast<std::uint32_t>(r);
      if (rings) found.tracers.ring[s.index] = s.ring;
    }
  }
  return found;
}

}  // namespace fmm
