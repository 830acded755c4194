#include "app/support/flow_support.h"

#include "simulation/element_sample.h"

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
  from.refinement.given = elements.size();
  from.time = time;
  from.steps = steps;
  from.startCentroid = fmm::centroid(elements);
  return app::Flow(from.scene, &from);
}

}  // namespace test
