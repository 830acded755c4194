// Ranges of values in an execution space, and the integers that have the order of floats.

#include "exec/value_range.h"

#include "exec/cpu/exec.h"
#include "support/test.h"

namespace fmm {
namespace {

TEST(ValueRange, OrderIsThatOfFloats) {
  constexpr float kMost = std::numeric_limits<float>::max(), kLeast = std::numeric_limits<float>::denorm_min();
  const std::vector<float> ascending = {-INFINITY, -kMost, -1.5F, -kLeast, 0.0F, kLeast, 1e-3F, 2.0F, kMost, INFINITY};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    EXPECT_EQ(ofOrder(orderOf(ascending[i])), ascending[i]);
    EXPECT_GT(orderOf(ascending[i]), 0U);
    EXPECT_LT(i > 0 ? orderOf(ascending[i - 1]) : 0U, orderOf(ascending[i]));
  }
}

struct Columns {
  const std::vector<float>* first;
  void operator()(Index i, float* values) const {
    values[0] = (*first)[static_cast<std::size_t>(i)];
    values[1] = -2 * values[0];
  }
};

TEST(ValueRange, OfManyItemsOfNoneAndOfNoNumbers) {
  CpuExec exec(2);
  std::vector<float> x(20000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = -3 + std::sin(static_cast<float>(i));
  x[12345] = 7;
  x[54] = -40;
  const auto found = exec.rangesLater<2>("test", static_cast<Index>(x.size()), Columns{&x}).value();
  EXPECT_EQ(found[0].low, -40);
  EXPECT_EQ(found[0].high, 7);
  EXPECT_EQ(found[1].low, -14);
  EXPECT_EQ(found[1].high, 80);

  const auto none = exec.rangesLater<2>("test", 0, Columns{&x}).value();
  EXPECT_GT(none[0].low, none[0].high);

  x[9999] = NAN;
  const auto lost = exec.rangesLater<2>("test", static_cast<Index>(x.size()), Columns{&x}).value();
  EXPECT_EQ(lost[0].low, -INFINITY);
  EXPECT_EQ(lost[0].high, INFINITY);
}

}  // namespace
}  // namespace fmm
