#pragma once

#include <string>

#include "fmm/report.h"

namespace app {

/// One line for people where redistribution had to take a wider lattice than it began with: "h grew to 0.0125 to keep
/// the budget of 4096 elements". Empty: it had not.
std::string describeCoarsening(const fmm::RefinementReport& report);

}  // namespace app
