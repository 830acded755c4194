#include "ranks/point_routes.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "ranks/tracer_shares.h"

namespace fmm {

template <class Real>
std::vector<TargetRegion<Real>> regionsOfCells(const std::vector<UpperCell<Real>>& cells, std::size_t most) {
  std::priority_queue<std::pair<Real, Index>> waiting;
  std::vector<TargetRegion<Real>> regions;
  const auto add = [&](Index c) {
    const UpperCell<Real>& cell = cells[static_cast<std::size_t>(c)];
    if (cell.hasTargets()) waiting.push({cell.radius, c});
  };
  if (!cells.empty()) add(0);
  while (!waiting.empty()) {
    const UpperCell<Real>& cell = cells[static_cast<std::size_t>(waiting.top().second)];
    waiting.pop();
    const auto children = static_cast<std::size_t>(cell.childCount);
    const bool opens = children > 0 && regions.size() + waiting.size() + children <= most &&
                       static_cast<std::size_t>(cell.firstChild) + children <= cells.size();
    for (Index k = 0; opens && k < cell.childCount; ++k) add(cell.firstChild + k);
    if (!opens) regions.push_back(cell.targets);
  }
  return regions;
}

template std::vector<TargetRegion<float>> regionsOfCells(const std::vector<UpperCell<float>>&, std::size_t);
template std::vector<TargetRegion<double>> regionsOfCells(const std::vector<UpperCell<double>>&, std::size_t);

namespace {

bool isBefore(const WeightedPlace& a, const WeightedPlace& b) {
  return a.place < b.place;
}

/// A sample of sorted points: each stands for an equal part of the total weight, and is the last point of its part.
std::vector<WeightedPlace> sampleOf(const std::vector<WeightedPlace>& sorted) {
  constexpr std::size_t kSamples = 2048;
  if (sorted.size() <= kSamples) return sorted;
  double total = 0;
  for (const WeightedPlace& p : sorted) total += p.weight;
  std::vector<WeightedPlace> sample;
  double sum = 0, taken = 0;
  for (const WeightedPlace& p : sorted) {
    sum += p.weight;
    if ((sum - taken) * kSamples < total) continue;
    sample.push_back({p.place, sum - taken});
    taken = sum;
  }
  return sample;
}

}  // namespace

std::vector<CurvePlace> partsOfCurve(Ranks& ranks, std::vector<WeightedPlace> own) {
  std::sort(own.begin(), own.end(), isBefore);
  std::vector<WeightedPlace> all = ranks.gatheredRows(sampleOf(own));
  std::sort(all.begin(), all.end(), isBefore);
  std::vector<double> weights;
  weights.reserve(all.size());
  for (const WeightedPlace& p : all) weights.push_back(p.weight);
  const std::vector<std::size_t> cuts = cutsByWeight(weights, ranks.size());
  constexpr CurvePlace kBeyond = {std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint32_t>::max(),
                                  std::numeric_limits<std::uint32_t>::max()};
  std::vector<CurvePlace> parts;
  for (std::size_t k = 1; k + 1 < cuts.size(); ++k)
    parts.push_back(cuts[k] < all.size() ? all[cuts[k]].place : kBeyond);
  return parts;
}

std::size_t PointRoutes::partOf(const std::vector<CurvePlace>& parts, const CurvePlace& place) {
  return static_cast<std::size_t>(std::upper_bound(parts.begin(), parts.end(), place) - parts.begin());
}

PointRoutes::PointRoutes(Ranks& ranks, const std::vector<CurvePlace>& own, const std::vector<CurvePlace>& parts)
    : ranks_(&ranks), to_(static_cast<std::size_t>(ranks.size()), 0) {
  std::vector<std::size_t> owner(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    owner[i] = partOf(parts, own[i]);
    ++to_[owner[i]];
  }
  std::vector<std::size_t> next(to_.size(), 0);
  for (std::size_t r = 1; r < next.size(); ++r) next[r] = next[r - 1] + to_[r - 1];
  order_.resize(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) order_[next[owner[i]]++] = i;
}

}  // namespace fmm
