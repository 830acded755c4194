#include "vortex/merging.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace fmm {
namespace {

constexpr double kNear = 0.5;         // of the smaller core: largest distance of a pair
constexpr double kNegligible = 1e-3;  // of the mean strength: such elements merge within a whole core
constexpr double kSmall = 0.5;        // of the mean strength: below it elements merge without a deficit
constexpr double kRoom = 0.7;         // largest breach() of a merged element, well below the limit of splitting

/// Points sorted by the cubes of a uniform grid.
class NeighbourGrid {
 public:
  NeighbourGrid(const std::vector<Vec3>& positions, double edge) : positions_(positions), edge_(edge) {
    low_ = positions.front();
    for (const Vec3& x : positions) low_ = {std::min(low_.x, x.x), std::min(low_.y, x.y), std::min(low_.z, x.z)};
    entries_.reserve(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) entries_.push_back({keyOf(cellOf(positions[i])), i});
    std::sort(entries_.begin(), entries_.end());
  }

  /// Calls visit(j) for all points in the 27 cubes about point i, in an order that depends only on the points.
  template <class Visit>
  void visitNear(std::size_t i, const Visit& visit) const {
    const Cell c = cellOf(positions_[i]);
    for (std::int64_t x = std::max<std::int64_t>(c.x - 1, 0); x <= std::min(c.x + 1, kMost); ++x) {
      for (std::int64_t y = std::max<std::int64_t>(c.y - 1, 0); y <= std::min(c.y + 1, kMost); ++y) {
        const std::uint64_t first = keyOf({x, y, std::max<std::int64_t>(c.z - 1, 0)});
        const std::uint64_t last = keyOf({x, y, std::min(c.z + 1, kMost)});
        auto entry = std::lower_bound(entries_.begin(), entries_.end(), Entry{first, 0});
        for (; entry != entries_.end() && entry->first <= last; ++entry) visit(entry->second);
      }
    }
  }

 private:
  using Entry = std::pair<std::uint64_t, std::size_t>;
  static constexpr std::int64_t kMost = (1 << 21) - 1;
  struct Cell {
    std::int64_t x, y, z;
  };

  /// Points farther out share the outermost cubes.
  Cell cellOf(Vec3 x) const {
    const auto index = [&](double offset) {
      return static_cast<std::int64_t>(std::min(std::floor(offset / edge_), static_cast<double>(kMost)));
    };
    const Vec3 offset = x - low_;
    return {index(offset.x), index(offset.y), index(offset.z)};
  }
  static std::uint64_t keyOf(Cell c) {
    return static_cast<std::uint64_t>(c.x) << 42 | static_cast<std::uint64_t>(c.y) << 21 |
           static_cast<std::uint64_t>(c.z);
  }

  const std::vector<Vec3>& positions_;
  double edge_;
  Vec3 low_;
  std::vector<Entry> entries_;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

class MergePlanner {
 public:
  MergePlanner(const Elements& elements, const RefinementRules& rules, const std::vector<char>& taken)
      : elements_(elements), rules_(rules), taken_(taken) {
    for (const Vec3& alpha : elements.strength) strength_.push_back(norm(alpha));
    meanStrength_ = mean(strength_);
    edge_ = std::min(*std::max_element(elements.coreRadius.begin(), elements.coreRadius.end()),
                     2 * mean(elements.coreRadius));
  }

  MergePlan plan(std::size_t deficit) {
    if (!(edge_ > 0)) return {};
    const NeighbourGrid grid(elements_.position, edge_);
    std::vector<MergePair> candidates;
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      if (taken_[i] || (deficit == 0 && strength_[i] >= kSmall * meanStrength_)) continue;
      const std::size_t partner = partnerOf(i, grid);
      if (partner < elements_.size()) candidates.push_back({i, partner, isNegligible(i)});
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const MergePair& a, const MergePair& b) { return strength_[a.small] < strength_[b.small]; });
    return accept(candidates, deficit);
  }

 private:
  bool isNegligible(std::size_t i) const { return strength_[i] < kNegligible * meanStrength_; }

  /// The nearest element that i may merge with; elements_.size() if there is none.
  std::size_t partnerOf(std::size_t i, const NeighbourGrid& grid) const {
    std::size_t best = elements_.size();
    double nearest = std::numeric_limits<double>::infinity();
    grid.visitNear(i, [&](std::size_t j) {
      if (j == i || taken_[j] || std::make_pair(strength_[j], j) < std::make_pair(strength_[i], i)) return;
      const double distance = norm(elements_.position[j] - elements_.position[i]);
      const double core = std::min(elements_.coreRadius[i], elements_.coreRadius[j]);
      if (distance > (isNegligible(i) ? 1 : kNear) * core || distance > edge_ || distance >= nearest) return;
      const Element merged = mergedOf(elementAt(elements_, i), elementAt(elements_, j));
      if (breach(rules_.minimumOverlap, rules_.coreGrowth, norm(merged.strength), merged.coreRadius, merged.length,
                 merged.referenceRadius) > kRoom)
        return;
      best = j;
      nearest = distance;
    });
    return best;
  }

  MergePlan accept(const std::vector<MergePair>& candidates, std::size_t deficit) const {
    MergePlan plan;
    std::vector<char> used(elements_.size(), 0);
    const double scale = impulseScale(elements_);
    for (const MergePair& pair : candidates) {
      if (used[pair.small] || used[pair.large]) continue;
      const double change = scale > 0 ? impulseChange(pair) / scale : 0;
      if (plan.impulse + change > rules_.mergeTolerance) continue;
      plan.impulse += change;
      plan.pairs.push_back(pair);
      used[pair.small] = used[pair.large] = 1;
      if (deficit > 0 && plan.pairs.size() == deficit) break;
    }
    return plan;
  }

  double impulseChange(const MergePair& pair) const {
    const Element p = elementAt(elements_, pair.small), q = elementAt(elements_, pair.large);
    const Element merged = mergedOf(p, q);
    return 0.5 *
           norm(cross(p.position - merged.position, p.strength) + cross(q.position - merged.position, q.strength));
  }

  const Elements& elements_;
  const RefinementRules& rules_;
  const std::vector<char>& taken_;
  std::vector<double> strength_;
  double meanStrength_ = 0, edge_ = 0;
};

}  // namespace

Element elementAt(const Elements& elements, std::size_t i) {
  return {elements.position[i], elements.strength[i], elements.coreRadius[i],
          elements.length[i],   elements.volume[i],   elements.referenceRadius[i]};
}

Element mergedOf(const Element& p, const Element& q) {
  const double a = norm(p.strength), b = norm(q.strength);
  const double wq = a + b > 0 ? b / (a + b) : 0.5, wp = 1 - wq;
  const Vec3 d = q.position - p.position;
  const double square = dot(d, d), along = dot(d, q.strength);
  const double inLine = square > 0 && b > 0 ? along * along / (square * b * b) : 0;
  const auto mean = [&](double ofP, double ofQ) { return wp * ofP + wq * ofQ; };
  const double abreast = mean(p.length, q.length);
  Element one;
  one.position = p.position + wq * d;
  one.strength = p.strength + q.strength;
  one.coreRadius = std::sqrt(mean(p.coreRadius * p.coreRadius, q.coreRadius * q.coreRadius) + wp * wq * square / 3);
  one.length = abreast + inLine * (p.length + q.length - abreast);
  one.volume = p.volume + q.volume;
  one.referenceRadius = mean(p.referenceRadius, q.referenceRadius);
  return one;
}

double impulseScale(const Elements& elements) {
  const Vec3 centre = meanPosition(elements.position);
  double sum = 0;
  for (std::size_t i = 0; i < elements.size(); ++i)
    sum += norm(elements.position[i] - centre) * norm(elements.strength[i]);
  return sum / 2;
}

MergePlan planMerges(const Elements& elements, const RefinementRules& rules, const std::vector<char>& taken,
                     std::size_t deficit) {
  if (rules.mergeTolerance == 0 || elements.size() < 2) return {};
  return MergePlanner(elements, rules, taken).plan(deficit);
}

bool mayMerge(const RefinementRules& rules, std::size_t count, double weakest, double strength) {
  constexpr double kRounding = 1e-6;  // of floats, and of sums in another order
  if (rules.mergeTolerance == 0 || count < 2) return false;
  return !(weakest >= (1 + kRounding) * kSmall * (strength / static_cast<double>(count)));
}

}  // namespace fmm
