#pragma once

#include <functional>
#include <vector>

#include "fmm/types.h"
#include "seeding/centre_line.h"

namespace fmm {

/// Arc length of a closed curve over its parameter t = 0 to 2 pi, and its inverse.
class ArcLength {
 public:
  /// `speed` = |dx/dt|, smooth over each of `pieces` equal intervals of t.
  ArcLength(std::function<double(double)> speed, int pieces);

  double total() const { return lengthTo_.back(); }
  /// The t at which the arc length is `length`, 0 to total().
  double parameterAt(double length) const;

 private:
  double between(double from, double to) const;

  std::function<double(double)> speed_;
  std::vector<double> lengthTo_;    ///< [pieces + 1] arc length to the beginning of each piece
  std::vector<double> slownessAt_;  ///< [pieces + 1] dt/dlength at the same points
};

/// The periodic cubic spline through points, with the length of the chords as parameter. Its distance from a smooth
/// curve through the points is of the fourth order in their spacing (Floater 2006). Two derivatives are continuous.
class ClosedSpline {
 public:
  /// Three or more points; neighbours must differ. Throws InvalidInput where the curve turns back.
  explicit ClosedSpline(std::vector<Vec3> points);

  /// t = 0 to 2 pi passes through the points at equal intervals.
  CurveJet operator()(double t) const;
  /// Distance of `x` from the curve near the given point, to which `x` must be close.
  double distance(Vec3 x, std::size_t point) const;
  std::size_t size() const { return points_.size(); }

 private:
  static constexpr int kSidesPerPiece = 16;

  void solve();
  CurveJet piece(std::size_t k, double part) const;
  void setSides();

  std::vector<Vec3> points_, bend_, side_;
  std::vector<double> chord_;
};

}  // namespace fmm
