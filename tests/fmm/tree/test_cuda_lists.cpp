// Lists that outgrow their buffers on the GPU.

#include <gtest/gtest.h>

#include <cstdint>

#include "fmm/cuda.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

class CudaLists : public fmm_test::CudaFixture {};

/// Leaves that are small for their cores: near lists exceed their first buffers.
VortexSystem crowded(double coreFactor = 1) {
  fmm_test::Workload work = fmm_test::overlapped(fmm_test::rings(1 << 16, 1 << 16));
  for (double& radius : work.elements.coreRadius) radius *= coreFactor;
  Settings settings;
  settings.backend = Backend::cuda;
  settings.precision = Precision::single;
  settings.timeStep = 0.01;
  settings.leafElements = 16;
  settings.leafPoints = 32;
  settings.mesh = MeshUse::never;
  settings.order = 7;
  settings.theta = 0.7;
  return {settings, work.elements, work.tracers()};
}

std::uint64_t waitsOfEvaluating(VortexSystem& system) {
  const std::uint64_t before = cudaTransfers().waits;
  system.evaluate();
  return cudaTransfers().waits - before;
}

// An evaluation that exceeds its buffers is repeated with larger ones. Whether it reads uninitialised memory meanwhile
// is only seen by compute-sanitizer --tool initcheck, where a driver hands out zeroed memory.
TEST_F(CudaLists, ThatOutgrowTheirRoomAreMadeAgain) {
  VortexSystem system = crowded(), again = crowded(), thin = crowded(0.01);
  EXPECT_GT(waitsOfEvaluating(system), waitsOfEvaluating(thin)) << "nothing was made again";
  again.evaluate();
  EXPECT_EQ(system.elementVelocities(), again.elementVelocities());
  EXPECT_LE(system.measureError(512).relativeL2, 1e-3);
}

}  // namespace
}  // namespace fmm
