#pragma once

// Leapfrogging rings as the equations of coaxial rings have them (fmm/ring_theory.h; every interaction is the kernel
// integral around the ring, the exact limit of particle rings with many elements each), and as elements show them.

#include <vector>

#include "fmm/ring_theory.h"
#include "support.h"

namespace fmm_test {

/// A continuous filament about the z axis.
fmm::CoaxialRing circle(double sigma, double height, double circulation = 1);

/// What is seen of two equal leapfrogging rings until one has passed through the other: a quarter of the period.
struct Leapfrog {
  double firstPass = 0;  ///< time at which both lie in one plane
  double drift = 0;      ///< mean axial speed of the pair until then
  double smallest = 0;   ///< radius of the inner ring then: the least of the period
  double largest = 0;    ///< of the outer one
  double period() const { return 4 * firstPass; }
};

/// Gamma = 1, R = 1, axial gap `gap`. Steps of `dt`; the pass itself by the secant method on the last step's length.
Leapfrog leapfrogOfRings(Regularisation kind, double sigma, double gap, double dt = 0.01);

/// Mean radius and height of the elements of each of two rings, told apart by their ring index.
struct PairShape {
  double radius[2] = {0, 0};
  double height[2] = {0, 0};
  double gap() const { return height[1] - height[0]; }
};
PairShape shapeOf(const Elements& elements);

/// The same leapfrog as elements show it, over two passes.
struct SeenLeapfrog {
  double firstPass = 0;
  double secondPass = 0;  ///< half a period later; 0 if it never came
  double drift = 0;       ///< until the first pass
  double smallest = 0;    ///< mean radius of a ring, of all steps
  double largest = 0;
};

/// Steps two rings until the rear one has passed through the front one twice, at most until t = 20.
SeenLeapfrog watchLeapfrog(const fmm::Settings& settings, const Elements& pair);

}  // namespace fmm_test
