#pragma once

#include "simulation/diagnostics_sample.h"

namespace app {

/// Numbers without dimension that say what viscosity and a lattice's spacing do to a flow; not a number where there is
/// no viscosity, no lattice, or no vorticity.
struct ReynoldsNumbers {
  /// The cell number up to which blobs of order 6 carry a flow: below it the scenes that come with the program lose
  /// their energy within 25 % as fast as viscosity takes it (measured), though their cores are smooth, and thinner
  /// layers need a number of the order of 1 (Ploumhans and Winckelmans 2000).
  static constexpr double kMostResolved = 100;

  double flow = kNotMeasured;      ///< Gamma/nu
  double cell = kNotMeasured;      ///< max |omega| h^2/nu
  double resolved = kNotMeasured;  ///< Gamma/nu of the viscosity at which `cell` were kMostResolved
};

/// Of a circulation Gamma [L^2/T], viscosity nu [L^2/T], largest vorticity [1/T] and spacing h [L]; zeros: there is
/// none.
ReynoldsNumbers reynoldsNumbers(double circulation, double viscosity, double vorticity, double spacing);

}  // namespace app
