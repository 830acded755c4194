#pragma once

#include <limits>

#include "verification/experiments.h"

namespace fmm::verification {

/// Observed quantities of two equal rings, Gamma = 1, R = 1, until one has passed through the other: a quarter period.
struct Leapfrog {
  double firstPass = 0;  ///< time at which both rings lie in one plane [T]
  double drift = 0;      ///< mean axial speed of the pair up to firstPass [L/T]
  double smallest = 0;   ///< radius of the inner ring at firstPass, the smallest of the period [L]
  double largest = 0;    ///< radius of the outer ring at firstPass [L]
  double period() const { return 4 * firstPass; }
};

/// By the equations of coaxial rings; every interaction is the integral of the kernel around a ring. Steps of `dt`; the
/// time of the pass by the secant method on the length of the last step.
Leapfrog leapfrogOfRings(Regularisation kind, double gap, double dt = 0.01);

/// The same for a given pair of equal rings.
Leapfrog leapfrogOfRings(CoaxialRings pair, double dt = 0.01);

}  // namespace fmm::verification
