// Value ranges and runs of equal numbers in GPU memory, compared with those found on the host.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/equal_runs.h"
#include "core/math.h"
#include "exec/cuda/buffer.h"
#include "exec/cuda/check.h"
#include "exec/cuda/exec.cuh"
#include "exec/value_range.h"
#include "fmm/support/cuda_fixture.h"

namespace fmm {
namespace {

struct Columns {
  const float* first;
  FMM_HD void operator()(Index i, float* values) const {
    values[0] = first[i];
    values[1] = -2 * first[i];
  }
};

class CudaExecution : public fmm_test::CudaFixture {
 protected:
  void SetUp() override {
    CudaFixture::SetUp();
    if (!IsSkipped() && !HasFatalFailure()) exec_.emplace(0);
  }

  const float* onDevice(const std::vector<float>& row) {
    row_.resize(row.size());
    FMM_CUDA(cudaMemcpy(row_.data(), row.data(), row.size() * sizeof(float), cudaMemcpyHostToDevice));
    FMM_CUDA(cudaDeviceSynchronize());  // the copy may still be under way, and the stream does not wait for it
    return row_.data();
  }
  std::array<ValueRange, 2> rangesOf(const std::vector<float>& row) {
    const auto later = exec_->rangesLater<2>("test", static_cast<Index>(row.size()), Columns{onDevice(row)});
    exec_->synchronize();
    return later.value();
  }
  std::optional<std::vector<EqualRun>> runsOf(const std::vector<std::int32_t>& numbers) {
    return exec_->equalRuns(onDevice({numbers.begin(), numbers.end()}), static_cast<Index>(numbers.size()));
  }

  std::optional<CudaExec> exec_;

 private:
  CudaBuffer<float> row_;
};

/// `runs` runs of `length` equal numbers, which cycle through -3 to 3.
std::vector<std::int32_t> numbersIn(int runs, int length) {
  std::vector<std::int32_t> numbers;
  for (int k = 0; k < runs; ++k) numbers.insert(numbers.end(), static_cast<std::size_t>(length), k % 7 - 3);
  return numbers;
}

TEST_F(CudaExecution, RangesAreThoseOfTheHost) {
  for (const std::size_t n : {1UL, 255UL, 256UL, 257UL, 3000000UL}) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = -3 + std::sin(static_cast<float>(i));
    x[n / 2] = -40;
    x[0] = n > 2 ? 50 : -40;
    x[n - 1] -= n > 2 ? 45 : 0;
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    const auto found = rangesOf(x);
    EXPECT_EQ(found[0].low, *low) << n;
    EXPECT_EQ(found[0].high, *high) << n;
    EXPECT_EQ(found[1].low, -2 * *high) << n;
    EXPECT_EQ(found[1].high, -2 * *low) << n;
  }
}

TEST_F(CudaExecution, RangesOfNothingAreEmptyAndAreInfiniteWithoutANumber) {
  const auto none = rangesOf({});
  EXPECT_GT(none[0].low, none[0].high);
  std::vector<float> x(5000, -1.0F);
  x[4321] = -INFINITY;
  EXPECT_EQ(rangesOf(x)[0].low, -INFINITY);
  EXPECT_EQ(rangesOf(x)[0].high, -1.0F);
  EXPECT_EQ(rangesOf(x)[1].high, INFINITY);
  for (const float nan : {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
    x[4321] = nan;
    for (const ValueRange& range : rangesOf(x)) {
      EXPECT_EQ(range.low, -INFINITY);
      EXPECT_EQ(range.high, INFINITY);
    }
  }
}

TEST_F(CudaExecution, RunsAreThoseOfTheHostAndGivenUpBeyondTheirRoom) {
  for (const int runs : {1, 2, 33, 1024})
    for (const int length : {1, 5, 700}) {
      const std::vector<std::int32_t> numbers = numbersIn(runs, length);
      const std::vector<EqualRun> expected = equalRuns(numbers, static_cast<Index>(numbers.size()));
      const auto found = runsOf(numbers);
      ASSERT_TRUE(found) << runs << " runs of " << length;
      ASSERT_EQ(found->size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        ASSERT_EQ((*found)[k].first, expected[k].first) << k;
        ASSERT_EQ((*found)[k].count, expected[k].count) << k;
        ASSERT_EQ((*found)[k].number, expected[k].number) << k;
      }
    }
  EXPECT_FALSE(runsOf(numbersIn(1025, 1)));
  EXPECT_FALSE(runsOf(numbersIn(100000, 3)));
  const auto none = runsOf({});
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

}  // namespace
}  // namespace fmm
