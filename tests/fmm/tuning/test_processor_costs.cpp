// The shipped costs of each instruction set.

#include "tuning/processor_costs.h"

#include <gtest/gtest.h>

namespace fmm {
namespace {

constexpr InstructionSet kSets[] = {InstructionSet::sse4, InstructionSet::avx2, InstructionSet::avx512};

TEST(ProcessorCosts, NarrowerSetsTakeLongerForPairsAndTranslations) {
  for (const Space space : {Space::space, Space::plane}) {
    for (const Precision precision : {Precision::single, Precision::real64}) {
      for (std::size_t k = 0; k + 1 < 3; ++k) {
        SCOPED_TRACE(nameOf(kSets[k]));
        const CostModel narrow = processorCosts(kSets[k], precision, space);
        const CostModel wide = processorCosts(kSets[k + 1], precision, space);
        EXPECT_EQ(2 * narrow.grain.velocity, wide.grain.velocity);
        EXPECT_GT(narrow.translation.at(8), wide.translation.at(8));
        for (const auto& [core, name] : namesOf(Regularisation{}))
          EXPECT_GT(narrow.pairOf(core, false, false), wide.pairOf(core, false, false)) << name;
      }
    }
  }
}

TEST(ProcessorCosts, DoubleTakesLongerThanFloat) {
  for (const InstructionSet set : kSets) {
    const CostModel single = processorCosts(set, Precision::single, Space::space);
    const CostModel real64 = processorCosts(set, Precision::real64, Space::space);
    for (const auto& [core, name] : namesOf(Regularisation{}))
      EXPECT_GT(real64.pairOf(core, true, true), 1.5 * single.pairOf(core, true, true)) << nameOf(set) << name;
    EXPECT_GT(real64.translation.at(8), single.translation.at(8)) << nameOf(set);
    EXPECT_EQ(2 * real64.grain.velocity, single.grain.velocity);
  }
}

TEST(ProcessorCosts, AreThoseOfTheSetInUse) {
  EXPECT_EQ(costModel(false, Precision::single).pair,
            processorCosts(instructionSet(), Precision::single, Space::space).pair);
}

}  // namespace
}  // namespace fmm
