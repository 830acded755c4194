#pragma once

// Helpers for tests of systems with redistribution.

#include <gtest/gtest.h>

#include "fmm/diagnostics.h"
#include "fmm/support/support.h"

namespace fmm_test {

constexpr double kSpacing = 0.2;  ///< of onLattice()

/// Direct sums in double, with redistribution every `steps` steps.
inline fmm::Settings onLattice(int steps = 1) {
  fmm::Settings settings = directDouble();
  settings.timeStep = 0.05;
  settings.redistribution.steps = steps;
  settings.spacing = kSpacing;
  settings.nodeThreshold = 1e-3;
  return settings;
}

/// A filled core of radius 0.35 about a circle of radius 1.
inline Elements filledRing(Vec3 centre = {0.03, 0, 0}, double circulation = 1, std::size_t count = 300) {
  fmm::Ring ring;
  ring.centre = centre;
  ring.coreRadius = 0.35;
  ring.circulation = circulation;
  Elements elements;
  add(ring, count, 0.2, elements);
  return elements;
}

inline Elements oneElement(Vec3 at = {0.31, -0.17, 0.05}, Vec3 strength = {0, 0, 2}) {
  Elements one;
  one.position = {at};
  one.strength = {strength};
  one.coreRadius = {0.2};
  return one;
}

inline void expectSameMoments(const Elements& a, const Elements& b, double tolerance) {
  const fmm::Invariants is = fmm::invariants(a), was = fmm::invariants(b);
  EXPECT_NEAR(norm(is.totalStrength - was.totalStrength), 0, tolerance);
  EXPECT_NEAR(norm(is.linearImpulse - was.linearImpulse), 0, tolerance);
}

}  // namespace fmm_test
