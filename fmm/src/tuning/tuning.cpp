#include "tuning/tuning.h"

#include <algorithm>
#include <cmath>

#include "expansion/coefficients.h"
#include "expansion/cores/core_reach.h"
#include "fmm/settings_table.h"

namespace fmm {
namespace {

/// Order and opening angle that met a tolerance on sets that fill a volume or a surface (cube, rings, sphere, Plummer),
/// with the largest error 1.3 to 2 times below the tolerance. FmmSolver starts from them and measures errors.
struct Calibration {
  double tolerance;
  int order;
  double theta;
};
constexpr Calibration kCalibration[] = {{1e-2, 4, 0.80},  {3e-3, 5, 0.78},  {1e-3, 6, 0.75},  {3e-4, 7, 0.73},
                                        {1e-4, 8, 0.74},  {3e-5, 9, 0.72},  {1e-5, 10, 0.69}, {3e-6, 11, 0.66},
                                        {1e-6, 12, 0.66}, {1e-7, 13, 0.62}, {1e-8, 16, 0.62}, {1e-9, 16, 0.58},
                                        {1e-10, 16, 0.51}};

/// The same for plane flows. Angles are narrower at higher orders, whose errors are more uneven.
constexpr Calibration kPlaneCalibration[] = {{1e-2, 5, 0.70},   {3e-3, 6, 0.68},   {1e-3, 7, 0.66},  {3e-4, 8, 0.64},
                                             {1e-4, 10, 0.64},  {3e-5, 11, 0.62},  {1e-5, 12, 0.60}, {3e-6, 13, 0.58},
                                             {1e-6, 14, 0.57},  {1e-7, 16, 0.55},  {1e-8, 18, 0.52}, {1e-9, 20, 0.51},
                                             {1e-10, 22, 0.50}, {1e-11, 24, 0.49}, {1e-12, 27, 0.48}};

/// The row for a tolerance.
template <std::size_t N>
const Calibration& calibrated(const Calibration (&table)[N], double tolerance) {
  const Calibration* row = std::begin(table);
  while (row + 1 != std::end(table) && row->tolerance > tolerance * 1.0001) ++row;
  return *row;
}

/// Pairs that cost about as much as one translation.
Index directPairsAt(Space space, int order) {
  return space == Space::plane ? 4 * (order + 1) : 4 * coefficientCount(order);
}

/// Largest 1 - g where expansions assume g = 1. Their error is proportional to the singular kernel's field, which then
/// is at most twice the core's.
constexpr double kMostLack = 0.5;

}  // namespace

TreeLimits UsualLeaves::at(Index elementCount, Index tracerCount) const {
  const double targetsPerElement = 1 + static_cast<double>(tracerCount) / std::max<double>(1, elementCount);
  const double wanted = elements * targetsPerElement;
  const double points = std::clamp<double>(wanted, fewestPoints, mostPoints);
  const double cutOff = std::max(1.0, wanted / points);
  return {static_cast<Index>(std::min<double>(elements * cutOff, mostElements)), static_cast<Index>(points)};
}

FmmParameters chooseParameters(const FieldSettings& settings, Index elements, Index tracers, bool gradient,
                               const UsualLeaves& leaves) {
  const Calibration& row = settings.space == Space::plane ? calibrated(kPlaneCalibration, settings.tolerance)
                                                          : calibrated(kCalibration, settings.tolerance);
  FmmParameters p;
  p.order = settings.order > 0 ? settings.order : row.order;
  p.theta = settings.theta > 0 ? settings.theta : row.theta;
  p.cutoff = coreReach(settings.regularisation, settings.tolerance, gradient);
  p.accuracy = settings.tolerance >= 2e-5 ? PairAccuracy::fast : PairAccuracy::exact;
  p.limits = leaves.at(elements, tracers);
  if (settings.leafElements > 0) p.limits.leafElements = settings.leafElements;
  if (settings.leafPoints > 0) p.limits.leafPoints = settings.leafPoints;
  p.directPairs = directPairsAt(settings.space, p.order);
  p.expandFrom = std::min(p.cutoff, coreReach(settings.regularisation, kMostLack, false));
  return p;
}

FmmParameters chooseNearParameters(const FieldSettings& settings, Index elements, Index tracers) {
  FmmParameters p = chooseParameters(settings, elements, tracers, false);
  p.order = kMinimumOrder;
  p.theta = 1.999;  // separate boxes of any shape are far
  p.directPairs = 0;
  p.expandFrom = p.cutoff;
  return p;
}

double leastTolerance(const FieldSettings& settings) {
  return finestTolerance(settings);
}

}  // namespace fmm
