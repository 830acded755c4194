#include "app/support/flow_support.h"

#include <chrono>
#include <thread>

#include "app/support/patience.h"
#include "simulation/inspection.h"

namespace test {

app::Flow flowOf(const fmm::Settings& settings, const fmm::Elements& elements, const fmm::Tracers& tracers, double time,
                 std::int64_t steps) {
  app::Checkpoint from;
  from.scene.settings = settings;
  from.scene.elements = elements.size();
  from.scene.tracers = tracers.size();
  from.settings = settings;
  from.elements = elements;
  from.tracers = tracers;
  from.lattice.given = elements.size();
  from.time = time;
  from.steps = steps;
  from.startCentroid = fmm::centroid(elements);
  return app::Flow(from.scene, &from);
}

bool waitFor(app::Simulation& simulation, const std::function<bool()>& done) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point deadline = Clock::now() + std::chrono::seconds(20 * kPatience);
  while (Clock::now() < deadline) {
    simulation.update();
    if (done()) return true;
    simulation.tick();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

fmm::Ring ringAt(fmm::Vec3 centre, double radius) {
  fmm::Ring ring;
  ring.centre = centre;
  ring.radius = radius;
  ring.coreRadius = 0.05;
  return ring;
}

bool waitUntilIdle(app::Simulation& simulation) {
  return waitFor(simulation, [&] { return simulation.idle(); });
}

std::vector<float> tracerValues(const app::SimulationState& state) {
  std::vector<float> values(4 * state.tracers->count());
  state.tracers->copyTo({values.data(), state.tracers->count(), false});
  return values;
}

app::Scene twoRings(std::size_t elements, std::size_t tracers) {
  app::Scene scene;
  scene.name = "test";
  scene.rings() = {ringAt({0, 0, 0}), ringAt({0, 0, 0.2})};
  scene.elements = elements;
  scene.tracers = tracers;
  scene.settings.timeStep = 0.002;
  scene.settings.solver = fmm::SolverKind::direct;
  scene.stepsPerFrame = 2;
  return scene;
}

}  // namespace test
