#include "document/time_direction.h"

namespace app {

std::string whyNotBackwards(const fmm::Settings& settings) {
  const std::string_view field = fmm::irreversiblePart(settings);
  if (field.empty()) return {};
  const std::string name(field == "minimumOverlap" ? "splitting" : field);
  return "No way back: " + name + " cannot be undone; switch it off to turn time round";
}

}  // namespace app
