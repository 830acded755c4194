#pragma once

#include <gtest/gtest.h>

#include "fmm/crew.h"
#include "ranks/world.h"

namespace ranks_test {

/// Rank 0 does the work with the others as its crew, who serve until it is done. Nothing with one rank.
template <class Work>
void withCrew(const Work& work) {
  constexpr int kCode = 7;
  if (world().size() == 1) GTEST_SKIP() << "a crew are two ranks at least";
  if (!world().isFirst()) {
    EXPECT_EQ(fmm::serveCrew(world(), {}), kCode);
    return;
  }
  fmm::Crew crew(world());
  work(crew);
  crew.dismiss(kCode);
}

}  // namespace ranks_test
