// Lists that outgrow their room on the GPU.

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "exec/cuda/buffer.h"
#include "exec/cuda/check.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "fmm/vortex_system.h"

namespace fmm {
namespace {

class CudaLists : public fmm_test::CudaFixture {};

/// Leaves that are small for their cores: more cells near each other than there is room for at first.
VortexSystem crowded() {
  const fmm_test::Workload work = fmm_test::overlapped(fmm_test::rings(1 << 16, 1 << 16));
  Settings settings;
  settings.backend = Backend::cuda;
  settings.precision = Precision::single;
  settings.timeStep = 0.01;
  settings.leafElements = 16;
  settings.leafPoints = 32;
  settings.mesh = MeshUse::never;
  return {settings, work.elements, work.tracers()};
}

/// Gives memory back that holds numbers which no list may name.
void leaveNonsenseBehind() {
  std::vector<CudaBuffer<char>> all;
  for (int k = 0; k < 256; ++k) {
    const std::size_t bytes = std::size_t{1} << (16 + k % 10);
    all.emplace_back(bytes);
    FMM_CUDA(cudaMemset(all.back().data(), 0x7f, bytes));
  }
  FMM_CUDA(cudaDeviceSynchronize());
}

// The evaluation that finds too little room is made again; meanwhile it reads nothing that nobody wrote.
TEST_F(CudaLists, ThatOutgrowTheirRoomNameNothingElse) {
  leaveNonsenseBehind();
  VortexSystem system = crowded(), again = crowded();
  system.step();
  again.step();
  EXPECT_EQ(system.elements().position, again.elements().position);
}

}  // namespace
}  // namespace fmm
