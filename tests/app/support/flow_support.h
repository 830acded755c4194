#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "simulation/flow.h"
#include "simulation/simulation.h"

namespace test {

/// A flow of these particles, at `time` [T] after so many steps; no scene knows them.
app::Flow flowOf(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                 double time = 0, std::int64_t steps = 0);

/// Updates the simulation, and lets it go on, until `done` says so; false after twenty seconds.
bool waitFor(app::Simulation& simulation, const std::function<bool()>& done);

/// The same until it has nothing to do.
bool waitUntilIdle(app::Simulation& simulation);

/// x, y, z and speed of all tracers.
std::vector<float> tracerValues(const app::SimulationState& state);

/// Two coaxial rings, summed directly, two steps a frame.
app::Scene twoRings(std::size_t elements = 64, std::size_t tracers = 200);

/// A ring with a core of 0.05.
fmm::Ring ringAt(fmm::Vec3 centre, double radius = 0.3);

}  // namespace test
