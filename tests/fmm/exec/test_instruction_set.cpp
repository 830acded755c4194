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
  requireInstructionSet();
  const std::string cap = instructionSetCap();
  if (cap != "SSE4" && cap != "AVX2") GTEST_SKIP() << "RINGLET_SIMD caps nothing";
  EXPECT_EQ(nameOf(instructionSet()), cap);
  EXPECT_EQ(hwy::SupportedTargets() & ((cap == "SSE4" ? HWY_SSE4 : HWY_AVX2) - 1), 0) << "wider sets have lower bits";
}

}  // namespace
}  // namespace fmm
