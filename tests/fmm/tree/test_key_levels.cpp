#include "tree/cuda/tree_keys.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fmm {
namespace {

KeyLevels levelsFor(std::int64_t points) {
  KeyLevels levels;
  levels.startFor(points);
  return levels;
}

TEST(KeyLevels, StartWithWholePassesOfASortAndTwoToFourLevelsBelowOneParticleACell) {
  for (std::int64_t points = 1; points < std::int64_t{1} << 31; points = 3 * points + 1) {
    SCOPED_TRACE(points);
    const int first = levelsFor(points).first();
    EXPECT_EQ(levelsFor(points).now(), first);
    int filling = 0;
    for (std::int64_t cells = 1; cells < points; cells *= 8) ++filling;
    EXPECT_GE(first, filling + 2);
    EXPECT_LE(first, filling + 4);
    const int bits = 3 * first + 2;
    EXPECT_LE((8 - bits % 8) % 8, 2) << "another level would have cost no pass";
  }
}

TEST(KeyLevels, RiseWhereACellIsCrowdedAtTheirEnd) {
  KeyLevels levels = levelsFor(1 << 16);
  const int first = levels.first();
  EXPECT_TRUE(levels.serve(0, SortDepth::sufficient));
  EXPECT_FALSE(levels.serve(3 * first, SortDepth::sufficient));
  EXPECT_EQ(levels.now(), kKeyLevels);
  EXPECT_TRUE(levels.serve(3 * first, SortDepth::exact));
  EXPECT_FALSE(levels.serve(kKeyBits, SortDepth::exact));
  EXPECT_EQ(levels.now(), kDeepestLevel);
  EXPECT_TRUE(levels.serve(kKeyBits, SortDepth::exact));
}

TEST(KeyLevels, FallOnlyForATreeOfItsOwn) {
  KeyLevels levels = levelsFor(1 << 16);
  const int first = levels.first();
  levels.serve(kKeyBits, SortDepth::sufficient);
  EXPECT_TRUE(levels.serve(0, SortDepth::sufficient));
  EXPECT_TRUE(levels.serve(3 * first, SortDepth::sufficient));
  EXPECT_EQ(levels.now(), kDeepestLevel);
  EXPECT_FALSE(levels.serve(3 * first, SortDepth::exact));
  EXPECT_EQ(levels.now(), kKeyLevels);
  EXPECT_FALSE(levels.serve(0, SortDepth::exact));
  EXPECT_EQ(levels.now(), first);
  levels.serve(3 * first, SortDepth::sufficient);
  levels.restart();
  EXPECT_EQ(levels.now(), first);
}

/// Attempts at a step of two evaluations, the first settled alone, until the keys serve both.
int attemptsAt(KeyLevels& levels, int firstCrowdedAt, int thenCrowdedAt) {
  levels.startStep();
  for (int attempts = 1; attempts < 10; ++attempts) {
    while (!levels.serve(firstCrowdedAt, SortDepth::exact)) ++attempts;
    if (levels.serve(thenCrowdedAt, SortDepth::exact)) return attempts;
  }
  return 10;
}

TEST(KeyLevels, AreTheDeepestThatAnEvaluationOfAStepWants) {
  const int few = 3 * levelsFor(1 << 16).first();
  for (const int first : {0, few, kKeyBits}) {
    for (const int then : {0, few, kKeyBits}) {
      for (const int before : {0, few, kKeyBits}) {
        SCOPED_TRACE(testing::Message() << first << " " << then << " after " << before);
        KeyLevels levels = levelsFor(1 << 16), wanted = levels;
        levels.serve(before, SortDepth::exact);
        wanted.serve(std::max(first, then), SortDepth::exact);
        EXPECT_LT(attemptsAt(levels, first, then), 10);
        EXPECT_EQ(levels.now(), wanted.now());
        EXPECT_EQ(attemptsAt(levels, 0, 0), first == 0 && then == 0 ? 1 : 2) << "the next step has its own";
      }
    }
  }
}

TEST(KeyLevels, OfAStepForgetTrials) {
  KeyLevels levels = levelsFor(1 << 16);
  levels.startStep();
  EXPECT_FALSE(levels.serve(kKeyBits, SortDepth::sufficient));
  EXPECT_FALSE(levels.serve(0, SortDepth::exact));
  EXPECT_EQ(levels.now(), levels.first());
}

}  // namespace
}  // namespace fmm
