// Splitting on the CPU's threads compared with refine().

#include <gtest/gtest.h>

#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/vortex/splitting_checks.h"

namespace fmm_test {
namespace {

using Cpu = testing::Types<Machine<fmm::CpuExec, float>, Machine<fmm::CpuExec, double>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SplittingOn, Cpu, Precisions);

}  // namespace
}  // namespace fmm_test
