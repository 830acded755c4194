#pragma once

namespace fmm {

/// Kind of machine behind an execution space: what its schedules like decides leaf capacities.
enum class Hardware { cpu, gpu };

}  // namespace fmm
