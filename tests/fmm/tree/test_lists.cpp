// Structure of the tree and its lists, with the mathematics replaced by counting.

#include "core/rows.h"
#include "exec/cpu/exec.h"
#include "fmm/support/degenerate_sets.h"
#include "support/test.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"

namespace fmm {
namespace {

using fmm_test::Workload;

/// A task of a workload for the solver, with or without velocities of elements.
class TaskOf {
 public:
  TaskOf(CpuExec& exec, const Workload& work, bool elementsAreTargets) {
    const auto ne = static_cast<Index>(work.elements.size()), nt = static_cast<Index>(work.targets.size());
    elements_.resize(ne);
    tracers_.resize(nt);
    velocities_.resize(ne);
    exec.upload<double>(work.elements.position, elements_.vector(0));
    exec.upload<double>(work.elements.strength, elements_.vector(3));
    exec.uploadRow<double>(work.elements.coreRadius, elements_[6]);
    exec.upload<double>(work.targets, tracers_.vector());
    task.elements = {elements_[0], elements_[1], elements_[2], elements_[3], elements_[4], elements_[5], elements_[6]};
    task.elementCount = ne;
    task.tracers = {tracers_[0], tracers_[1], tracers_[2]};
    task.tracerCount = nt;
    if (elementsAreTargets && ne > 0) task.elementVelocity = velocities_.vector();
  }
  FieldTask<double> task;

 private:
  Rows<CpuExec, double, 7> elements_;
  Rows<CpuExec, double, 3> tracers_, velocities_;
};

struct Built {
  Octree<CpuExec, double> tree;
  InteractionLists<CpuExec, double> lists;
};

void build(CpuExec& exec, const FieldTask<double>& task, TreeLimits limits, double theta, double cutoff,
           Index directPairs, Built& built) {
  OctreeBuilder<CpuExec, double> builder;
  builder.build(exec, task, limits, built.tree);
  built.lists.build(exec, built.tree, AcceptanceRule<double>::fromAngle(theta, cutoff, directPairs));
}

/// How often each element acts on a leaf: by its near list, and by far lists of the leaf and its ancestors.
std::vector<int> meetings(const Built& built, Index leaf, Index elementCount) {
  std::vector<int> count(static_cast<std::size_t>(elementCount), 0);
  const auto add = [&](IndexRange range) {
    for (Index i = range.begin; i < range.end; ++i) ++count[static_cast<std::size_t>(i)];
  };
  const auto near = built.lists.near();
  for (auto k = near.start[leaf]; k < near.start[leaf + 1]; ++k) add(near.items[k]);
  const auto far = built.lists.far();
  for (Index c = leaf; c >= 0; c = built.tree.cells.data()[c].parent) {
    for (auto k = far.start[c]; k < far.start[c + 1]; ++k) add(built.tree.cells.data()[far.items[k]].elements);
  }
  return count;
}

TEST(Lists, EveryTargetMeetsEverySourceExactlyOnce) {
  CpuExec exec(2);
  for (const Workload& work : fmm_test::degenerateSets()) {
    for (const bool elementsAreTargets : {true, false}) {
      const TaskOf holder(exec, work, elementsAreTargets);
      for (const double theta : {0.2, 0.5, 0.9}) {
        for (const TreeLimits limits : {TreeLimits{8, 20}, TreeLimits{64, 300}, TreeLimits{1, 1}}) {
          for (const Index directPairs : {0, 600}) {
            Built built;
            build(exec, holder.task, limits, theta, 4.6, directPairs, built);
            for (Index c = 0; c < built.tree.cellCount; ++c) {
              const Cell& cell = built.tree.cells.data()[c];
              if (!cell.isLeaf()) continue;
              const Index targets = cell.tracers.count() + (elementsAreTargets ? cell.elements.count() : 0);
              if (targets == 0) continue;
              const std::vector<int> count = meetings(built, c, holder.task.elementCount);
              ASSERT_TRUE(std::all_of(count.begin(), count.end(), [](int n) { return n == 1; }))
                  << work.name << ", theta " << theta << ", leaf capacity " << limits.leafElements << ", cell " << c;
            }
          }
        }
      }
    }
  }
}

/// Expects elements whose cores reach a target once, near or corrected. Counts the corrected pairs.
void expectCoresCorrected(const Built& built, Index leaf, Index elementCount, double cutoff, std::size_t& pairs) {
  const Octree<CpuExec, double>& tree = built.tree;
  std::vector<int> near(static_cast<std::size_t>(elementCount), 0), corrected = near;
  const auto add = [&](const ListsView<IndexRange>& list, std::vector<int>& count) {
    for (auto k = list.start[leaf]; k < list.start[leaf + 1]; ++k) {
      for (Index i = list.items[k].begin; i < list.items[k].end; ++i) ++count[static_cast<std::size_t>(i)];
    }
  };
  add(built.lists.near(), near);
  add(built.lists.corrected(), corrected);
  const Cell& cell = tree.cells.data()[leaf];
  for (Index s = 0; s < elementCount; ++s) {
    const auto at = static_cast<std::size_t>(s);
    ASSERT_LE(near[at] + corrected[at], 1) << "whole and corrected, or twice";
    const double core = cutoff * tree.element[6].data()[s];
    for (Index t = cell.tracers.begin; t < cell.tracers.end; ++t) {
      double r2 = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double d = tree.tracer[axis].data()[t] - tree.element[axis].data()[s];
        r2 += d * d;
      }
      if (r2 >= core * core) continue;
      ASSERT_EQ(near[at] + corrected[at], 1) << "element " << s << ", tracer " << t;
      pairs += static_cast<std::size_t>(corrected[at]);
    }
  }
}

TEST(Lists, CoresAreCorrectedWhereExpansionsServe) {
  CpuExec exec(2);
  std::size_t pairs = 0;
  for (const Workload& work : fmm_test::degenerateSets()) {
    const TaskOf holder(exec, work, true);
    for (const TreeLimits limits : {TreeLimits{8, 20}, TreeLimits{64, 300}}) {
      Built built;
      OctreeBuilder<CpuExec, double>().build(exec, holder.task, limits, built.tree);
      AcceptanceRule<double> rule = AcceptanceRule<double>::fromAngle(0.7, 4.6, 300);
      rule.expandFrom = 1.5;
      built.lists.build(exec, built.tree, rule);
      for (Index c = 0; c < built.tree.cellCount; ++c) {
        const Cell& cell = built.tree.cells.data()[c];
        if (!cell.isLeaf() || cell.tracers.count() + cell.elements.count() == 0) continue;
        const std::vector<int> count = meetings(built, c, holder.task.elementCount);
        ASSERT_TRUE(std::all_of(count.begin(), count.end(), [](int n) { return n == 1; })) << work.name;
        expectCoresCorrected(built, c, holder.task.elementCount, rule.cutoff, pairs);
        if (HasFatalFailure()) FAIL() << work.name << ", cell " << c;
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
}

/// Centre of the points' bounding box, and the largest distance of a point from it.
struct Ball {
  double middle[3], radius = 0;

  explicit Ball(const std::vector<std::array<double, 3>>& points) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                   [&](const auto& a, const auto& b) { return a[axis] < b[axis]; });
      middle[axis] = 0.5 * ((*low)[axis] + (*high)[axis]);
    }
    for (const auto& p : points) radius = std::max(radius, distanceTo(p.data()));
  }
  double distanceTo(const double* p) const { return std::hypot(p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]); }
};

template <std::size_t N>
void collect(const std::array<CpuBuffer<double>, N>& rows, IndexRange range, std::vector<std::array<double, 3>>& to) {
  for (Index i = range.begin; i < range.end; ++i) {
    to.push_back({rows[0].data()[i], rows[1].data()[i], rows[2].data()[i]});
  }
}

TEST(Lists, FarPairsObeyTheOpeningAngle) {
  CpuExec exec(2);
  std::size_t pairs = 0;
  for (const Workload& work : fmm_test::degenerateSets()) {
    const TaskOf holder(exec, work, true);
    Built built;
    const double theta = 0.6, ratio = theta / (2 - theta);
    build(exec, holder.task, {16, 40}, theta, 0, 0, built);
    const auto far = built.lists.far();
    for (Index a = 0; a < built.tree.cellCount; ++a) {
      if (far.start[a] == far.start[a + 1]) continue;
      const Cell& cell = built.tree.cells.data()[a];
      std::vector<std::array<double, 3>> points;
      collect(built.tree.element, cell.elements, points);
      collect(built.tree.tracer, cell.tracers, points);
      const Ball target(points);
      for (auto k = far.start[a]; k < far.start[a + 1]; ++k, ++pairs) {
        points.clear();
        collect(built.tree.element, built.tree.cells.data()[far.items[k]].elements, points);
        const Ball source(points);
        const double distance = source.distanceTo(target.middle);
        ASSERT_LE(source.radius / (distance - target.radius), ratio * (1 + 1e-9)) << work.name;
        ASSERT_LE(target.radius / (distance - source.radius), ratio * (1 + 1e-9)) << work.name;
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
}

TEST(Lists, FarPairsAreBeyondTheCores) {
  CpuExec exec(2);
  std::size_t pairs = 0;
  for (const Workload& work : fmm_test::degenerateSets()) {
    const TaskOf holder(exec, work, true);
    Built built;
    const double cutoff = 3;
    build(exec, holder.task, {16, 40}, 0.6, cutoff, 0, built);
    const auto far = built.lists.far();
    for (Index a = 0; a < built.tree.cellCount; ++a) {
      const Cell& target = built.tree.cells.data()[a];
      for (auto k = far.start[a]; k < far.start[a + 1]; ++k) {
        const Cell& source = built.tree.cells.data()[far.items[k]];
        // Pair by pair from the particles, not from the boxes.
        for (Index t = target.elements.begin; t < target.elements.end; ++t) {
          for (Index s = source.elements.begin; s < source.elements.end; ++s) {
            double r2 = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
              const double d = built.tree.element[axis].data()[t] - built.tree.element[axis].data()[s];
              r2 += d * d;
            }
            const double core = cutoff * built.tree.element[6].data()[s];
            ASSERT_GE(r2, core * core) << work.name;
            ++pairs;
          }
        }
      }
    }
  }
  EXPECT_GT(pairs, 1000u);
}

TEST(Tree, LeavesHoldEveryParticleOnceWithinTheirCapacity) {
  CpuExec exec(2);
  for (const Workload& work : fmm_test::degenerateSets()) {
    const TaskOf holder(exec, work, true);
    Built built;
    const TreeLimits limits = {12, 30};
    build(exec, holder.task, limits, 0.5, 1, 0, built);
    std::vector<Cell> leaves;
    std::copy_if(built.tree.cells.data(), built.tree.cells.data() + built.tree.cellCount, std::back_inserter(leaves),
                 [](const Cell& c) { return c.isLeaf(); });
    std::sort(leaves.begin(), leaves.end(), [](const Cell& a, const Cell& b) {
      return a.elements.begin + a.tracers.begin < b.elements.begin + b.tracers.begin;
    });
    Index elements = 0, tracers = 0;
    for (const Cell& cell : leaves) {
      ASSERT_EQ(cell.elements.begin, elements) << work.name;
      ASSERT_EQ(cell.tracers.begin, tracers) << work.name;
      elements = cell.elements.end;
      tracers = cell.tracers.end;
      ASSERT_GT(cell.elements.count() + cell.tracers.count(), 0) << work.name;
      if (cell.bits < kDeepestBits && work.name != "coincident") {
        ASSERT_LE(cell.elements.count(), limits.leafElements) << work.name;
        ASSERT_LE(cell.elements.count() + cell.tracers.count(), limits.leafPoints) << work.name;
      }
    }
    ASSERT_LT(built.tree.levels(), kDeepestBits + 2) << work.name;
  }
}

TEST(Tree, OrdersArePermutations) {
  CpuExec exec(3);
  const Workload work = fmm_test::thin(fmm_test::cube(40000, 70000));
  const TaskOf holder(exec, work, true);
  Built built;
  build(exec, holder.task, {64, 200}, 0.5, 1, 0, built);
  const auto check = [](const CpuBuffer<Index>& order, const CpuBuffer<std::uint64_t>& keys) {
    std::vector<Index> sorted(order.data(), order.data() + order.size()), expected(order.size());
    std::iota(expected.begin(), expected.end(), 0);
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, expected);
    EXPECT_TRUE(std::is_sorted(keys.data(), keys.data() + keys.size()));
  };
  check(built.tree.elementOrder, built.tree.elementKeys);
  check(built.tree.tracerOrder, built.tree.tracerKeys);
}

TEST(Sort, MatchesTheStandardLibrary) {
  for (const int threads : {1, 2, 3, 5}) {
    CpuExec exec(threads);
    for (const Index n : {0, 1, 2, 1000, 16384, 100001}) {
      fmm_test::Random random(static_cast<std::uint64_t>(n) + 1);
      std::vector<std::uint64_t> keys(static_cast<std::size_t>(n));
      for (auto& k : keys) k = static_cast<std::uint64_t>(random.uniform() * 5000);  // many ties
      std::vector<Index> expected(keys.size()), order(keys.size());
      std::iota(expected.begin(), expected.end(), 0);
      std::stable_sort(expected.begin(), expected.end(), [&](Index a, Index b) {
        return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
      });
      CpuSortScratch scratch;
      sortKeys(exec, keys.data(), order.data(), n, scratch);
      EXPECT_EQ(order, expected) << n << " keys, " << threads << " threads";
      EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    }
  }
}

}  // namespace
}  // namespace fmm
