#include "ranks/target_regions.h"

#include <utility>

#include "tree/tree_steps.h"

namespace fmm {
namespace {

template <class Real>
class Regions {
 public:
  explicit Regions(const LocalTree<Real>& tree) : tree_(tree), radius_(static_cast<std::size_t>(tree.view.cellCount)) {
    for (Index c = tree.view.cellCount - 1; c >= 0; --c) {
      const Cell& cell = tree.view.cells[c];
      Real& radius = radius_[static_cast<std::size_t>(c)];
      if (cell.isLeaf() && hasTargets(c)) radius = tree.view.bounds[c].targetRadius;
      for (Index k = cell.firstChild; k < cell.firstChild + cell.childCount; ++k)
        radius = std::max(radius, radius_[static_cast<std::size_t>(k)]);
    }
  }

  /// The largest cells are divided first.
  std::vector<TargetRegion<Real>> ofCells(std::size_t most) const {
    std::priority_queue<std::pair<Real, Index>> cells;
    std::vector<TargetRegion<Real>> regions;
    const auto add = [&](Index c) {
      if (hasTargets(c)) cells.push({tree_.view.bounds[c].targetRadius, c});
    };
    if (tree_.view.cellCount > 0) add(0);
    while (!cells.empty()) {
      const Index c = cells.top().second;
      const Cell& cell = tree_.view.cells[c];
      cells.pop();
      const bool opens =
          !cell.isLeaf() && regions.size() + cells.size() + static_cast<std::size_t>(cell.childCount) <= most;
      for (Index k = 0; opens && k < cell.childCount; ++k) add(cell.firstChild + k);
      if (!opens) regions.push_back({tree_.view.bounds[c].targets, radius_[static_cast<std::size_t>(c)], Real(1)});
    }
    return regions;
  }

 private:
  bool hasTargets(Index c) const {
    const Cell& cell = tree_.view.cells[c];
    return cell.tracers.count() > 0 || (tree_.elementsAreTargets && cell.elements.count() > 0);
  }

  const LocalTree<Real>& tree_;
  std::vector<Real> radius_;  ///< [cells] of the largest leaf of targets
};

/// Tracers outside the root cube go by the stricter rule of single points.
template <class Real>
void addOutside(const LocalTree<Real>& tree, Index most, std::vector<TargetRegion<Real>>& regions) {
  const Index count = tree.outside, parts = std::min(count, most);
  for (Index part = 0; part < parts; ++part) {
    const auto at = [&](Index k) { return static_cast<Index>(std::int64_t{k} * count / parts); };
    TargetRegion<Real> region = {BoundCells<Real>::emptyBox(), Real(0), kOutsideRatio<Real>};
    BoundCells<Real>::include(region.box, tree.tracer, IndexRange{at(part), at(part + 1)});
    regions.push_back(region);
  }
}

}  // namespace

template <class Real>
std::vector<TargetRegion<Real>> targetRegions(const LocalTree<Real>& tree, std::size_t most) {
  std::vector<TargetRegion<Real>> regions = Regions<Real>(tree).ofCells(most);
  addOutside(tree, static_cast<Index>(most), regions);
  return regions;
}

template std::vector<TargetRegion<float>> targetRegions(const LocalTree<float>&, std::size_t);
template std::vector<TargetRegion<double>> targetRegions(const LocalTree<double>&, std::size_t);

}  // namespace fmm
