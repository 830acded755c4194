#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "lattice/bricks.h"

namespace fmm {

// What weak nodes have goes to the strong ones about them, with its first moments: docs/math.md, section 18. An item is
// a brick; positions y are relative to its middle.

template <class Real>
FMM_HD inline double strengthOf(const std::array<const Real*, 3>& alpha, Index i) {
  const double x = alpha[0][i], y = alpha[1][i], z = alpha[2][i];
  return std::sqrt(x * x + y * y + z * z);
}

/// Lengths of the sums over a brick and those around it are of order 1 in these spacings.
constexpr double kBrickScale = 1.5 * kBrickEdge;

/// 1 and y at a node of a brick.
struct NodePlace {
  double y[4];

  FMM_HD explicit NodePlace(Index inBrick) : y{1, at(inBrick), at(inBrick / kBrickEdge), at(inBrick / kBrickLayer)} {}

 private:
  static constexpr Index kBrickLayer = kBrickEdge * kBrickEdge;
  FMM_HD static double at(Index place) { return (place % kBrickEdge - 0.5 * (kBrickEdge - 1)) / kBrickScale; }
};

/// The brick number q of the 27 around a brick, 13 for itself: its middle, relative to that brick's.
struct BrickAround {
  double to[4];  ///< to[0] = 0
  FMM_HD explicit BrickAround(Index q) : to{0, at(q), at(q / 3), at(q / 9)} {}

 private:
  FMM_HD static double at(Index q) { return (q % 3 - 1) * (kBrickEdge / kBrickScale); }
};

/// Which nodes are strong, and how much of a change they take: sqrt(least |alpha|).
template <class Real>
struct NodeStrengths {
  std::array<const Real*, 3> alpha;
  double least;  ///< least |alpha| of strong nodes

  FMM_HD bool stays(Index node) const { return strengthOf(alpha, node) >= least; }
  FMM_HD double weight(Index node) const { return std::sqrt(least * strengthOf(alpha, node)); }
};

/// Sums over a brick: weight (1, y)(1, y)^T of strong nodes, alpha (1, y) of weak ones.
struct WeakSums {
  double strong[4][4], weak[3][4];
};

template <class Real>
struct SumWeakNodes {
  NodeStrengths<Real> nodes;
  WeakSums* sums;

  FMM_HD void operator()(Index brick) const {
    WeakSums s = {};
    for (Index in = 0; in < kBrickNodes; ++in) {
      const Index node = brick * kBrickNodes + in;
      const NodePlace place(in);
      if (nodes.stays(node)) {
        const double weight = nodes.weight(node);
        for (int j = 0; j < 4; ++j)
          for (int k = 0; k < 4; ++k) s.strong[j][k] += weight * (place.y[j] * place.y[k]);
      } else {
        for (std::size_t c = 0; c < 3; ++c)
          for (int k = 0; k < 4; ++k) s.weak[c][k] += double(nodes.alpha[c][node]) * place.y[k];
      }
    }
    sums[brick] = s;
  }
};

/// Change of the strong nodes in and around a brick, a function a + b . y over their weights.
struct HandedOver {
  double change[3][4];
};

/// The least sum of |change|^2/weight that gives the strong nodes of the 27 bricks about a brick the sums of its weak
/// ones, but for kRidge, which keeps changes small where strong nodes are few.
struct HandOver {
  const Index* neighbours;  ///< of bricks, FindNeighbours
  const WeakSums* sums;
  HandedOver* out;

  FMM_HD void operator()(Index brick) const {
    constexpr double kRidge = 1e-4;
    HandedOver result = {};
    double matrix[4][4] = {};
    const WeakSums& own = sums[brick];
    const bool any = hasWeak(own);
    for (Index q = 0; any && q < 27; ++q) {
      const Index other = neighbours[27 * brick + q];
      if (other >= 0) addShifted(sums[other].strong, BrickAround(q), matrix);
    }
    for (int c = 0; matrix[0][0] > 0 && c < 3; ++c) {
      Equations<4> equations;
      for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t k = 0; k < 4; ++k) equations[j][k] = matrix[j][k] * (j == k ? 1 + kRidge : 1);
        equations[j][4] = own.weak[c][j];
      }
      const std::array<double, 4> solution = solveSymmetric<4>(equations);
      for (std::size_t j = 0; j < 4; ++j) result.change[c][j] = solution[j];
    }
    out[brick] = result;
  }

 private:
  FMM_HD static bool hasWeak(const WeakSums& s) {
    bool any = false;
    for (const auto& component : s.weak)
      for (const double sum : component) any = any || sum != 0;
    return any;
  }
  /// Sums of another brick, about this one: y + to in the place of y.
  FMM_HD static void addShifted(const double (&s)[4][4], BrickAround by, double (&sum)[4][4]) {
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k)
        sum[j][k] += s[j][k] + by.to[j] * s[0][k] + s[j][0] * by.to[k] + by.to[j] * by.to[k] * s[0][0];
  }
};

/// Strengths of strong nodes with what they were handed; 0 for weak ones.
template <class Real>
struct TakeHandedOver {
  NodeStrengths<Real> nodes;
  const Index* neighbours;  ///< of bricks, FindNeighbours
  const HandedOver* handed;
  std::array<Real*, 3> out;

  FMM_HD void operator()(Index brick) const {
    double all[3][4] = {};
    for (Index q = 0; q < 27; ++q) {
      const Index other = neighbours[27 * brick + q];
      if (other < 0) continue;
      const BrickAround from(q);
      for (int c = 0; c < 3; ++c) {
        const double(&change)[4] = handed[other].change[c];
        for (int k = 0; k < 4; ++k) all[c][k] += change[k];
        for (int k = 1; k < 4; ++k) all[c][0] -= change[k] * from.to[k];
      }
    }
    for (Index in = 0; in < kBrickNodes; ++in) {
      const Index node = brick * kBrickNodes + in;
      const bool stays = nodes.stays(node);
      const NodePlace place(in);
      double change[3] = {}, square = 0;
      for (int c = 0; stays && c < 3; ++c) {
        for (int k = 0; k < 4; ++k) change[c] += all[c][k] * place.y[k];
        square += change[c] * change[c];
      }
      // Never more than the weight: no node grows far beyond its neighbours.
      const double part = stays ? nodes.weight(node) / (square > 1 ? std::sqrt(square) : 1) : 0;
      for (std::size_t c = 0; c < 3; ++c)
        out[c][node] = stays ? static_cast<Real>(double(nodes.alpha[c][node]) + part * change[c]) : Real(0);
    }
  }
};

}  // namespace fmm
