#pragma once

#include "simulation/diagnostics_sample.h"

namespace app {

/// Numbers without dimension that say what viscosity and a lattice's spacing do to a flow; not a number where there is
/// no viscosity, no lattice, or no vorticity.
struct ReynoldsNumbers {
  /// The cell number up to which the spacing carries a flow: viscosity spreads vorticity as far as a node in the time
  /// in which it turns half a radian (Ploumhans and Winckelmans 2000 ask for a number of the order of 1).
  static constexpr double kMostResolved = 2;

  double flow = kNotMeasured;      ///< Gamma/nu
  double cell = kNotMeasured;      ///< max |omega| h^2/nu
  double resolved = kNotMeasured;  ///< Gamma/nu of the viscosity at which `cell` were kMostResolved
};

/// Of a circulation Gamma [L^2/T], viscosity nu [L^2/T], largest vorticity [1/T] and spacing h [L]; zeros: there is
/// none.
ReynoldsNumbers reynoldsNumbers(double circulation, double viscosity, double vorticity, double spacing);

}  // namespace app
