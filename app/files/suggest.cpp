#include "files/suggest.h"

#include <algorithm>
#include <numeric>

namespace app {
namespace {

// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> beforePrevious(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], beforePrevious[j - 2] + 1);
    }
    beforePrevious.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

}  // namespace

std::optional<std::string> closest(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongestName = 64;
  if (name.size() > kLongestName) return std::nullopt;
  std::optional<std::string> best;
  std::size_t bestDistance = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string didYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const auto best = closest(name, candidates);
  return best ? "; did you mean \"" + *best + "\"?" : "";
}

}  // namespace app
