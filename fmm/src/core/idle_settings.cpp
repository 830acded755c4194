#include "fmm/idle_settings.h"

namespace fmm {
namespace {

/// Core growth is a promise about viscous cores even at its default.
bool limitsCores(const Settings& s) {
  const bool spreads = s.viscosity > 0 && s.diffusion == Diffusion::coreSpreading;
  return s.coreGrowth > 0 && (spreads || s.coreGrowth != MotionSettings().coreGrowth);
}

bool merges(const Settings& s) {
  return s.mergeTolerance > 0 && s.mergeTolerance != MotionSettings().mergeTolerance;
}

bool limitsElements(const Settings& s) {
  return s.elementBudget > 0 && !s.redistribution.isOn();
}

bool stretchesOtherwise(const Settings& s) {
  return s.stretching != Stretching::off && s.stretching != MotionSettings().stretching;
}

struct IdleInPlane {
  std::string_view key;
  bool (*asked)(const Settings&);
  std::string_view reason;
};

constexpr std::string_view kUnsplit = "nothing is split or merged in the plane";
constexpr IdleInPlane kIdle[] = {{"core_growth", limitsCores, kUnsplit},
                                 {"merge_tolerance", merges, kUnsplit},
                                 {"element_budget", limitsElements, kUnsplit},
                                 {"stretching", stretchesOtherwise, "nothing is stretched in the plane"}};

}  // namespace

std::string_view whyIdle(std::string_view key, const Settings& settings) {
  if (settings.space != Space::plane) return {};
  for (const IdleInPlane& row : kIdle)
    if (row.key == key && row.asked(settings)) return row.reason;
  return {};
}

}  // namespace fmm
