// What a Simulation measures of its flow, and how often, so that steps do not wait for it.

#include <algorithm>

#include "simulation/simulation.h"
#include "simulation/wall_time.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kErrorSamples = 256;
constexpr std::chrono::milliseconds kMeasureAfterChange{250};
constexpr double kMeasureInterval = 1;     // seconds between measurements while running, at least
constexpr double kMeasureShare = 1. / 20;  // of the solver's time that measurements may take
constexpr double kEnergyShare = 1. / 50;   // of all time that sums over all pairs of elements for the energy may take

/// Frames from one look at all elements to the next. On the CPU a look is nothing beside a step; from the GPU they
/// have to be fetched first, so that it waits the longer the more there are.
std::int64_t framesBetweenLooks(std::size_t elements, bool onDevice) {
  return onDevice ? std::clamp<std::int64_t>(static_cast<std::int64_t>(elements / 1024), 1, 1024) : 1;
}

}  // namespace

/// Whether this frame's invariants are to be fetched.
bool Simulation::lookIsDue(const std::string& backend) const {
  return framesSinceLook_ + 1 >= framesBetweenLooks(system_->elementCount(), backend == "cuda");
}

void Simulation::lookAtAll(const std::string& backend) {
  framesSinceLook_ = 0;
  const Clock::time_point start = Clock::now();
  const bool withEnergy = start >= nextEnergy_;
  sample_ = diagnostics_.look(*system_, withEnergy);
  const std::chrono::duration<double> rest(secondsSince(start) / kEnergyShare);
  if (withEnergy) nextEnergy_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
  invariants_ = sample_.invariants;
  gpuMemory_ = backend == "cuda" ? fmm::cudaMemory() : fmm::CudaMemory{};
}

/// The error measured before is not that of the settings or particles that hold now.
void Simulation::expectNewError() {
  std::lock_guard lock(mutex_);
  status_.error = {};
  measureDue_ = true;
  nextMeasurement_ = Clock::now() + kMeasureAfterChange;
}

void Simulation::measure() {
  const Clock::time_point start = Clock::now();
  {
    std::lock_guard lock(mutex_);
    measureDue_ = false;
    nextMeasurement_ = start + std::chrono::seconds(1);  // should this one fail
  }
  const fmm::MeasuredError error = system_->measureError(kErrorSamples);
  const double rest = std::max(kMeasureInterval, secondsSince(start) / kMeasureShare);
  std::lock_guard lock(mutex_);
  nextMeasurement_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(rest));
  status_.error = error;
  status_.errorTime = system_->time();
}

}  // namespace app
