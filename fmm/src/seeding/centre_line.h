#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fmm/types.h"
#include "fmm/vortex_line.h"

namespace fmm {

/// A point of a centre line, with two directions that span the section of a tube about it.
struct LinePoint {
  Vec3 position;
  Vec3 tangent;          ///< unit vector along the vorticity of positive circulation
  Vec3 first, second;    ///< unit vectors normal to the tangent and to each other
  double curvature = 0;  ///< signed
  double bend = 0;       ///< angle, from `first` towards `second`, of the outside of the bend where curvature > 0
};

/// A closed curve by its arc length.
class CentreLine {
 public:
  virtual ~CentreLine() = default;
  /// The point at `part` (0 to 1) of the length.
  virtual LinePoint at(double part) const = 0;
  virtual double length() const = 0;
  /// Radius above which a tube about the line overlaps itself.
  virtual double widestTube() const = 0;
};

/// Values of a closed curve at one parameter: position, its first two derivatives, and a vector beside the tangent.
struct CurveJet {
  Vec3 position, velocity, acceleration, side;
};

/// The closed curve given by a function of t = 0 to 2 pi, smooth over each of `pieces` equal intervals. No other strand
/// with the same tube comes closer than `clearance`. The function must be safe to call from any thread.
std::unique_ptr<CentreLine> spaceCurve(std::function<CurveJet(double)> jet, int pieces, double clearance);

/// Unit vectors at right angles, right-handed in this order.
struct Basis {
  Vec3 first, second, axis;
};
/// Duff et al. 2017, "Building an orthonormal basis, revisited". `axis` of any length but 0.
Basis basisAbout(Vec3 axis);

/// The centre line of a closed line. Throws InvalidInput for an invalid shape; ignores the core.
std::unique_ptr<CentreLine> lineOf(const LineComponent& of);

/// Throws InvalidInput for a tube that is too wide for the line; `extent` = tube radius / value.
void requireTube(const std::string& field, double value, double extent, const CentreLine& line);

}  // namespace fmm
