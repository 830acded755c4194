#pragma once

// Flows about bodies, for tests.

#include "fmm/fmm.h"
#include "fmm/support/support.h"

namespace fmm_test {

using fmm::Backend;
using fmm::BodyLoad;
using fmm::Diffusion;
using fmm::Redistribution;
using fmm::Regularisation;
using fmm::Settings;
using fmm::Space;
using fmm::VortexSystem;

inline Settings flowAbout(Backend backend, double reynolds, double acrossDiameter) {
  Settings s = fmmFloat();
  s.backend = backend;
  s.space = Space::plane;
  s.regularisation = Regularisation::gaussian8;
  s.viscosity = 2 / reynolds;
  s.diffusion = Diffusion::lattice;
  s.redistribution.steps = Redistribution::kAutomatic;
  s.timeStep = 0.02;
  s.spacing = 2 / acrossDiameter;
  s.nodeThreshold = 1e-4;
  s.elementBudget = 40000;
  fmm::Body body;
  body.radius = 1;
  s.bodies = {body};
  return s;
}

/// Mean load of the first body over the steps until `until`, after `from`.
inline BodyLoad meanLoad(VortexSystem& system, double from, double until) {
  BodyLoad sum;
  int steps = 0;
  while (system.time() < until - 1e-9) {
    system.step();
    if (system.time() < from) continue;
    const BodyLoad& load = system.bodyLoads().front();
    sum.force = sum.force + load.force;
    sum.torque = sum.torque + load.torque;
    ++steps;
  }
  BodyLoad mean;
  mean.force = (1.0 / steps) * sum.force;
  mean.torque = (1.0 / steps) * sum.torque;
  return mean;
}

}  // namespace fmm_test
