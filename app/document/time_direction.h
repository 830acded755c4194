#pragma once

#include <string>

#include "fmm/settings.h"

namespace app {

/// Why time cannot be turned round with these settings, and what would help, in one line; empty if it can.
std::string whyNotBackwards(const fmm::Settings& settings);

}  // namespace app
