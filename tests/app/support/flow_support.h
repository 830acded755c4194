#pragma once

#include <cstdint>

#include "simulation/flow.h"

namespace test {

/// A flow of these particles, at `time` [T] after so many steps; no scene knows them.
app::Flow flowOf(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                 double time = 0, std::int64_t steps = 0);

}  // namespace test
