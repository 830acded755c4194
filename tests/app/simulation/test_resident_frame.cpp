// Bytes that a frame of the window's simulation reads from a GPU, and how even the frame times are. Skipped without a
// GPU.

#include "app/support/flow_support.h"
#include "fmm/cuda.h"
#include "fmm/support/cuda_fixture.h"
#include "scene/text/scene_file.h"
#include "simulation/simulation.h"
#include "support/test.h"

namespace app {
namespace {

using GpuResidentFrame = fmm_test::CudaFixture;

struct Frame {
  fmm::CudaTransfers transfers;
  std::int64_t steps = 0;
  double seconds = 0;
  bool probed = false;  ///< true once an error is measured; the first draws samples and allocates memory
};

/// Frames of `leapfrog` at 2^15 + 2^20, as fast as they come; without viscosity, whose passes over the lattice read
/// more with every step.
std::vector<Frame> framesOf(int count) {
  Scene scene = loadScene("leapfrog");
  scene.elements = std::size_t(1) << 15;
  scene.tracers = std::size_t(1) << 20;
  scene.settings.backend = fmm::Backend::cuda;
  scene.settings.viscosity = 0;
  scene.settings.diffusion = fmm::Diffusion::coreSpreading;
  scene.settings.redistribution = {};
  scene.settings.timeStep /= 10;  // without a lattice rings break up after some 90 of the scene's frames
  Simulation simulation(FlowStart{scene});
  ShownParts parts;
  parts.motion = parts.elements = parts.tags = true;
  simulation.show(parts);
  EXPECT_TRUE(test::waitUntilIdle(simulation));
  simulation.play();
  std::vector<Frame> frames;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (static_cast<int>(frames.size()) < count && std::chrono::steady_clock::now() < deadline) {
    const std::uint64_t number = simulation.state().number;
    if (simulation.update() && simulation.state().number != number) {
      const SimulationState& state = simulation.state();
      frames.push_back({state.transfers, state.steps, state.seconds, simulation.status().error.samples > 0});
    }
    simulation.tick();
    std::this_thread::yield();
  }
  EXPECT_EQ(simulation.status().failure, "");
  return frames;
}

TEST_F(GpuResidentFrame, ReadsAFewFiguresAndWaitsTwice) {
  constexpr int kFrames = 300, kFirst = 10;  // the first ones choose parameters and allocate memory
  const std::vector<Frame> frames = framesOf(kFrames + kFirst);
  ASSERT_EQ(frames.size(), static_cast<std::size_t>(kFrames + kFirst));
  std::vector<double> seconds;
  std::size_t checked = 0;
  for (std::size_t k = kFirst; k < frames.size(); ++k) {
    // The solver checks its parameters, or the error is measured for the first time.
    if ((frames[k].steps - 1) % 128 == 0 || frames[k].probed != frames[k - 1].probed) {
      ++checked;
      continue;
    }
    // A sample of the elements for the camera, with their strengths, is 96 KiB; the rest are a few figures.
    EXPECT_LE(frames[k].transfers.bytes, std::uint64_t{100} << 10) << "frame " << k;
    EXPECT_LE(frames[k].transfers.waits, 2u) << "frame " << k;
    seconds.push_back(frames[k].seconds);
  }
  ASSERT_LT(checked, frames.size() / 10);
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[seconds.size() / 2], late = seconds[seconds.size() * 99 / 100];
  RecordProperty("median_ms", std::to_string(1e3 * median));
  RecordProperty("percentile99_ms", std::to_string(1e3 * late));
  EXPECT_LE(late, 1.5 * median) << 1e3 * median << " ms";
}

}  // namespace
}  // namespace app
