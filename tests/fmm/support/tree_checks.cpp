#include "fmm/support/tree_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "fmm/error.h"
#include "tree/root_cube.h"
#include "tree/tree_steps.h"

namespace fmm_test {
namespace {

using fmm::TreeCell;

bool contains(const TreeCell& cell, Vec3 p) {
  return p.x >= cell.low.x && p.x <= cell.high.x && p.y >= cell.low.y && p.y <= cell.high.y && p.z >= cell.low.z &&
         p.z <= cell.high.z;
}

/// True if the box [low, high] lies in the cell, to the rounding of corners in a tree of this root.
bool inCell(const TreeCell& cell, Vec3 low, Vec3 high, const TreeCell& root) {
  const Vec3 half = cell.halfEdges, a = low - cell.centre + half, b = half - (high - cell.centre);
  const double slack = 1e-14 * (norm(root.centre) + root.halfEdges.x);
  return std::min({a.x, a.y, a.z}) >= -slack && std::min({b.x, b.y, b.z}) >= -slack;
}

bool touch(const TreeCell& a, const TreeCell& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/// 1 for an edge half of the parent's, 0 for the same edge; anything else fails.
int expectHalved(double edge, double parent) {
  if (edge == parent) return 0;
  EXPECT_EQ(edge, parent / 2);
  return 1;
}

void expectNesting(const std::vector<TreeCell>& cells) {
  std::vector<std::size_t> elements(cells.size(), 0), tracers(cells.size(), 0);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const TreeCell& cell = cells[c];
    ASSERT_TRUE(inCell(cell, cell.low, cell.high, cells[0])) << "cell " << c;
    ASSERT_GT(cell.elements + cell.tracers, 0u) << "cell " << c;
    ASSERT_EQ(cell.parent < 0, c == 0);
    if (cell.parent < 0) continue;
    const auto p = static_cast<std::size_t>(cell.parent);
    ASSERT_LT(p, c);
    const TreeCell& parent = cells[p];
    ASSERT_EQ(cell.level, parent.level + 1);
    const Vec3 half = cell.halfEdges;
    const int halvings = expectHalved(cell.halfEdges.x, parent.halfEdges.x) +
                         expectHalved(cell.halfEdges.y, parent.halfEdges.y) +
                         expectHalved(cell.halfEdges.z, parent.halfEdges.z);
    ASSERT_GE(halvings, 1);
    ASSERT_TRUE(inCell(parent, cell.centre - half, cell.centre + half, cells[0])) << "cell " << c;
    elements[p] += cell.elements;
    tracers[p] += cell.tracers;
    ASSERT_FALSE(parent.leaf);
  }
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (cells[c].leaf) continue;
    ASSERT_EQ(elements[c], cells[c].elements);
    ASSERT_EQ(tracers[c], cells[c].tracers);
  }
}

void expectPointsInLeaves(const std::vector<TreeCell>& cells, const std::vector<Vec3>& points) {
  for (std::size_t i = 0; i < points.size(); i += 7) {
    ASSERT_TRUE(
        std::any_of(cells.begin(), cells.end(), [&](const TreeCell& c) { return c.leaf && contains(c, points[i]); }))
        << "point " << i;
  }
}

void expectFirstParticles(const std::vector<TreeCell>& cells, const Workload& work) {
  for (const TreeCell& cell : cells) {
    ASSERT_EQ(cell.firstElement >= 0, cell.elements > 0);
    ASSERT_EQ(cell.firstTracer >= 0, cell.tracers > 0);
    if (cell.elements > 0) {
      ASSERT_TRUE(contains(cell, work.elements.position[static_cast<std::size_t>(cell.firstElement)]));
    }
    if (cell.tracers > 0) {
      ASSERT_TRUE(contains(cell, work.targets[static_cast<std::size_t>(cell.firstTracer)]));
    }
  }
}

void expectNearLists(const fmm::VortexSystem& system, const std::vector<TreeCell>& cells) {
  std::uint64_t pairs = 0;
  std::vector<std::vector<std::size_t>> near(cells.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (!cells[c].leaf) {
      EXPECT_THROW(system.nearCells(c), fmm::InvalidInput);
      continue;
    }
    near[c] = system.nearCells(c);
    ASSERT_TRUE(std::is_sorted(near[c].begin(), near[c].end()));
    for (const std::size_t n : near[c]) {
      ASSERT_TRUE(cells.at(n).leaf);
      ASSERT_GT(cells[n].elements, 0u);
      pairs += static_cast<std::uint64_t>(cells[c].elements + cells[c].tracers) * cells[n].elements;
    }
  }
  EXPECT_EQ(pairs, system.report().nearPairs);
  // Leaves that touch are too near for expansions, in both directions; so a leaf with elements is on its own list.
  const auto has = [&](std::size_t a, std::size_t b) { return std::binary_search(near[a].begin(), near[a].end(), b); };
  for (std::size_t a = 0; a < cells.size(); ++a) {
    for (std::size_t b = 0; b < cells.size(); ++b) {
      if (!cells[a].leaf || !cells[b].leaf || cells[b].elements == 0 || !touch(cells[a], cells[b])) continue;
      ASSERT_TRUE(has(a, b)) << a << " " << b;
    }
  }
}

}  // namespace

void expectSoundTree(const fmm::VortexSystem& system, const Workload& work) {
  const std::vector<TreeCell> cells = system.treeCells();
  SCOPED_TRACE(work.name);
  ASSERT_EQ(cells.size(), system.report().cells);
  ASSERT_EQ(cells.empty(), work.elements.size() == 0);
  if (cells.empty()) return;
  EXPECT_EQ(cells[0].elements, work.elements.size());
  EXPECT_LE(cells[0].tracers, work.targets.size());
  EXPECT_EQ(static_cast<std::size_t>(
                std::count_if(cells.begin(), cells.end(), [](const TreeCell& cell) { return cell.leaf; })),
            system.report().leaves);
  EXPECT_EQ(cells.back().level + 1, system.report().levels);
  expectNesting(cells);
  expectPointsInLeaves(cells, work.elements.position);
  if (cells[0].tracers == work.targets.size()) expectPointsInLeaves(cells, work.targets);
  expectFirstParticles(cells, work);
  expectNearLists(system, cells);
}

std::size_t outsideTheRoot(const Workload& work) {
  fmm::Box<double> box = fmm::BoundCells<double>::emptyBox();
  for (const fmm::Vec3& x : work.elements.position)
    fmm::BoundCells<double>::include(box, {{x.x, x.y, x.z}, {x.x, x.y, x.z}});
  const fmm::TracerSpread spread = {fmm::rootCubeAround(box), static_cast<fmm::Index>(work.elements.size()),
                                    static_cast<fmm::Index>(work.targets.size())};
  const auto doublings = [&](const fmm::Vec3& x) { return spread.doublingsFor(fmm::Vector3<double>{x.x, x.y, x.z}); };
  std::array<double, fmm::TracerSpread::kCounts> counts{};
  for (fmm::Index k = 0; k < spread.samples(); ++k)
    ++counts[static_cast<std::size_t>(doublings(work.targets[static_cast<std::size_t>(spread.sample(k))]))];
  const double scale = spread.scaleFor(counts);
  return static_cast<std::size_t>(std::count_if(work.targets.begin(), work.targets.end(),
                                                [&](const fmm::Vec3& x) { return std::exp2(doublings(x)) > scale; }));
}

void expectStrengthsWritten(fmm::VortexSystem& system) {
  const Elements elements = system.elements();
  std::vector<float> values(4 * elements.size());
  system.writeElementStrengths({values.data(), elements.size(), false});
  for (std::size_t i = 0; i < elements.size(); ++i) {
    ASSERT_EQ(values[4 * i], static_cast<float>(elements.strength[i].x));
    ASSERT_EQ(values[4 * i + 1], static_cast<float>(elements.strength[i].y));
    ASSERT_EQ(values[4 * i + 2], static_cast<float>(elements.strength[i].z));
    ASSERT_EQ(values[4 * i + 3], static_cast<float>(elements.coreRadius[i]));
  }
  if (elements.size() == 0) return;
  EXPECT_THROW(system.writeElementStrengths({values.data(), elements.size() - 1, false}), fmm::InvalidInput);
}

}  // namespace fmm_test
