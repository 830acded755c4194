#include "commands/run_diagnostics.h"

#include <algorithm>

#include "scene/scene_lines.h"

namespace app {
namespace {

constexpr std::int64_t kErrors = 20;  // measured in a run, at most

std::size_t ringsOf(const Scene& scene) {
  return std::min<std::size_t>(lineCount(scene) + scene.launches.size(), DiagnosticsSample::kMostRings);
}

}  // namespace

bool energyIsDue(std::int64_t frame, std::size_t elements) {
  constexpr std::size_t kFew = 1024;
  constexpr std::int64_t kFramesBetween = 10;
  return elements <= kFew || frame % kFramesBetween == 0;
}

bool errorIsDue(std::int64_t frame, std::int64_t frames) {
  return frame % std::max<std::int64_t>(1, (frames + kErrors - 1) / kErrors) == 0;
}

RunDiagnostics::RunDiagnostics(const std::string& path, Existing existing, const Scene& scene, std::int64_t frames)
    : log_(path, existing, ringsOf(scene)), frames_(frames) {}

void RunDiagnostics::add(Flow& flow, std::int64_t frame, const std::vector<fmm::StageTime>& stages) {
  const fmm::VortexSystem& system = flow.system();
  DiagnosticsSample sample = flow.measure(energyIsDue(frame, system.elementCount()));
  sample.stages = stages;
  for (const fmm::StageTime& stage : stages) sample.seconds += stage.seconds;
  if (errorIsDue(frame, frames_)) sample.error = flow.measureError();
  log_.add(sample);
}

}  // namespace app
