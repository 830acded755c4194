#include "mesh/line_plan.h"

#include <cstdint>

namespace fmm {

/// Odd factors come last: in short stages values then lie an odd number of places apart, in different banks of a GPU's
/// shared memory.
LinePlan LinePlan::of(Index n) {
  LinePlan plan;
  plan.n = n;
  Index rest = n;
  for (const int radix : {4, 2, 3, 5}) {
    for (; rest % radix == 0; rest /= radix) {
      const auto apart = static_cast<std::uint64_t>(rest / radix);
      plan.radix[plan.stages] = radix;
      plan.magic[plan.stages] = apart > 1 ? static_cast<unsigned>(((std::uint64_t{1} << 32) + apart - 1) / apart) : 0;
      ++plan.stages;
    }
  }
  return plan;
}

std::vector<Index> LinePlan::modes() const {
  std::vector<Index> modes(static_cast<std::size_t>(n));
  for (Index p = 0; p < n; ++p) {
    Index mode = 0, place = p, left = n, step = 1;
    for (int stage = 0; stage < stages; ++stage) {
      left /= radix[stage];
      mode += step * (place / left);
      place %= left;
      step *= radix[stage];
    }
    modes[static_cast<std::size_t>(p)] = mode;
  }
  return modes;
}

}  // namespace fmm
