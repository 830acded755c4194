

#include "support/test.h"
#include "tree/cuda/tree_keys.h"

namespace fmm {
namespace {

/// A point's kind and place, and its keys.
struct Keyed {
  bool isTracer, isOutside;
  std::uint64_t upper;
  std::uint32_t brief;
};

/// Points in the unit cube, including its corners, and somewhat outside it.
std::vector<Keyed> points(const BriefKeys& form) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> anywhere(-0.2, 1.2);
  std::vector<Keyed> all;
  const auto add = [&](double x, double y, double z) {
    for (const bool isTracer : {false, true}) {
      const std::uint64_t upper = mortonKeys(RootCube(), x, y, z).upper;
      all.push_back({isTracer, upper == kOutsideKey, upper, form.brief(upper, isTracer)});
    }
  };
  for (int i = 0; i < 2000; ++i) add(anywhere(random), anywhere(random), anywhere(random));
  const double last = 1 - 1e-12;
  for (const double x : {0.0, last})
    for (const double y : {0.0, last})
      for (const double z : {0.0, last}) add(x, y, z);
  return all;
}

class BriefKeysOf : public testing::TestWithParam<int> {};

TEST_P(BriefKeysOf, SortKindsThenTheCurveThenWhatLiesOutside) {
  const BriefKeys form = {GetParam()};
  std::vector<Keyed> all = points(form);
  std::stable_sort(all.begin(), all.end(), [](const Keyed& a, const Keyed& b) { return a.brief < b.brief; });
  const int shift = 3 * (kKeyLevels - form.levels);
  const auto place = [&](const Keyed& k) {
    return std::tuple(k.isTracer, k.isOutside, k.isOutside ? 0 : k.upper >> shift);
  };
  for (std::size_t i = 1; i < all.size(); ++i) ASSERT_LE(place(all[i - 1]), place(all[i])) << i;
}

TEST_P(BriefKeysOf, GiveTheWholeKeyAsFarAsTheyHoldIt) {
  const BriefKeys form = {GetParam()};
  const int shift = 3 * (kKeyLevels - form.levels);
  for (const Keyed& k : points(form)) {
    const std::uint64_t whole = form.whole(k.brief);
    if (k.isOutside) {
      ASSERT_EQ(whole, kOutsideKey);
      continue;
    }
    ASSERT_NE(whole, kOutsideKey);
    ASSERT_EQ((whole & kTracerBit) != 0, k.isTracer);
    ASSERT_EQ((whole & ~kTracerBit), k.upper >> shift << shift);
  }
}

TEST_P(BriefKeysOf, NeedNoMoreBitsThanTheySay) {
  const BriefKeys form = {GetParam()};
  ASSERT_LE(form.bits(), 32);
  for (const Keyed& k : points(form)) ASSERT_EQ(std::uint64_t(k.brief) >> form.bits(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Levels, BriefKeysOf, testing::Values(1, 4, 7, BriefKeys::kMostLevels));

}  // namespace
}  // namespace fmm
