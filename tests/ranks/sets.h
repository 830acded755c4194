#pragma once

#include <string>
#include <vector>

#include "fmm/settings.h"
#include "fmm/types.h"
#include "fmm/workloads.h"

namespace ranks_test {

/// Settings with one CPU thread, so that ranks do not compete for cores.
fmm::Settings settingsFor(fmm::SolverKind solver = fmm::SolverKind::fmm);

struct Set {
  std::string name;
  fmm::Elements elements;
  fmm::Tracers tracers;
};

Set setOf(fmm::workloads::Workload work);

/// Ordinary sets, and those that leave ranks without elements, without tracers, or with all of them.
std::vector<Set> sets();

}  // namespace ranks_test
