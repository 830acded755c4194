// VortexSystem's promises at its edges, on the CPU: what it refuses, and that it is then unchanged.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "fmm/error.h"
#include "fmm/vortex_system.h"
#include "support.h"

namespace fmm {
namespace {

using fmm_test::fmmFloat;
using fmm_test::Workload;

Workload smallRings() {
  return fmm_test::overlapped(fmm_test::rings(500, 700));
}

TEST(System, AStepThatFailsKeepsTheStateBeforeIt) {
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk4}) {
    Workload work = fmm_test::rounded(smallRings());
    for (Vec3& alpha : work.elements.strength) alpha = 1e25 * alpha;
    Settings settings = fmmFloat();
    settings.integrator = integrator;
    settings.timeStep = 1e12;
    VortexSystem system(settings, work.elements, work.tracers());
    Elements before = system.elements();
    Tracers tracersBefore = system.tracers();
    std::int64_t steps = 0;
    const auto run = [&] {
      for (; steps < 5; ++steps) {
        before = system.elements();
        tracersBefore = system.tracers();
        system.step();
      }
    };
    EXPECT_THROW(run(), NumericalError) << toString(integrator);
    EXPECT_EQ(system.elements().position, before.position) << toString(integrator);
    EXPECT_EQ(system.elements().strength, before.strength) << toString(integrator);
    EXPECT_EQ(system.tracers().position, tracersBefore.position) << toString(integrator);
    EXPECT_EQ(system.steps(), steps);
  }
}

TEST(System, RefusedSettingsChangeNothing) {
  const Workload work = smallRings();
  VortexSystem system(fmmFloat(), work.elements, work.tracers());
  system.step();
  const auto before = system.tracers().position;
  Settings bad = fmmFloat();
  bad.regularisation = Regularisation::rosenhead;
  EXPECT_THROW(system.apply(bad), InvalidInput);
  bad = fmmFloat();
  bad.timeStep = std::nan("");
  EXPECT_THROW(system.apply(bad), InvalidInput);
  EXPECT_EQ(system.settings(), fmmFloat());
  EXPECT_EQ(system.tracers().position, before);
  EXPECT_EQ(system.steps(), 1);
}

TEST(System, NewPrecisionKeepsParticlesAndClock) {
  const Workload work = fmm_test::rounded(smallRings());
  VortexSystem system(fmmFloat(), work.elements, work.tracers());
  system.step();
  const auto before = system.tracers().position;
  const double time = system.time();
  Settings settings = fmmFloat();
  settings.precision = Precision::real64;
  system.apply(settings);
  EXPECT_EQ(system.tracers().position, before);
  EXPECT_EQ(system.elements().ring, work.elements.ring);
  EXPECT_EQ(system.time(), time);
  EXPECT_EQ(system.steps(), 1);
}

TEST(System, RefusesParticlesThatAreNotNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto refused = [](const Workload& work) {
    EXPECT_THROW(VortexSystem(fmmFloat(), work.elements, work.tracers()), InvalidInput);
    EXPECT_THROW(evaluateField(fmmFloat(), work.elements, work.targets, false), InvalidInput);
  };
  for (const double bad : {std::nan(""), infinity, -infinity}) {
    Workload work = smallRings();
    work.elements.position[7].y = bad;
    refused(work);
    work = smallRings();
    work.elements.strength[7].z = bad;
    refused(work);
    work = smallRings();
    work.elements.coreRadius[7] = bad;
    refused(work);
    work = smallRings();
    work.targets[7].x = bad;
    refused(work);
  }
  Workload work = smallRings();
  work.elements.coreRadius[7] = -1e-300;
  refused(work);
  work = smallRings();
  work.elements.strength.pop_back();
  refused(work);
}

TEST(System, WritesPositionsAndSpeedsInTheCallersOrder) {
  const Workload work = fmm_test::rounded(smallRings());
  VortexSystem system(fmmFloat(), work.elements, work.tracers());
  system.evaluate();
  std::vector<float> out(4 * work.targets.size());
  system.writeTracers({out.data(), work.targets.size(), false});
  const auto velocity = system.tracerVelocities();
  for (std::size_t i = 0; i < work.targets.size(); ++i) {
    EXPECT_EQ((Vec3{out[4 * i], out[4 * i + 1], out[4 * i + 2]}), work.targets[i]);
    EXPECT_NEAR(out[4 * i + 3], norm(velocity[i]), 1e-6 * norm(velocity[i]));
  }
  EXPECT_THROW(system.writeTracers({out.data(), work.targets.size() - 1, false}), InvalidInput);
  EXPECT_THROW(system.writeElements({out.data(), work.elements.size(), true}), InvalidInput);
}

TEST(System, StepsWithFewOrNoParticles) {
  for (const SolverKind solver : {SolverKind::fmm, SolverKind::direct}) {
    for (const std::size_t elements : {0u, 1u, 2u}) {
      for (const std::size_t tracers : {0u, 1u, 2u}) {
        const Workload work = fmm_test::overlapped(fmm_test::cube(elements, tracers));
        Settings settings = fmmFloat();
        settings.solver = solver;
        VortexSystem system(settings, work.elements, work.tracers());
        system.step();
        EXPECT_EQ(system.elementCount(), elements);
        EXPECT_EQ(system.tracerCount(), tracers);
        for (const Vec3& x : system.tracers().position) EXPECT_TRUE(std::isfinite(norm(x)));
        if (elements == 0) {
          for (const Vec3& u : system.tracerVelocities()) EXPECT_EQ(u, Vec3());
        }
        EXPECT_EQ(system.measureError().samples, elements + tracers);
      }
    }
  }
}

}  // namespace
}  // namespace fmm
