#pragma once

#include <limits>

#include "verification/experiments.h"

namespace fmm::verification {

/// What is seen of two equal rings, Gamma = 1, R = 1, until one has passed through the other: a quarter of the period.
struct Leapfrog {
  double firstPass = 0;  ///< time at which both lie in one plane [T]
  double drift = 0;      ///< mean axial speed of the pair until then [L/T]
  double smallest = 0;   ///< radius of the inner ring then: the least of the period [L]
  double largest = 0;    ///< of the outer one
  double period() const { return 4 * firstPass; }
};

/// By the equations of coaxial rings; every interaction is the integral of the kernel around a ring. Steps of `dt`; the
/// pass itself by the secant method on the last step's length.
Leapfrog leapfrogOfRings(Regularisation kind, double gap, double dt = 0.01);

/// The same of a pair of equal rings as it stands.
Leapfrog leapfrogOfRings(CoaxialRings pair, double dt = 0.01);

}  // namespace fmm::verification
