#pragma once

#include <cstddef>
#include <vector>

#include "seeding/closed_spline.h"

namespace fmm {

/// Which of a closed curve's points it is drawn through, by their numbers from 0, ascending.
struct PointChoice {
  /// A point that is left out, with the place in `kept` of the neighbour that stands for it.
  struct Left {
    std::size_t point, neighbour;
  };
  std::vector<std::size_t> kept;
  std::vector<Left> left;

  /// Takes points back among those that are kept, since the curve misses them. Throws InvalidInput with the numbers of
  /// one that is no step forward and of its neighbour.
  void takeBack(const std::vector<std::size_t>& points, const std::vector<Vec3>& all);
};

/// Leaves out points that are closer to the one before than a hundredth of the median distance of neighbours: repeated
/// ones, and the first one at the end again, to rounding or a little beyond. A short step back in a curve that goes
/// forth is left out, too. Points as close as rounding say nothing of the curve's direction, but decide on it.
PointChoice pointsApart(const std::vector<Vec3>& points);

/// Those of the points that were left out from which the curve through the others is farther than 1e-5 of the radius
/// of a circle of its length.
std::vector<std::size_t> missedPoints(const ClosedSpline& through, const std::vector<Vec3>& points,
                                      const PointChoice& choice);

std::vector<Vec3> pointsAt(const std::vector<Vec3>& points, const std::vector<std::size_t>& numbers);

}  // namespace fmm
