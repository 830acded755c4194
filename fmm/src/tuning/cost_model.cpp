#include "tuning/cost_model.h"

#include <algorithm>
#include <limits>

#include "tuning/processor_costs.h"

namespace fmm {
namespace {

constexpr double kNano = 1e-9;

// Constants of a GPU in the order of CostModel's members, cores in the order of Regularisation: cutoff, gaussian,
// gaussian8, winckelmans, rosenhead. They were fitted to the stages of 79 evaluations on an H200 (rings and cubes, 2^16
// to 2^21 points, orders 5 to 11, leaves of 24 to 128 elements), to 10 to 20 % each. Its costs of a level and of an
// evaluation were fitted to 144 evaluations of rings of 2^16 to 2^20 points, enqueued as graphs, to 5 %; that of the
// longest list to the near fields of 22 evaluations of 2^15 and 2^16 points (a knot, a lattice, a filament, rings).

/// One H200, float.
constexpr CostModel kGpuFloat = {0.00066 * kNano,
                                 2.1,
                                 1.3,
                                 {1, 1.95, 2.3, 1.25, 1.3},
                                 0.95,
                                 {0.00059 * kNano, 0, 0.052 * kNano},
                                 {0.0114 * kNano, 0, 4 * kNano},
                                 {0, 0.00014 * kNano, 0.154 * kNano},
                                 {0, 0.00025 * kNano, 0},
                                 3,
                                 0,
                                 0,
                                 0.072 * kNano,
                                 0.068 * kNano,
                                 {5.8 * kNano, 0, 22000 * kNano},
                                 155000 * kNano,
                                 {32, 32, 10},
                                 30 * kNano};

static_assert(hasAll(kGpuFloat.coreFactor));

/// The same device in another precision: times of computation multiplied by `compute`, of memory traffic by `memory`.
CostModel scaled(CostModel model, double compute, double memory) {
  model.pair *= compute;
  model.listLatency *= compute;
  for (OrderCost* cost : {&model.translation, &model.cell, &model.element, &model.target}) {
    cost->cubic *= compute;
    cost->square *= compute;
    cost->fixed *= compute;
  }
  model.point *= memory;
  return model;
}

CostModel gpuCosts(Precision precision) {
  if (precision == Precision::single) return kGpuFloat;
  CostModel model = scaled(kGpuFloat, 3, 1.6);
  model.pair = 0.0028 * kNano;  // this and the factors were fitted to a few evaluations of RINGS(2^15, 2^20)
  model.exactFactor = 1;
  constexpr CoreFactors kNoFits = {1, 3.5, 4.2, 1.3, 1.3};  // the exponential and the error function
  static_assert(hasAll(kNoFits));
  model.coreFactor = kNoFits;
  return model;
}

/// The same device for plane flows: every core has a closed form, and translations are additions of p^2 numbers. Fitted
/// to the stages of eleven evaluations on an H200 (squares of 2^20 to 10^7 points, orders 10 to 24).
CostModel inPlane(CostModel model, Precision precision) {
  constexpr CoreFactors kCores = {1, 2.2, 2.5, 1.2, 1.1};
  static_assert(hasAll(kCores));
  const bool single = precision == Precision::single;
  model.coreFactor = kCores;
  model.pair = (single ? 0.0013 : 0.003) * kNano;
  model.exactFactor = 1;
  model.translation = {0, (single ? 0.0006 : 0.00084) * kNano, (single ? 0.22 : 0.33) * kNano};
  model.cell = {0, 0.01 * kNano, 6 * kNano};
  model.element = {0, 0, 0.12 * kNano};
  model.target = {0, 0, 0.15 * kNano};
  return model;
}

/// The part of a latency that work does not hide: all of it without work, little if there is much more work.
double notHidden(double latency, double work) {
  return latency > 0 ? latency * latency / (latency + work) : 0;
}

}  // namespace

CostParts CostModel::parts(const WorkCounts& work, Regularisation core, bool exact, int order, int threads) const {
  const double plainTargets = work.targets - work.gradientTargets;
  const double velocityPairs = work.velocityPairs + correctedFactor * work.correctedVelocityPairs;
  const double gradientPairs = work.gradientPairs + correctedFactor * work.correctedGradientPairs;
  const double pairs = velocityPairs * pairOf(core, false, exact) + gradientPairs * pairOf(core, true, exact) +
                       work.nearReads * nearRead + work.correctedReads * correctedRead;
  const double expansions = work.cells * cell.at(order) + work.elements * element.at(order) +
                            (plainTargets + gradientTargetFactor * work.gradientTargets) * target.at(order);
  const double points = (work.elements + work.targets) * point + work.listEntries * listEntry;
  return {pairs / threads + notHidden(work.longestList * listLatency / pair * pairOf(core, false, exact), pairs),
          work.farPairs * translation.at(order) / threads, expansions / threads,
          points / threads + work.levels * level.at(order) + evaluation};
}

Index CostModel::directPairs(Regularisation core, bool exact, int order) const {
  const double pairs = translation.at(order) / pairOf(core, false, exact);
  return static_cast<Index>(std::min<double>(pairs, std::numeric_limits<Index>::max()));
}

CostModel costModel(bool gpu, Precision precision, Space space) {
  if (!gpu) return processorCosts(instructionSet(), precision, space);
  const CostModel model = gpuCosts(precision);
  return space == Space::plane ? inPlane(model, precision) : model;
}

MeshCosts meshCosts(bool gpu, Precision precision) {
  if (!gpu) return processorMeshCosts(instructionSet(), precision);
  return precision == Precision::single ? MeshCosts{3e-11, 5e-13, 8e-13, 0, 2e-4, 1 << 26}
                                        : MeshCosts{6.5e-11, 3e-12, 2.6e-12, 0, 3e-4, 1 << 26};
}

}  // namespace fmm
