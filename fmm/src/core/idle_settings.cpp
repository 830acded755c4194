#include "fmm/idle_settings.h"

namespace fmm {
namespace {

bool limitsNoLattice(const Settings& s) {
  return s.elementBudget > 0 && !s.redistribution.isOn();
}

bool stretchesPlane(const Settings& s) {
  return s.space == Space::plane && s.stretching != Stretching::off && s.stretching != MotionSettings().stretching;
}

bool isCold(const Settings& s) {
  return !s.heat;
}

bool givesDiffusivity(const Settings& s) {
  return !s.heat || s.diffusivity > 0;
}

bool hasNoBody(const Settings& s) {
  return s.bodies.empty();
}

struct Idle {
  std::string_view key;
  bool (*asked)(const Settings&);
  std::string_view reason;
};

constexpr Idle kIdle[] = {{"element_budget", limitsNoLattice, "only redistribution, which is off, adds elements"},
                          {"diffusivity", isCold, "heat is off"},
                          {"prandtl", givesDiffusivity, "heat is off, or its diffusivity is given"},
                          {"up", isCold, "heat is off"},
                          {"wake_length", hasNoBody, "there is no body"},
                          {"stretching", stretchesPlane, "nothing is stretched in the plane"}};

}  // namespace

std::string_view whyIdle(std::string_view key, const Settings& settings) {
  for (const Idle& row : kIdle)
    if (row.key == key && row.asked(settings)) return row.reason;
  return {};
}

}  // namespace fmm
