#include "tuning/processor_costs.h"

#include <cstddef>

namespace fmm {
namespace {

constexpr double kNano = 1e-9;

// Measured by `fmm_costs` (tests/costs): docs/performance.md, "Tuning", has the machines and what is left over. Cores
// are in the order of Regularisation: cutoff, gaussian, gaussian4, gaussian6, winckelmans, rosenhead, gaussian8.
// clang-format off
constexpr ProcessorCosts kCosts[3][2][2] = {
    // SSE4: space in float and double, plane in float and double
    {{{1.09, 2.5, 1.06, {1, 1.89, 2.55, 2.53, 1.11, 1.2, 2.53}, 1.3, {0.466, 6.8, 13.4}, {0.86, 41, 2.3e+03}, {0, 0.544, 5.66}, {0, 0.3, 4.6}, 5, 6, 10, 62, 40},
 {2.4, 2.5, 1.06, {1, 1.89, 2.55, 2.53, 1.11, 1.2, 2.53}, 1.3, {1.03, 15, 29.5}, {1.89, 90.2, 5.06e+03}, {0, 1.2, 12.5}, {0, 0.66, 10.1}, 5, 6, 10, 68.2, 40}},
 {{0.654, 2.5, 1.06, {1, 2.2, 2.3, 2.4, 1.2, 1.1, 2.5}, 1.3, {0, 0.1, 15}, {0, 0.5, 60}, {0, 0, 6}, {0, 0, 4}, 5, 6, 10, 62, 40},
 {1.44, 2.5, 1.06, {1, 2.2, 2.3, 2.4, 1.2, 1.1, 2.5}, 1.3, {0, 0.2, 30}, {0, 0.5, 60}, {0, 0, 6}, {0, 0, 4}, 5, 6, 10, 68.2, 40}}},
    // AVX2: space in float and double, plane in float and double
    {{{0.545, 2.5, 1.06, {1, 1.89, 2.55, 2.53, 1.11, 1.2, 2.53}, 1.3, {0.233, 3.4, 6.7}, {0.43, 20.5, 1.15e+03}, {0, 0.272, 2.83}, {0, 0.15, 2.3}, 5, 6, 10, 62, 40},
 {1.2, 2.5, 1.06, {1, 1.89, 2.55, 2.53, 1.11, 1.2, 2.53}, 1.3, {0.513, 7.48, 14.7}, {0.946, 45.1, 2.53e+03}, {0, 0.598, 6.23}, {0, 0.33, 5.06}, 5, 6, 10, 68.2, 40}},
 {{0.327, 2.5, 1.06, {1, 2.2, 2.3, 2.4, 1.2, 1.1, 2.5}, 1.3, {0, 0.1, 15}, {0, 0.5, 60}, {0, 0, 6}, {0, 0, 4}, 5, 6, 10, 62, 40},
 {0.719, 2.5, 1.06, {1, 2.2, 2.3, 2.4, 1.2, 1.1, 2.5}, 1.3, {0, 0.2, 30}, {0, 0.5, 60}, {0, 0, 6}, {0, 0, 4}, 5, 6, 10, 68.2, 40}}},
    // AVX-512: space in float and double, plane in float and double
    {{{0.33, 2.15, 1.08, {1, 1.78, 2.45, 2.45, 1.05, 1.2, 2.45}, 1.3, {0.387, 0, 38}, {0.92, 22.7, 1.19e+03}, {0, 0.183, 4.84}, {0, 0.06, 8.2}, 5, 6, 10, 53, 40},
 {1.15, 1.9, 1.06, {1, 2.24, 3, 2.9, 1.22, 1.3, 2.9}, 1.3, {0.676, 0, 50}, {0.91, 23.2, 1.26e+03}, {0, 0.34, 2.9}, {0, 0.166, 9}, 4, 6, 10, 61, 40}},
 {{0.198, 2.15, 1.08, {1, 2.2, 2.3, 2.4, 1.2, 1.1, 2.5}, 1.3, {0, 0.1, 15}, {0, 0.5, 60}, {0, 0, 6}, {0, 0, 4}, 5, 6, 10, 53, 40},
 {0.69, 1.9, 1.06, {1, 2.2, 2.3, 2.4, 1.2, 1.1, 2.5}, 1.3, {0, 0.2, 30}, {0, 0.5, 60}, {0, 0, 6}, {0, 0, 4}, 4, 6, 10, 61, 40}}}};

/// Members of MeshCosts [ns]: value, give, take, point; float and double.
constexpr double kMeshCosts[3][2][4] = {
    {{15, 0.3, 0.33, 57}, {30, 1, 1.2, 57}},
    {{15, 0.3, 0.33, 57}, {30, 1, 1.2, 57}},
    {{15, 0.3, 0.33, 57}, {30, 1, 1.2, 57}}};
// clang-format on
constexpr double kMostMeshValues = 1 << 24;

constexpr std::size_t rowOf(InstructionSet set) {
  return set == InstructionSet::avx512 ? 2 : set == InstructionSet::avx2 ? 1 : 0;
}
constexpr std::size_t columnOf(Precision precision) {
  return precision == Precision::single ? 0 : 1;
}

OrderCost inSeconds(const OrderCost& cost) {
  return {cost.cubic * kNano, cost.square * kNano, cost.fixed * kNano};
}

/// Velocities are summed in groups of two registers, gradients and translations in single ones.
WorkGrain grainOf(InstructionSet set, Precision precision) {
  constexpr Index kBytes[] = {16, 32, 64};
  const Index lanes = kBytes[rowOf(set)] / (precision == Precision::single ? 4 : 8);
  return {2 * lanes, lanes, lanes, 512, 128};
}

}  // namespace

CostModel modelOf(const ProcessorCosts& costs, InstructionSet set, Precision precision) {
  CostModel model = {
      costs.pair * kNano,      costs.gradientFactor,         costs.exactFactor,      costs.coreFactor,
      costs.correctedFactor,   inSeconds(costs.translation), inSeconds(costs.cell),  inSeconds(costs.element),
      inSeconds(costs.target), costs.gradientTargetFactor,   costs.nearRead * kNano, costs.correctedRead * kNano,
      costs.point * kNano,     costs.listEntry * kNano,      {0, 0, 2000 * kNano},   10000 * kNano,
      grainOf(set, precision)};
  return model;
}

CostModel processorCosts(InstructionSet set, Precision precision, Space space) {
  return modelOf(kCosts[rowOf(set)][space == Space::plane ? 1 : 0][columnOf(precision)], set, precision);
}

MeshCosts processorMeshCosts(InstructionSet set, Precision precision) {
  const auto& costs = kMeshCosts[rowOf(set)][columnOf(precision)];
  return {costs[0] * kNano, costs[1] * kNano, costs[2] * kNano, costs[3] * kNano, 0, kMostMeshValues};
}

}  // namespace fmm
