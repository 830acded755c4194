#include "tree/cuda/key_levels.h"

#include <gtest/gtest.h>

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
  EXPECT_TRUE(levels.serve(0, KeyDepth::enough));
  EXPECT_FALSE(levels.serve(3 * first, KeyDepth::enough));
  EXPECT_EQ(levels.now(), kKeyLevels);
  EXPECT_TRUE(levels.serve(3 * first, KeyDepth::own));
  EXPECT_FALSE(levels.serve(kKeyBits, KeyDepth::own));
  EXPECT_EQ(levels.now(), kDeepestLevel);
  EXPECT_TRUE(levels.serve(kKeyBits, KeyDepth::own));
}

TEST(KeyLevels, FallOnlyForATreeOfItsOwn) {
  KeyLevels levels = levelsFor(1 << 16);
  const int first = levels.first();
  levels.serve(kKeyBits, KeyDepth::enough);
  EXPECT_TRUE(levels.serve(0, KeyDepth::enough));
  EXPECT_TRUE(levels.serve(3 * first, KeyDepth::enough));
  EXPECT_EQ(levels.now(), kDeepestLevel);
  EXPECT_FALSE(levels.serve(3 * first, KeyDepth::own));
  EXPECT_EQ(levels.now(), kKeyLevels);
  EXPECT_FALSE(levels.serve(0, KeyDepth::own));
  EXPECT_EQ(levels.now(), first);
  levels.serve(3 * first, KeyDepth::enough);
  levels.restart();
  EXPECT_EQ(levels.now(), first);
}

}  // namespace
}  // namespace fmm
