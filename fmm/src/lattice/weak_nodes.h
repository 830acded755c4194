#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "lattice/bricks.h"

namespace fmm {

// What weak nodes have goes to the strong ones about them, with its moments 1, y and y^2: docs/math.md, section 18. An
// item is a brick; positions y are relative to its middle.

/// Strengths of nodes have N components: alpha x, y, z, and with heat a fourth, B times HeatPass::scale.
template <class Real, std::size_t N>
FMM_HD inline double strengthOf(const std::array<const Real*, N>& alpha, Index i) {
  double square = 0;
  for (std::size_t c = 0; c < N; ++c) square += double(alpha[c][i]) * double(alpha[c][i]);
  return std::sqrt(square);
}

/// Lengths of the sums over a brick and those around it are of order 1 in these spacings.
constexpr double kBrickScale = 1.5 * kBrickEdge;

/// The polynomials whose sums weak nodes hand over: 1, y and y^2.
constexpr int kHandedTerms = 5;

/// The terms at a node of a brick.
struct NodePlace {
  double y[kHandedTerms];

  FMM_HD explicit NodePlace(Index inBrick) : y{1, at(inBrick), at(inBrick / kBrickEdge), at(inBrick / kBrickLayer), 0} {
    y[4] = y[1] * y[1] + y[2] * y[2] + y[3] * y[3];
  }

 private:
  static constexpr Index kBrickLayer = kBrickEdge * kBrickEdge;
  FMM_HD static double at(Index place) { return (place % kBrickEdge - 0.5 * (kBrickEdge - 1)) / kBrickScale; }
};

/// Weight of strong nodes one brick away along an axis, over the weight of those in the brick itself. So small that
/// what is handed over stays near: far away it would move energy.
constexpr double kWeightNextTo = 0.002;

/// Number q of the 27 bricks in and around a central one, which is number 13.
struct BrickAround {
  double to[3], square;  ///< its middle from that of the central one; square of the distance
  double weight;         ///< of its strong nodes
  FMM_HD explicit BrickAround(Index q) : to{at(q), at(q / 3), at(q / 9)}, square(0), weight(1) {
    for (const double t : to) {
      square += t * t;
      weight *= t != 0 ? kWeightNextTo : 1;
    }
  }
  /// Turns terms about its middle into those about the central brick's; one term lies `Stride` numbers after another.
  template <int Stride>
  FMM_HD void centreTerms(double* terms) const {
    terms[4 * Stride] += square * terms[0];
    for (int k = 0; k < 3; ++k) {
      terms[4 * Stride] += 2 * to[k] * terms[(k + 1) * Stride];
      terms[(k + 1) * Stride] += to[k] * terms[0];
    }
  }
  /// Turns the coefficients of a polynomial in terms about its middle into those in terms about the central brick's.
  FMM_HD void centreCoefficients(double* coefficients) const {
    coefficients[0] += square * coefficients[4];
    for (int k = 0; k < 3; ++k) {
      coefficients[0] -= to[k] * coefficients[k + 1];
      coefficients[k + 1] -= 2 * to[k] * coefficients[4];
    }
  }

 private:
  FMM_HD static double at(Index q) { return (q % 3 - 1) * (kBrickEdge / kBrickScale); }
};

/// Which nodes are strong, and how much of a change they take: sqrt(least |alpha|).
template <class Real, std::size_t N>
struct NodeStrengths {
  std::array<const Real*, N> alpha;
  double least;                          ///< least |alpha| of strong nodes
  const std::uint8_t* always = nullptr;  ///< nodes that stay in any case, unless they have nothing; null: none

  FMM_HD bool stays(Index node) const {
    const double strength = strengthOf(alpha, node);
    return strength >= least || (always && always[node] && strength > 0);
  }
  FMM_HD double weight(Index node) const { return std::sqrt(least * strengthOf(alpha, node)); }
};

/// Sums over a brick, with its terms e = (1, y, y^2): weight e e^T of strong nodes, alpha e of weak ones.
template <std::size_t N>
struct WeakSums {
  double strong[kHandedTerms][kHandedTerms], weak[N][kHandedTerms];
};

template <class Real, std::size_t N>
struct SumWeakNodes {
  NodeStrengths<Real, N> nodes;
  WeakSums<N>* sums;

  FMM_HD void operator()(Index brick) const {
    WeakSums<N> s = {};
    for (Index in = 0; in < kBrickNodes; ++in) {
      const Index node = brick * kBrickNodes + in;
      const NodePlace place(in);
      if (nodes.stays(node)) {
        const double weight = nodes.weight(node);
        for (int j = 0; j < kHandedTerms; ++j)
          for (int k = 0; k < kHandedTerms; ++k) s.strong[j][k] += weight * (place.y[j] * place.y[k]);
      } else {
        for (std::size_t c = 0; c < N; ++c)
          for (int k = 0; k < kHandedTerms; ++k) s.weak[c][k] += double(nodes.alpha[c][node]) * place.y[k];
      }
    }
    sums[brick] = s;
  }
};

/// Change of the strong nodes in and around a brick: coefficients of its terms, over the nodes' weights and
/// BrickAround::weight.
template <std::size_t N>
struct HandedOver {
  double change[N][kHandedTerms];
};

/// The least sum of |change|^2/weight that gives the strong nodes of the 27 bricks about a brick the sums of its weak
/// ones, but for kRidge, which keeps changes small where strong nodes are few.
template <std::size_t N>
struct HandOver {
  const Index* neighbours;  ///< of bricks, FindNeighbours
  const WeakSums<N>* sums;
  HandedOver<N>* out;

  FMM_HD void operator()(Index brick) const {
    constexpr double kRidge = 1e-4;
    HandedOver<N> result = {};
    double matrix[kHandedTerms][kHandedTerms] = {};
    const WeakSums<N>& own = sums[brick];
    const bool any = hasWeak(own);
    for (Index q = 0; any && q < 27; ++q) {
      const Index other = neighbours[27 * brick + q];
      if (other >= 0) addShifted(sums[other].strong, BrickAround(q), matrix);
    }
    for (std::size_t c = 0; matrix[0][0] > 0 && c < N; ++c) {
      Equations<kHandedTerms> equations;
      for (std::size_t j = 0; j < kHandedTerms; ++j) {
        for (std::size_t k = 0; k < kHandedTerms; ++k) equations[j][k] = matrix[j][k] * (j == k ? 1 + kRidge : 1);
        equations[j][kHandedTerms] = own.weak[c][j];
      }
      const std::array<double, kHandedTerms> solution = solveSymmetric<kHandedTerms>(equations);
      for (std::size_t j = 0; j < kHandedTerms; ++j) result.change[c][j] = solution[j];
    }
    out[brick] = result;
  }

 private:
  FMM_HD static bool hasWeak(const WeakSums<N>& s) {
    bool any = false;
    for (const auto& component : s.weak)
      for (const double sum : component) any = any || sum != 0;
    return any;
  }
  /// Adds sums of another brick, about this one.
  FMM_HD static void addShifted(const double (&s)[kHandedTerms][kHandedTerms], BrickAround by,
                                double (&sum)[kHandedTerms][kHandedTerms]) {
    double terms[kHandedTerms][kHandedTerms];
    for (int j = 0; j < kHandedTerms; ++j)
      for (int k = 0; k < kHandedTerms; ++k) terms[j][k] = s[j][k];
    for (int k = 0; k < kHandedTerms; ++k) by.centreTerms<kHandedTerms>(&terms[0][k]);
    for (int j = 0; j < kHandedTerms; ++j) by.centreTerms<1>(terms[j]);
    for (int j = 0; j < kHandedTerms; ++j)
      for (int k = 0; k < kHandedTerms; ++k) sum[j][k] += by.weight * terms[j][k];
  }
};

/// Strengths of strong nodes with what they were handed; 0 for weak ones.
template <class Real, std::size_t N>
struct TakeHandedOver {
  NodeStrengths<Real, N> nodes;
  const Index* neighbours;  ///< of bricks, FindNeighbours
  const HandedOver<N>* handed;
  std::array<Real*, N> out;

  FMM_HD void operator()(Index brick) const {
    constexpr double kMost = 4;
    double all[N][kHandedTerms] = {};
    for (Index q = 0; q < 27; ++q) {
      const Index other = neighbours[27 * brick + q];
      if (other < 0) continue;
      const BrickAround from(q);
      for (std::size_t c = 0; c < N; ++c) {
        double change[kHandedTerms];
        for (int k = 0; k < kHandedTerms; ++k) change[k] = handed[other].change[c][k];
        from.centreCoefficients(change);
        for (int k = 0; k < kHandedTerms; ++k) all[c][k] += from.weight * change[k];
      }
    }
    for (Index in = 0; in < kBrickNodes; ++in) {
      const Index node = brick * kBrickNodes + in;
      const bool stays = nodes.stays(node);
      const NodePlace place(in);
      double change[N] = {}, square = 0;
      for (std::size_t c = 0; stays && c < N; ++c) {
        for (int k = 0; k < kHandedTerms; ++k) change[c] += all[c][k] * place.y[k];
        square += change[c] * change[c];
      }
      // Never more than kMost weights: no node grows far beyond its neighbours.
      const double part = stays ? nodes.weight(node) * (square > kMost * kMost ? kMost / std::sqrt(square) : 1) : 0;
      for (std::size_t c = 0; c < N; ++c)
        out[c][node] = stays ? static_cast<Real>(double(nodes.alpha[c][node]) + part * change[c]) : Real(0);
    }
  }
};

}  // namespace fmm
