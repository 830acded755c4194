#include "simulation/flow_start.h"

#include <fmt/format.h>

#include "fmm/cuda.h"
#include "scene/start/scene_lattice.h"
#include "scene/text/scene_file.h"
#include "simulation/backend_choice.h"
#include "simulation/inspection.h"

namespace app {

std::string describeCoarsening(const fmm::LatticeReport& report) {
  if (report.coarsenings == 0 || report.spacing == 0) return {};
  return fmt::format("h grew to {:.4g} to keep the budget of {} elements", report.spacing, report.budget);
}

std::string FlowStart::remark() const {
  const bool told = !note.empty() || from || !scene.settings.redistribution.isOn();
  return told ? note : coarsenessOf(scene);
}

bool isTunedAlike(const fmm::Settings& now, const fmm::Settings& before) {
  const auto anywhere = [](fmm::FieldSettings field) {
    field.backend = fmm::Backend::automatic;
    field.threads = 0;
    return field;
  };
  const bool wasOnGpu = before.backend == fmm::Backend::cuda || runsOnGpu(before.backend);
  return anywhere(now) == anywhere(before) && needsGradient(now) == needsGradient(before) &&
         runsOnGpu(now.backend) == wasOnGpu;
}

FlowStart loadFlow(const std::string& nameOrPath) {
  if (!isSavedState(nameOrPath)) return FlowStart(loadScene(nameOrPath));
  auto checkpoint = std::make_shared<const Checkpoint>(readCheckpoint(nameOrPath));
  FlowStart start(checkpoint->scene, checkpoint);
  start.scene.settings = checkpoint->settings;
  if (checkpoint->settings.backend == fmm::Backend::cuda && !fmm::cudaBackendAvailable()) {
    start.scene.settings.backend = fmm::Backend::automatic;
    start.note = nameOrPath + " was computed on a GPU; it continues on the CPU, whose last digits differ";
  }
  return start;
}

Checkpoint checkpointAside(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                           std::int64_t frames) {
  Checkpoint checkpoint;
  checkpoint.scene = scene;
  checkpoint.settings = system.settings();
  checkpoint.settings.backend =
      fmm::parse<fmm::Backend>(system.report().backend).value_or(checkpoint.settings.backend);  // the backend chosen
  checkpoint.tuning = system.tuning();
  checkpoint.time = system.time();
  checkpoint.steps = system.steps();
  checkpoint.frames = frames;
  checkpoint.startCentroid = startCentroid;
  checkpoint.lattice = system.lattice();
  checkpoint.inFlow = true;
  return checkpoint;
}

Checkpoint checkpointOf(const fmm::VortexSystem& system, const Scene& scene, fmm::Vec3 startCentroid,
                        std::int64_t frames) {
  Checkpoint checkpoint = checkpointAside(system, scene, startCentroid, frames);
  checkpoint.elements = system.elements();
  checkpoint.tracers = system.gatherTracers().tracers;
  checkpoint.inFlow = false;
  return checkpoint;
}

}  // namespace app
