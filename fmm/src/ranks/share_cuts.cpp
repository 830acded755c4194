#include "ranks/share_cuts.h"

#include <algorithm>
#include <numeric>

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
    // An item goes where its middle lies.
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

}  // namespace fmm
