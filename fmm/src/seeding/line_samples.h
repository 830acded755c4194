#pragma once

#include <vector>

#include "fmm/types.h"
#include "seeding/centre_line.h"

namespace fmm {

/// A closed line as samples at equal arcs, so dense that a cubic between two of them is accurate.
struct LineSamples {
  std::vector<Vec3> position, tangent;
  std::vector<Vec3> bend;  ///< curvature times the unit vector away from the centre of curvature [1/L]
  double length = 0;       ///< [L]

  std::size_t size() const { return position.size(); }
  double step() const { return length / static_cast<double>(size()); }
};

/// Samples no farther apart than `step` [L].
LineSamples samplesOf(const CentreLine& line, double step);

/// The line moved outwards of its bends by `square`/2 times the curvature. A tube that starts there has its vorticity
/// about `line` once it has spread by `square` [L^2] in each direction.
LineSamples movedOut(const LineSamples& line, double square);

/// Linear impulse over the circulation of a tube about the line with the mean square distance `square` [L^2]: 1/2 int
/// (x cross t + square/2 t cross dt/dl) dl; pi (R^2 + square/2) for a circle.
Vec3 tubeImpulse(const LineSamples& line, double square);

/// Least distance of the line from the axis through `centre` [L].
double clearanceOf(const LineSamples& line, Vec3 centre, Vec3 axis);

/// Number of turns of the line about the axis through `centre`.
int turnsAbout(const LineSamples& line, Vec3 centre, Vec3 axis);

}  // namespace fmm
