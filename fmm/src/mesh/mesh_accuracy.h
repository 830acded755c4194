#pragma once

#include <cmath>
#include <vector>

#include "core/math.h"

namespace fmm {

/// The window by which points give to nodes and take from them, exp(b (sqrt(1 - (2 x/w)^2) - 1)) for |x| <= w/2, x in
/// spacings (Barnett, Magland and af Klinteberg 2019).
struct MeshWindow {
  int width;         ///< w
  double sharpness;  ///< b

  /// int window exp(-i k x) dx, k in radians per spacing.
  double transform(double k) const;
  /// transform() of the waves k = 2 pi m/n, m = 0 to n/2.
  std::vector<double> transforms(Index n) const;
  /// Its variance, as if it were a Gaussian's.
  double variance() const;
};

/// How a core is shared out between the steps of a sum over a mesh: docs/math.md, section 19.
struct MeshAccuracy {
  static constexpr int kLeastWidth = 4, kMostWidth = 16, kMostWidthOfFloats = 9;

  MeshWindow window;
  double spacing;  ///< h/sigma; 0: no window keeps the tolerance
  double share;    ///< part of sigma^2 that the window's variance is
  int fade;        ///< spacings beyond the nodes on which the kernel falls to 0: where it comes around it has no step

  /// What keeps the tolerance for a core with so many terms (meshOrder()): of all widths to `mostWidth` the narrowest
  /// whose spacing is not much finer than that of any other.
  static MeshAccuracy ofTolerance(double tolerance, int order, int mostWidth);

  bool operator==(const MeshAccuracy& other) const {
    return window.width == other.window.width && window.sharpness == other.window.sharpness &&
           spacing == other.spacing && fade == other.fade;
  }
};

}  // namespace fmm
