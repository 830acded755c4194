#include "simulation/lattice_note.h"

#include <fmt/format.h>

namespace app {

std::string describeCoarsening(const fmm::RefinementReport& report) {
  if (report.lattice.coarsenings == 0 || report.lattice.spacing == 0) return {};
  return fmt::format("h grew to {:.4g} to keep the budget of {} elements", report.lattice.spacing, report.budget);
}

}  // namespace app
