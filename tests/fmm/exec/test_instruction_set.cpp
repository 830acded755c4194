// The variable that caps the instruction set; tests/app/commands/test_command_line.cpp sets it for whole programs.

#include "exec/cpu/instruction_set.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <string>

#include "fmm/machine.h"

namespace fmm {
namespace {

TEST(InstructionSet, HasANameThatUsersSee) {
  EXPECT_STREQ(nameOf(InstructionSet::sse4), "SSE4");
  EXPECT_STREQ(nameOf(InstructionSet::avx2), "AVX2");
  EXPECT_STREQ(nameOf(InstructionSet::avx512), "AVX-512");
  EXPECT_EQ(simdInstructions(), nameOf(instructionSet()));
}

TEST(InstructionSet, OfSortingIsCappedToo) {
  if (std::string(instructionSetCap()).empty()) GTEST_SKIP() << "RINGLET_SIMD is not set";
  requireInstructionSet();
  const std::int64_t allowed = instructionSet() == InstructionSet::sse4 ? HWY_SSE4 : HWY_AVX2;
  if (instructionSet() < InstructionSet::avx512) EXPECT_EQ(hwy::SupportedTargets() & (allowed - 1), 0);
}

}  // namespace
}  // namespace fmm
