#pragma once

#include <cmath>
#include <vector>

#include "core/math.h"

namespace fmm {

/// Window of spreading and interpolation, exp(b (sqrt(1 - (2 x/w)^2) - 1)) for |x| <= w/2, x in spacings (Barnett,
/// Magland and af Klinteberg 2019).
struct MeshWindow {
  int width;         ///< w
  double sharpness;  ///< b

  /// int window exp(-i k x) dx, k in radians per spacing.
  double transform(double k) const;
  /// transform() of the waves k = 2 pi m/n, m = 0 to n/2.
  std::vector<double> transforms(Index n) const;
  /// The variance of the window, taken as a distribution.
  double variance() const;
};

/// How a core is divided among the steps of a mesh sum: docs/math.md, section 19.
struct MeshAccuracy {
  static constexpr int kLeastWidth = 4, kMostWidth = 16, kMostWidthOfFloats = 9;

  MeshWindow window;
  double spacing;  ///< h/sigma; 0: no window keeps the tolerance
  double share;    ///< the window's variance as a part of sigma^2
  int fade;        ///< nodes beyond the mesh over which the kernel falls to 0, so that it has no step where it wraps

  /// The window and spacing that keep the tolerance for a core of `order` terms (CoreFacts::filterOrder): of all widths
  /// up to `mostWidth` the narrowest whose spacing is not much finer than that of any other.
  static MeshAccuracy ofTolerance(double tolerance, int order, int mostWidth);

  bool operator==(const MeshAccuracy& other) const {
    return window.width == other.window.width && window.sharpness == other.window.sharpness &&
           spacing == other.spacing && fade == other.fade;
  }
};

}  // namespace fmm
