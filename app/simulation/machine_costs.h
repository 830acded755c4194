#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fmm/costs.h"

namespace app {

/// By what the solver chooses its parameters: the program's own constants, which choose the same everywhere, or those
/// of this machine, by the clock.
enum class Costs { shipped, ofMachine };

/// "Intel(R) Xeon(R) ...": the model of the first processor; "unknown" where the kernel does not say.
std::string cpuModel();

/// What computes by these settings, as the cache names it: its model, and the CPU's instructions and threads.
std::string costDevice(const fmm::FieldSettings& settings);

/// Has solvers go by the costs of this machine (fmm::useCosts()): those in the user's cache, or with none there
/// measured now, in up to two seconds, and kept. Where an evaluation takes less than half of what they say, the machine
/// was busy when they were measured: they are measured anew. Returns the factors. A cache that cannot be written is
/// done without. Throws fmm::EnvironmentError for a backend that is not to be had.
fmm::CostParts useMachineCosts(const fmm::FieldSettings& settings);

/// The same with those in the cache alone; nothing happens where there are none.
std::optional<fmm::CostParts> useKnownCosts(const fmm::FieldSettings& settings);

/// When those in the cache were measured, seconds since 1970; empty where there are none, or where they do not say.
std::optional<std::int64_t> whenMeasured(const fmm::FieldSettings& settings);

}  // namespace app
