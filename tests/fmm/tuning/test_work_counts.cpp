// Counts of an evaluation's work.

#include "tuning/work_counts.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tree/octree.h"
#include "tree/target_sample.h"

namespace fmm {
namespace {

TEST(WorkCounts, AListsLengthIsThatOfASampledLeaf) {
  struct Lists {
    std::int64_t nearElements(Index c) const { return 10 * (c + 1); }
    std::int64_t correctedElements(Index c) const { return c; }
  };
  Cell root = {}, first = {}, second = {};
  root.childCount = 2;
  first.tracers = {0, 5};
  second.tracers = {5, 8};
  const Cell cells[] = {root, first, second};
  EXPECT_EQ((ListLength<Lists>{cells, {}, {}}(0)), 0) << "no leaf";
  EXPECT_EQ((ListLength<Lists>{cells, {}, {}}(1)), 21);
  EXPECT_EQ((ListLength<Lists>{cells, {}, {}}(2)), 32);
  const Index sampled[] = {2, 4};
  TargetSample sample;
  sample.tracers = sampled;
  sample.tracerCount = 2;
  sample.all = false;
  EXPECT_EQ((ListLength<Lists>{cells, {}, sample}(1)), 21);
  EXPECT_EQ((ListLength<Lists>{cells, {}, sample}(2)), 0) << "its lists were not made";
}

}  // namespace
}  // namespace fmm
