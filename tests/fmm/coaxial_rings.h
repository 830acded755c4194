#pragma once

// Perfect coaxial vortex rings whose interactions, the own included, are the kernel integral around the ring: a system
// of two ordinary differential equations a ring, the exact limit of particle rings with many elements each.

#include <cstddef>
#include <vector>

#include "support.h"

namespace fmm_test {

/// Speed of a ring of `count` elements on one circle: every element moves with the centre line,
///   U_N = Gamma/(8 N R) sum_{k=1}^{N-1} g(2 R sin(pi k/N)/sigma) / sin(pi k/N).
double polygonSpeed(Regularisation kind, double sigma, std::size_t count, double radius = 1, double circulation = 1);

struct CoaxialRing {
  double radius = 1;
  double height = 0;
  double circulation = 1;
};

/// Rings about the z axis with one kernel length sigma, which stays as they stretch.
class CoaxialRings {
 public:
  CoaxialRings(Regularisation kind, double sigma, std::vector<CoaxialRing> rings);

  const std::vector<CoaxialRing>& rings() const { return rings_; }
  /// One step of the classical Runge-Kutta scheme.
  void step(double dt);
  /// Advances by `duration` in equal steps of at most `longest`.
  void advance(double duration, double longest = 0.01);

 private:
  struct Rate {
    double radial, axial;
  };
  Rate induced(const CoaxialRing& source, double r, double z) const;
  std::vector<Rate> rates(const std::vector<CoaxialRing>& at) const;
  static std::vector<CoaxialRing> moved(std::vector<CoaxialRing> rings, const std::vector<Rate>& rate, double dt);

  Regularisation kind_;
  double sigma_;
  std::vector<CoaxialRing> rings_;
  std::vector<double> cosine_;  ///< at the nodes of the quadrature
};

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
