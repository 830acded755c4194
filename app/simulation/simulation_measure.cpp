// What a Simulation measures of its flow, and how often, so that steps do not wait for it.

#include <algorithm>
#include <utility>

#include "simulation/simulation.h"
#include "simulation/wall_time.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMeasureAfterChange{250};
constexpr double kMeasureInterval = 1;       // seconds between measurements while running, at least
constexpr double kMeasureShare = 1. / 20;    // of the solver's time that measurements may take
constexpr double kEnergyShare = 1. / 50;     // of all time that sums over all pairs of elements for the energy may take
constexpr double kVorticityShare = 1. / 10;  // of all time that a GPU may sum vorticity for the enstrophy
constexpr double kEnergyInterval = 2;        // seconds between energies on a GPU, whose frames are short, at least
constexpr std::chrono::milliseconds kMemoryInterval{500};
constexpr std::chrono::milliseconds kLongestDelay{500};  // of a measure that waits for a redistribution

}  // namespace

/// Measures the present frame. What takes more than sums over the elements is done as often as its share of the time
/// allows; on a GPU in a frame each, so that none waits for several of them, and of flows that are redistributed in
/// frames that are: they wait anyway, and have the counts to make room for.
void Simulation::measureFrame(const std::string& backend) {
  const bool onDevice = backend == "cuda";
  const Clock::time_point start = Clock::now();
  const std::uint64_t passes = flow_->system().refinement().lattice.passes;
  const bool apart = passes != std::exchange(passes_, passes);
  const auto isDue = [&](Clock::time_point next) {
    if (!onDevice || apart) return start >= next;
    return !probing_ && start >= next + (passes_ > 0 ? kLongestDelay : std::chrono::milliseconds(0));
  };
  const bool withEnergy = isDue(nextEnergy_), withVorticity = !onDevice || (!withEnergy && isDue(nextVorticity_));
  sample_ = flow_->measure(withEnergy, withVorticity);
  const auto after = [](double seconds, double share) {
    const std::chrono::duration<double> rest(seconds / share);
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
  };
  if (withEnergy)
    nextEnergy_ =
        after(std::max(flow_->measuringCost().energy, onDevice ? kEnergyInterval * kEnergyShare : 0.0), kEnergyShare);
  if (withVorticity) nextVorticity_ = after(flow_->measuringCost().vorticity, kVorticityShare);
  if (!onDevice) {
    gpuMemory_ = {};
  } else if (start >= nextMemory_) {
    gpuMemory_ = fmm::cudaMemory();
    nextMemory_ = start + kMemoryInterval;
  }
}

/// The error measured before is not that of the settings or particles that hold now.
void Simulation::expectNewError() {
  std::lock_guard lock(mutex_);
  status_.error = {};
  measureDue_ = true;
  nextMeasurement_ = Clock::now() + kMeasureAfterChange;
}

/// Where a GPU computes the next frame measures its error along with its velocities; while none is to come, the present
/// one is evaluated anew for it.
void Simulation::measureError() {
  const Clock::time_point start = Clock::now();
  bool framesFollow = false;
  {
    std::lock_guard lock(mutex_);
    framesFollow = status_.playing && lastReport_.backend == "cuda";
    measureDue_ = framesFollow;                          // should it be paused before
    nextMeasurement_ = start + std::chrono::seconds(1);  // should this one fail
  }
  if (lastReport_.backend != "cuda") return noteError(flow_->measureError(), secondsSince(start));
  flow_->probeError();
  probing_ = true;
  if (framesFollow) return;
  flow_->evaluate();
  takeError();
}

/// Takes the error that the last evaluation was asked to measure, if it was.
void Simulation::takeError() {
  const std::optional<fmm::MeasuredError> error = flow_->takeError();
  if (!error) return;
  probing_ = false;
  noteError(*error, 0);
}

void Simulation::noteError(const fmm::MeasuredError& error, double seconds) {
  const double rest = std::max(kMeasureInterval, seconds / kMeasureShare);
  std::lock_guard lock(mutex_);
  nextMeasurement_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(rest));
  status_.error = error;
  status_.errorTime = flow_->system().time();
}

}  // namespace app
