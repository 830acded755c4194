#pragma once

#include <string>

#include "fmm/settings.h"

namespace app {

/// Everything by which the flow of these settings forgets where it came from, for people: "viscosity, relaxation and
/// splitting"; empty if time can be turned round.
std::string obstaclesToGoingBack(const fmm::Settings& settings);

/// Why time cannot be turned round with these settings, in one line; empty if it can.
std::string whyNotBackwards(const fmm::Settings& settings);

}  // namespace app
