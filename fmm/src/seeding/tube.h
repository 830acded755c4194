#pragma once

#include <cstddef>

#include "core/parallel_ranges.h"
#include "seeding/centre_line.h"

namespace fmm {

struct TubePoint {
  Vec3 position;
  Vec3 tangent;     ///< of the centre line
  double distance;  ///< from the centre line
};

/// Maps the unit cube to the tube of radius `tube` about the line, uniform in volume: dV = s (1 + s kappa cos theta).
TubePoint tubePoint(const CentreLine& line, double tube, double along, double u, double v);

/// Maps the unit square to the surface of that tube, uniform in area.
Vec3 shellPoint(const CentreLine& line, double tube, double along, double around);

/// A strip along a line. Its section is at this angle from the line's `first` towards its `second`.
struct Strip {
  double halfWidth;  ///< [L]
  double angle;      ///< [rad]
  double thickness;  ///< [L]
};

/// Maps the unit cube to the strip, uniform in area: dA = (1 + s kappa cos(angle - bend)) ds dl.
Vec3 sheetPoint(const CentreLine& line, const Strip& strip, double along, double beside, double across);

/// Length of a line element at (s, theta) of the tube over that of the centre line: 1 + s kappa cos(theta - bend).
double stretchAt(const LinePoint& on, double s, double theta);

/// Position of the tube coordinates (s, theta), with theta from `first` towards `second`.
Vec3 besideLine(const LinePoint& on, double s, double theta);

template <class Body>
void parallelFor(std::size_t count, const Body& body) {
  parallelRanges(count, std::size_t{1024}, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i) body(i);
  });
}

}  // namespace fmm
