// Walks through the tree for single targets outside its root.

#include "solver/outside_targets.h"

#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/support/support.h"
#include "support/test.h"
#include "tree/cpu/build_octree.h"

namespace fmm {
namespace {

/// Points that are even in the unit cube, and more that crowd towards one corner over 15 octaves.
std::vector<Vec3> evenAndCrowded(std::size_t even) {
  fmm_test::Random random(3);
  std::vector<Vec3> at;
  for (std::size_t i = 0; i < even; ++i) at.push_back(random.inCube());
  for (double size = 0.125; size > 5e-6; size /= 2) {
    for (int k = 0; k < 400; ++k) {
      const Vec3 x = random.inCube();
      at.push_back({1 - size * x.x, 1 - size * x.y, 1 - size * x.z});
    }
  }
  return at;
}

struct TreeOf {
  explicit TreeOf(const std::vector<Vec3>& at) : exec(1) {
    for (std::size_t k = 0; k < 3; ++k)
      for (const Vec3& x : at) rows[k].push_back(k == 0 ? x.x : k == 1 ? x.y : x.z);
    numbers.assign(at.size(), 1e-3);
    FieldTask<double> task;
    task.elements = {rows[0].data(), rows[1].data(), rows[2].data(), numbers.data(),
                     numbers.data(), numbers.data(), numbers.data()};
    task.elementCount = static_cast<Index>(at.size());
    OctreeBuilder<CpuExec, double>().build(exec, task, {8, 16}, tree);
  }

  CpuExec exec;
  std::array<std::vector<double>, 3> rows;
  std::vector<double> numbers;
  Octree<CpuExec, double> tree;
};

// Without a cap on batches the stack would hold 1434 of this tree's cells, 32 at a time.
TEST(OutsideWalk, OfManyCellsAtATimeStaysWithinItsRoom) {
  const TreeOf made(evenAndCrowded(300000));
  const Cell* cells = made.tree.cells.data();
  for (const Index lanes : {1, 32, 1024}) {
    std::vector<Index> stack = {0}, batch;
    std::size_t most = 0, leaves = 0, expected = 0;
    while (!stack.empty()) {
      const auto taken = static_cast<std::ptrdiff_t>(WideWalk::batch(static_cast<Index>(stack.size()), lanes));
      ASSERT_GE(taken, 1);
      ASSERT_LE(taken, lanes);
      batch.assign(stack.end() - taken, stack.end());
      stack.resize(stack.size() - batch.size());
      for (const Index c : batch) {
        leaves += cells[c].isLeaf() ? 1 : 0;
        for (Index k = 0; k < cells[c].childCount; ++k) stack.push_back(cells[c].firstChild + k);
      }
      most = std::max(most, stack.size());
    }
    for (Index c = 0; c < made.tree.cellCount; ++c) expected += cells[c].isLeaf() ? 1 : 0;
    EXPECT_EQ(leaves, expected);
    EXPECT_LE(most, static_cast<std::size_t>(WideWalk::kRoom)) << lanes;
  }
}

TEST(OutsideWalk, MeetsEveryElementOnce) {
  const std::vector<Vec3> at = evenAndCrowded(2000);
  const TreeOf made(at);
  for (const double theta : {0.3, 0.8}) {
    const auto walk = OutsideWalk<double>::of(AcceptanceRule<double>::fromAngle(theta, 1, 100), Space::space, 4);
    for (const Vector3<double> y : {Vector3<double>{1.51, 0.9, 0.9}, {40, 2, 3}}) {
      std::vector<int> met(at.size(), 0);
      int far = 0;
      const auto meet = [&](IndexRange range) {
        for (Index i = range.begin; i < range.end; ++i) ++met[static_cast<std::size_t>(i)];
      };
      const auto meetFar = [&](Index c) {
        const Cell& cell = made.tree.cells.data()[c];
        EXPECT_GT(cell.elements.count(), 25) << "so few act one by one";
        meet(cell.elements);
        ++far;
      };
      walkTree(made.tree.view(), 0, walk, y, meetFar, meet);
      EXPECT_EQ(std::count(met.begin(), met.end(), 1), static_cast<std::ptrdiff_t>(at.size()));
      EXPECT_GT(far, 0);
    }
  }
}

}  // namespace
}  // namespace fmm
