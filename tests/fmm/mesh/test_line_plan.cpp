// Plans of line transforms: radices that multiply to the length, modes of places, divisions by multiplication.

#include "mesh/line_plan.h"

#include <complex>

#include "mesh/mesh_grid.h"
#include "support/test.h"

namespace fmm {
namespace {

using Complex = std::complex<double>;

Complex turn(double part) {
  return std::polar(1.0, -2 * std::acos(-1.0) * part);
}

/// The line after the plan's stages, in the GPU's order, by plain sums.
std::vector<Complex> transformed(const LinePlan& plan, std::vector<Complex> line) {
  Index length = plan.n;
  for (int stage = 0; stage < plan.stages; ++stage) {
    const Index radix = plan.radix[stage], apart = length / radix;
    for (Index block = 0; block < plan.n; block += length) {
      for (Index j = 0; j < apart; ++j) {
        const auto place = [&](Index r) {
          const Index at = block + j + r * apart;
          return static_cast<std::size_t>(at);
        };
        std::vector<Complex> sums(static_cast<std::size_t>(radix));
        for (Index q = 0; q < radix; ++q)
          for (Index r = 0; r < radix; ++r)
            sums[static_cast<std::size_t>(q)] += line[place(r)] * turn(double(q) * r / radix + double(j) * q / length);
        for (Index q = 0; q < radix; ++q) line[place(q)] = sums[static_cast<std::size_t>(q)];
      }
    }
    length = apart;
  }
  return line;
}

TEST(LinePlan, StagesLeaveModesWhereItSays) {
  for (const Index n : {2, 6, 30, 50, 64, 90, 240}) {
    const LinePlan plan = LinePlan::of(n);
    std::vector<Complex> line(static_cast<std::size_t>(n));
    for (Index k = 0; k < n; ++k) line[static_cast<std::size_t>(k)] = {std::sin(1.7 * k + 0.1 * k * k), std::cos(k)};
    const std::vector<Complex> result = transformed(plan, line);
    const std::vector<Index> modes = plan.modes();
    ASSERT_EQ(modes.size(), line.size());
    for (std::size_t p = 0; p < modes.size(); ++p) {
      Complex sum = 0;
      for (Index k = 0; k < n; ++k) sum += line[static_cast<std::size_t>(k)] * turn(double(k) * modes[p] / n);
      EXPECT_LT(std::abs(result[p] - sum), 1e-9) << n << " " << p;
    }
  }
}

TEST(LinePlan, DividesByProducts) {
  for (Index n = 2; n <= 4096; n = transformSize(n + 1)) {
    const LinePlan plan = LinePlan::of(n);
    Index length = n, all = 1;
    for (int stage = 0; stage < plan.stages; ++stage) {
      const Index apart = length / plan.radix[stage];
      for (Index b = 0; apart > 1 && b < n / plan.radix[stage]; ++b)
        ASSERT_EQ(static_cast<Index>((static_cast<std::uint64_t>(b) * plan.magic[stage]) >> 32), b / apart) << n;
      all *= plan.radix[stage];
      length = apart;
    }
    EXPECT_EQ(all, n);
  }
}

}  // namespace
}  // namespace fmm
