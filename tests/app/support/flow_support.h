#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "simulation/flow.h"
#include "simulation/simulation.h"

namespace test {

/// A flow of these particles at `time` [T] after `steps` steps. Its scene has no lines.
app::Flow flowOf(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers,
                 double time = 0, std::int64_t steps = 0);

/// Updates and ticks the simulation until `done` is true; false after twenty seconds times kPatience.
bool waitFor(app::Simulation& simulation, const std::function<bool()>& done);

/// The same until the simulation is idle.
bool waitUntilIdle(app::Simulation& simulation);

/// x, y, z and speed of all tracers.
std::vector<float> tracerValues(const app::SimulationState& state);

/// Two coaxial rings, summed directly, two steps a frame.
app::Scene twoRings(std::size_t elements = 64, std::size_t tracers = 200);

/// A ring with a core radius of 0.05.
fmm::Ring ringAt(fmm::Vec3 centre, double radius = 0.3);

}  // namespace test
