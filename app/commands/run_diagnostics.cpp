#include "commands/run_diagnostics.h"

#include <algorithm>

#include "scene/scene_lines.h"

namespace app {
namespace {

constexpr std::int64_t kErrors = 20;           // measured in a run, at most
constexpr std::size_t kEnergyElements = 8192;  // whose energy takes no longer than a few steps

std::size_t ringsOf(const Scene& scene) {
  return std::min<std::size_t>(lineCount(scene) + scene.launches.size(), DiagnosticsSample::kMostRings);
}

/// Frames from one energy to the next: as many pairs a frame as kEnergyElements have; every frame where the GPU sums.
std::int64_t energyEvery(std::size_t elements, const std::string& backend) {
  if (backend == "cuda") return 1;
  const auto factor = static_cast<std::int64_t>((elements + kEnergyElements - 1) / kEnergyElements);
  return std::max<std::int64_t>(1, factor * factor);
}

}  // namespace

RunDiagnostics::RunDiagnostics(const std::string& path, Existing existing, const Scene& scene, std::int64_t frames)
    : log_(path, existing, ringsOf(scene)), errorEvery_(std::max<std::int64_t>(1, (frames + kErrors - 1) / kErrors)) {}

void RunDiagnostics::add(Flow& flow, std::int64_t frame, const std::vector<fmm::StageTime>& stages) {
  const fmm::VortexSystem& system = flow.system();
  DiagnosticsSample sample = flow.measure(frame % energyEvery(system.elementCount(), system.report().backend) == 0);
  sample.stages = stages;
  for (const fmm::StageTime& stage : stages) sample.seconds += stage.seconds;
  if (frame % errorEvery_ == 0) sample.error = flow.measureError();
  log_.add(sample);
}

}  // namespace app
