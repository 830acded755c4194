#include "solver/cost_model.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "solver/pair_sums.h"

namespace fmm {
namespace {

constexpr double kNano = 1e-9;

// Cores in the order of Regularisation: cutoff, gaussian, gaussian4, gaussian6, winckelmans, rosenhead.

/// A thread with AVX-512, float.
constexpr CostModel kAvx512Float = {0.22 * kNano,
                                    2.0,
                                    1.2,
                                    {1, 1.6, 1.8, 1.9, 1.2, 1.2},
                                    {0.20 * kNano, 1.0 * kNano, 10 * kNano},
                                    {1.5 * kNano, 4.0 * kNano, 100 * kNano},
                                    {0, 0.2 * kNano, 2 * kNano},
                                    {0, 0.15 * kNano, 3 * kNano},
                                    3.0,
                                    45 * kNano,
                                    20 * kNano,
                                    5000 * kNano,
                                    50000 * kNano,
                                    {32, 16, 16}};

/// One H200, float.
constexpr CostModel kGpuFloat = {0.00065 * kNano,
                                 2.0,
                                 1.3,
                                 {1, 1.6, 1.8, 1.9, 1.2, 1.2},
                                 {0.003 * kNano, 0.02 * kNano, 0.3 * kNano},
                                 {0.01 * kNano, 0.05 * kNano, 1 * kNano},
                                 {0, 0.0004 * kNano, 0.005 * kNano},
                                 {0, 0.0004 * kNano, 0.01 * kNano},
                                 3.0,
                                 0.35 * kNano,
                                 0.02 * kNano,
                                 15000 * kNano,
                                 60000 * kNano,
                                 {32, 32, 10}};

/// The same device in another arithmetic: `compute` times the time of what is computed, `memory` of what is moved.
CostModel scaled(CostModel model, double compute, double memory) {
  model.pair *= compute;
  for (OrderCost* cost : {&model.translation, &model.cell, &model.element, &model.target}) {
    cost->cubic *= compute;
    cost->square *= compute;
    cost->fixed *= compute;
  }
  model.point *= memory;
  return model;
}

CostModel withGrain(CostModel model, const WorkGrain& grain) {
  model.grain = grain;
  return model;
}

CostModel cpuCosts(Precision precision) {
  const bool wide = std::strncmp(simdName(), "AVX-512", 7) == 0;
  const bool single = precision == Precision::single;
  const Index lanes = (wide ? 16 : 8) / (single ? 1 : 2);
  const CostModel model = scaled(kAvx512Float, (wide ? 1 : 1.85) * (single ? 1 : 2.6), single ? 1 : 1.3);
  return withGrain(model, {2 * lanes, lanes, lanes});
}

}  // namespace

double CostModel::seconds(const WorkCounts& work, Regularisation core, bool exact, int order, int threads) const {
  const double plainTargets = work.targets - work.gradientTargets;
  const double shared = work.velocityPairs * pairOf(core, false, exact) +
                        work.gradientPairs * pairOf(core, true, exact) + work.farPairs * translation.at(order) +
                        work.cells * cell.at(order) + work.elements * element.at(order) +
                        (plainTargets + gradientTargetFactor * work.gradientTargets) * target.at(order) +
                        (work.elements + work.targets) * point + work.listEntries * listEntry;
  return shared / threads + work.levels * level + evaluation;
}

Index CostModel::directPairs(Regularisation core, bool exact, int order) const {
  const double pairs = translation.at(order) / pairOf(core, false, exact);
  return static_cast<Index>(std::min<double>(pairs, std::numeric_limits<Index>::max()));
}

CostModel shippedCosts(bool gpu, Precision precision) {
  if (gpu) return precision == Precision::single ? kGpuFloat : scaled(kGpuFloat, 3, 1.6);
  return cpuCosts(precision);
}

}  // namespace fmm
