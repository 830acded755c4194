// Sources of each target where ranks share the elements out. Cells hold counts in place of multipole moments.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/rows.h"
#include "exec/cpu/exec.h"
#include "exec/cpu/sort.h"
#include "fmm/workloads.h"
#include "ranks/cpu/part_exchange.h"
#include "ranks/essential_trees.h"
#include "ranks/world.h"
#include "solver/cpu/source_room.h"
#include "tree/cpu/build_octree.h"
#include "tree/interaction_lists.h"

namespace ranks_test {
namespace {

using fmm::Index;
using fmm::IndexRange;
using fmm::Vec3;
using fmm::workloads::Workload;

constexpr int kNumbers = 2;  // per cell: number of elements, sum of their names

/// A rank's part of a workload, and its tree. An element's name is its index in the workload, kept as strength.y.
class Part {
 public:
  Part(const Workload& work, bool elementsAreTargets) {
    std::vector<Vec3> names, targets;
    Workload part;
    const auto owner = [](Vec3 x) {
      return static_cast<int>(
                 static_cast<unsigned>(fmm::mortonKeys(fmm::RootCube{-1, -1, -1, 3}, x.x, x.y, x.z).upper >> 40)) %
             world().size();
    };
    for (std::size_t i = 0; i < work.elements.size(); ++i) {
      if (owner(work.elements.position[i]) != world().rank()) continue;
      part.elements.position.push_back(work.elements.position[i]);
      part.elements.coreRadius.push_back(work.elements.coreRadius[i]);
      names.push_back({1, static_cast<double>(i), 0});
    }
    for (const Vec3& x : work.targets)
      if (owner(x) == world().rank()) targets.push_back(x);
    const auto ne = static_cast<Index>(names.size()), nt = static_cast<Index>(targets.size());
    elements_.resize(ne);
    tracers_.resize(nt);
    velocities_.resize(ne + 1);
    exec_.upload<double>(part.elements.position, elements_.vector(0));
    exec_.upload<double>(names, elements_.vector(3));
    exec_.uploadRow<double>(part.elements.coreRadius, elements_[6]);
    exec_.upload<double>(targets, tracers_.vector());
    task_.elements = {elements_[0], elements_[1], elements_[2], elements_[3], elements_[4], elements_[5], elements_[6]};
    task_.elementCount = ne;
    task_.tracers = std::as_const(tracers_).vector();
    task_.tracerCount = nt;
    if (elementsAreTargets) task_.elementVelocity = velocities_.vector();
  }

  /// Expects that the targets of each leaf meet each of all `total` elements once.
  void count(const fmm::RootCube& root, fmm::TreeLimits limits, const fmm::AcceptanceRule<double>& rule,
             std::size_t total) {
    fmm::OctreeBuilder<fmm::CpuExec, double> builder;
    builder.sort(exec_, task_, limits, tree_, &root);
    builder.buildCells(exec_, task_, limits, tree_);
    import(root, rule);
    lists_.build(exec_, tree_, rule);
    const double names = 0.5 * static_cast<double>(total) * (static_cast<double>(total) - 1);
    for (Index c = 0; c < tree_.cellCount; ++c) {
      const fmm::Cell& cell = tree_.cells.data()[c];
      if (!cell.isLeaf() || cell.tracers.count() + (tree_.elementsAreTargets ? cell.elements.count() : 0) == 0)
        continue;
      const std::pair<double, double> met = metBy(c);
      ASSERT_EQ(met.first, static_cast<double>(total)) << "leaf " << c;
      ASSERT_EQ(met.second, names) << "leaf " << c;
      ++leaves;
    }
  }
  std::size_t leaves = 0;
  std::size_t farCells() const { return far_; }

 private:
  void import(const fmm::RootCube& root, const fmm::AcceptanceRule<double>& rule) {
    fmm::EssentialTrees<fmm::CpuExec, double> trees(world(), root);
    numbers_.clear();
    for (Index c = 0; c < tree_.cellCount; ++c) {
      const IndexRange range = tree_.cells.data()[c].elements;
      double names = 0;
      for (Index i = range.begin; i < range.end; ++i) names += tree_.element[4].data()[i];
      numbers_.push_back(range.count());
      numbers_.push_back(names);
    }
    const fmm::LocalTree<double> tree = fmm::localTree(tree_);
    const fmm::ImportedTrees& others = trees.find(exec_, tree, rule);
    trees.begin(exec_, tree);
    trees.finish(exec_, fmm::roomFor(others, tree_));
    const std::size_t own = numbers_.size();
    numbers_.resize(own + kNumbers * static_cast<std::size_t>(others.cells));
    trees.beginMultipoles(exec_, numbers_.data(), kNumbers, numbers_.data() + own);
    trees.finishMultipoles(exec_);
  }
  /// Number and names' sum of the elements in the leaf's near list and in the far lists of the leaf and its ancestors.
  std::pair<double, double> metBy(Index leaf) {
    double count = 0, names = 0;
    const auto near = lists_.near();
    for (auto k = near.start[leaf]; k < near.start[leaf + 1]; ++k)
      for (Index i = near.items[k].begin; i < near.items[k].end; ++i, ++count) names += tree_.element[4].data()[i];
    const auto far = lists_.far();
    for (Index c = leaf; c >= 0; c = tree_.cells.data()[c].parent)
      for (auto k = far.start[c]; k < far.start[c + 1]; ++k, ++far_) {
        count += numbers_[kNumbers * static_cast<std::size_t>(far.items[k])];
        names += numbers_[kNumbers * static_cast<std::size_t>(far.items[k]) + 1];
      }
    return {count, names};
  }

  fmm::CpuExec exec_{1};
  fmm::Rows<fmm::CpuExec, double, 7> elements_;
  fmm::Rows<fmm::CpuExec, double, 3> tracers_, velocities_;
  fmm::FieldTask<double> task_;
  fmm::Octree<fmm::CpuExec, double> tree_;
  fmm::InteractionLists<fmm::CpuExec, double> lists_;
  std::vector<double> numbers_;  ///< [own cells, imported cells][kNumbers]
  std::size_t far_ = 0;
};

std::vector<Workload> sets() {
  namespace w = fmm::workloads;
  std::vector<Workload> all = {w::cube(2500, 1500), w::rings(1500, 2500), w::clustered(2000, 2000),
                               w::cube(1, 300),     w::cube(0, 3),        w::cube(2, 0)};
  for (Workload& work : all) work = w::thin(std::move(work));
  all.push_back(w::overlapped(w::cube(1500, 1500)));
  return all;
}

TEST(EssentialTrees, EveryTargetMeetsEverySourceOnceOverAllRanks) {
  std::size_t leaves = 0, far = 0;
  for (const Workload& work : sets()) {
    for (const bool elementsAreTargets : {true, false})
      for (const double theta : {0.3, 0.75})
        for (const fmm::TreeLimits limits : {fmm::TreeLimits{8, 20}, fmm::TreeLimits{64, 200}, fmm::TreeLimits{64, 64}})
          for (const Index directPairs : {0, 600})
            for (const double expandFrom : {1.5, 4.6}) {
              Part part(work, elementsAreTargets);
              auto rule = fmm::AcceptanceRule<double>::fromAngle(theta, 4.6, directPairs);
              rule.expandFrom = expandFrom;
              part.count({-1, -1, -1, 3}, limits, rule, work.elements.size());
              if (HasFatalFailure()) FAIL() << work.name << ", theta " << theta << ", leaf " << limits.leafElements;
              leaves += part.leaves;
              far += part.farCells();
            }
  }
  EXPECT_GT(leaves, 100U);
  EXPECT_GT(far, 100U);
}

}  // namespace
}  // namespace ranks_test
