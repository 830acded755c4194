#pragma once

#include <vector>

#include "fmm/types.h"
#include "seeding/centre_line.h"

namespace fmm {

/// A closed line by samples at equal arcs, close enough that a cubic between two of them is the line.
struct LineSamples {
  std::vector<Vec3> position, tangent;
  std::vector<Vec3> bend;  ///< curvature times the unit vector that points away from its centre [1/L]
  double length = 0;       ///< [L]

  std::size_t size() const { return position.size(); }
  double step() const { return length / static_cast<double>(size()); }
};

/// Samples no farther apart than `step` [L].
LineSamples samplesOf(const CentreLine& line, double step);

/// The line moved outwards of its bends by `square`/2 times the curvature: where a tube has to start for its vorticity
/// to lie about the line itself once it has spread by `square` [L^2] in each direction.
LineSamples movedOut(const LineSamples& line, double square);

/// Linear impulse over the circulation of a tube about the line whose mean square distance is `square` [L^2]:
/// 1/2 int (x cross t + square/2 t cross dt/dl) dl; of a circle pi (R^2 + square/2).
Vec3 tubeImpulse(const LineSamples& line, double square);

/// The line's least distance from the axis through `centre` [L].
double clearanceOf(const LineSamples& line, Vec3 centre, Vec3 axis);

/// How often the line goes around the axis through `centre`.
int turnsAbout(const LineSamples& line, Vec3 centre, Vec3 axis);

}  // namespace fmm
