// Splitting on the GPU compared with refine(). Skipped by name where there is no GPU.

#include <gtest/gtest.h>

#include "exec/cuda/exec.cuh"
#include "exec/cuda/sort.cuh"
#include "fmm/vortex/splitting_checks.h"

namespace fmm_test {
namespace {

using Gpu = testing::Types<Machine<fmm::CudaExec, float>, Machine<fmm::CudaExec, double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Gpu, SplittingOn, Gpu, Precisions);

}  // namespace
}  // namespace fmm_test
