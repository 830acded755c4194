// The CPU's transform of the kernel's octant against the GPU's plain sums.

#include "mesh/cpu/octant_pass.h"

#include "fmm/workloads.h"
#include "support/test.h"

namespace fmm {
namespace {

constexpr double kTwoPi = 6.28318530717958647693;

/// Random values of three components, each odd along its own axis and so 0 at both ends of it.
std::vector<double> someOctant(const MeshOctant& octant) {
  workloads::Random random;
  std::vector<double> values(3 * static_cast<std::size_t>(octant.count()));
  for (Index i = 0; i < 3 * octant.count(); ++i) {
    const Index component = i / octant.count(), at = i % octant.count();
    const Index place[3] = {at % octant.size[0], at / octant.size[0] % octant.size[1],
                            at / octant.size[0] / octant.size[1]};
    const bool end = place[component] == 0 || place[component] == octant.size[component] - 1;
    values[static_cast<std::size_t>(i)] = end ? 0 : random.uniform(-1, 1);
  }
  return values;
}

TEST(OctantPass, GivesWhatTheSumsDoAlongEveryAxis) {
  CpuExec exec(2);
  const Index around[3] = {20, 24, 16};
  const MeshOctant octant = {{around[0] / 2 + 1, around[1] / 2 + 1, around[2] / 2 + 1}};
  std::vector<double> values = someOctant(octant), expected = values, next(values.size());
  for (Index axis = 0; axis < 3; ++axis) {
    const Index n = around[axis];
    std::vector<double> cosines, sines;
    for (Index k = 0; k < n; ++k) {
      cosines.push_back(std::cos(kTwoPi * k / n));
      sines.push_back(std::sin(kTwoPi * k / n));
    }
    const MeshHalfTransform sums = {octant, axis, n, cosines.data(), sines.data(), expected.data(), next.data()};
    for (Index i = 0; i < 3 * octant.count(); ++i) sums(i);
    std::swap(expected, next);
    transformOctant(exec, octant, axis, n, values.data());
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(values[i], expected[i], 1e-11) << axis << ", " << i;
  }
}

}  // namespace
}  // namespace fmm
