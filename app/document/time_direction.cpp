#include "document/time_direction.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "fmm/settings.h"

namespace app {

std::string obstaclesToGoingBack(const fmm::Settings& settings) {
  std::vector<std::string_view> names = fmm::irreversibleParts(settings);
  for (std::string_view& name : names)
    if (name == "minimumOverlap") name = "splitting";
  if (names.empty()) return {};
  const std::string_view last = names.back();
  names.pop_back();
  return names.empty() ? std::string(last) : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string whyNotBackwards(const fmm::Settings& settings) {
  const std::string obstacles = obstaclesToGoingBack(settings);
  return obstacles.empty() ? std::string() : fmt::format("Cannot run backwards: {} cannot be undone", obstacles);
}

}  // namespace app
