#include "tuning/processor_costs.h"

namespace fmm {
namespace {

constexpr double kNano = 1e-9;

// Measured by `fmm_costs` (tests/costs) on one thread of a Xeon with AVX-512, restricted to each set: space in float
// and double, then the plane; docs/performance.md, "Tuning", has what is left over. Cores are in the order of
// Regularisation: cutoff, gaussian, gaussian8, winckelmans, rosenhead.
// clang-format off
/// In double and in the plane times of AVX2, by the ratio of both sets in float: pairs 3.3, translations 2.2, particles
/// and list entries 1.1 to 1.2; of expansions 1.2 (cells) and 2 (particles).
constexpr ProcessorCosts kSse4[2][2] = {
    {{1.97, 2.13, 1.05, {1, 1.7, 2.17, 0.85, 0.92}, 1.1, {0.766, 6.25, 52.9}, {0, 35.6, 603}, {0, 1.31, 0}, {0.0309, 0.0693, 16.3}, 3.34, 6.34, 18.5, 84.8, 71.8},
     {5.93, 2.49, 1.04, {1, 1.75, 2.23, 0.81, 0.79}, 1.25, {1.08, 9.22, 87.6}, {0.566, 37.2, 154}, {0, 1.18, 24.3}, {0, 0.699, 11.8}, 4.11, 4.04, 43.1, 85.9, 58.6}},
    {{1.48, 2.26, 1, {1, 2.09, 2.36, 1.3, 1.16}, 1.05, {0, 0.425, 30.9}, {0.00979, 1.06, 242}, {0.000122, 0, 16.2}, {0.000633, 0, 6.57}, 4.12, 2.52, 50.3, 69.3, 86.2},
     {5.81, 1.36, 1.01, {1, 2.36, 2.41, 1.48, 1.45}, 1.05, {0.00402, 0.577, 54.8}, {0, 1.98, 124}, {0, 0.0501, 14.9}, {0, 0.0438, 24.8}, 1.92, 5.01, 31.7, 92.8, 33.3}}};
constexpr ProcessorCosts kAvx2[2][2] = {
    {{0.6, 2.02, 1.12, {1, 1.6, 1.99, 1.06, 0.86}, 1.25, {0.236, 4.06, 16.7}, {0.477, 46.5, 27.9}, {0, 0.358, 20.2}, {0.011, 0, 0.557}, 5.26, 11.2, 17.1, 72.4, 66.8},
     {1.8, 2.49, 1.04, {1, 1.75, 2.23, 0.81, 0.79}, 1.25, {0.5, 4.27, 40.6}, {0.472, 31, 128}, {0, 0.588, 12.2}, {0, 0.349, 5.92}, 4.11, 4.04, 43.1, 73.3, 54.5}},
    {{0.449, 2.26, 1, {1, 2.09, 2.36, 1.3, 1.16}, 1.05, {0, 0.197, 14.3}, {0.00816, 0.88, 202}, {6.11e-05, 0, 8.12}, {0.000317, 0, 3.29}, 4.12, 2.52, 50.3, 59.1, 80.2},
     {1.77, 1.36, 1.01, {1, 2.36, 2.41, 1.48, 1.45}, 1.05, {0.00186, 0.267, 25.4}, {0, 1.65, 103}, {0, 0.025, 7.43}, {0, 0.0219, 12.4}, 1.92, 5.01, 31.7, 79.2, 31}}};
constexpr ProcessorCosts kAvx512[2][2] = {
    {{0.295, 1.85, 1.12, {1, 1.78, 2.43, 1.08, 0.98}, 1.2, {0.349, 0.262, 38.6}, {0.786, 34.8, 434}, {0.0245, 0, 19.5}, {0.00396, 0.0363, 5.05}, 4.49, 8.97, 10.6, 56, 68.8},
     {0.938, 1.94, 1.05, {1, 2.24, 2.9, 1.22, 1.3}, 1.2, {0.559, 0.417, 55.9}, {1.15, 28.6, 148}, {0.00583, 0, 0}, {0, 0.249, 15.2}, 3.01, 10.5, 3.36, 73.7, 49.5}},
    {{0.252, 2.37, 1, {1, 2.3, 2.75, 1.45, 1.3}, 1.3, {0, 0.123, 11.3}, {0, 1.87, 175}, {0, 0, 1.46}, {0, 0.00216, 8.28}, 4.49, 1.52, 11.2, 51.3, 54.7},
     {0.889, 1.54, 1.04, {1, 2.75, 2.65, 1.47, 1.33}, 1.3, {0, 0.187, 16.2}, {0.0246, 1.64, 107}, {0, 0, 6.52}, {0, 0.0104, 9.4}, 3.49, 1.9, 10.2, 57.5, 54.7}}};
// clang-format on

OrderCost inSeconds(const OrderCost& cost) {
  return {cost.cubic * kNano, cost.square * kNano, cost.fixed * kNano};
}

/// Velocities are summed in groups of two registers, gradients and translations in single ones.
WorkGrain grainOf(InstructionSet set, Precision precision) {
  const Index bytes = set == InstructionSet::avx512 ? 64 : set == InstructionSet::avx2 ? 32 : 16;
  const Index lanes = bytes / (precision == Precision::single ? 4 : 8);
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
  const auto& costs = set == InstructionSet::avx512 ? kAvx512 : set == InstructionSet::avx2 ? kAvx2 : kSse4;
  return modelOf(costs[space == Space::plane ? 1 : 0][precision == Precision::single ? 0 : 1], set, precision);
}

/// Measured with AVX-512; AVX2's differ less than those of several meshes do. With SSE4 a sum takes 1.3 times as long.
MeshCosts processorMeshCosts(InstructionSet set, Precision precision) {
  constexpr double kMostValues = 1 << 24;
  const bool single = precision == Precision::single;
  const double slower = set < InstructionSet::avx2 ? 1.3 : 1;
  return single ? MeshCosts{slower * 1.5e-8, slower * 3e-10, slower * 3.3e-10, 5.7e-8, 0, kMostValues}
                : MeshCosts{slower * 3e-8, slower * 1e-9, slower * 1.2e-9, 5.7e-8, 0, kMostValues};
}

}  // namespace fmm
