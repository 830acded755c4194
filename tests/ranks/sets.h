#pragma once

#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "fmm/workloads.h"

namespace ranks_test {

/// One thread of the CPU, so that ranks do not stand in each other's way.
fmm::Settings settingsFor(fmm::SolverKind solver = fmm::SolverKind::fmm);

/// Particles of a flow, and what they are called.
struct Set {
  std::string name;
  fmm::Elements elements;
  fmm::Tracers tracers;
};

Set setOf(fmm::workloads::Workload work);

/// Ordinary sets, and those that leave ranks without elements, without tracers, or with all of them.
std::vector<Set> sets();

}  // namespace ranks_test
