#include "ranks/target_regions.h"

#include <queue>
#include <utility>

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

}  // namespace fmm
