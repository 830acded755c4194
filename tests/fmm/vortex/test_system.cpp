// VortexSystem: the calls that it refuses, and that it is then unchanged; what it appends.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace fmm {
namespace {

using fmm_test::fmmFloat;
using fmm_test::Workload;

Workload smallRings() {
  return fmm_test::overlapped(fmm_test::rings(500, 700));
}

class SystemOn : public fmm_test::BackendFixture {
 protected:
  static Settings settings() {
    Settings settings = fmmFloat();
    settings.backend = GetParam();
    return settings;
  }
};

TEST_P(SystemOn, AStepThatFailsKeepsTheStateBeforeIt) {
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk4}) {
    Workload work = fmm_test::rounded(smallRings());
    for (Vec3& alpha : work.elements.strength) alpha = 1e25 * alpha;
    Settings settings = SystemOn::settings();
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

// ---- append ---------------------------------------------------------------------------------------------------------

/// Another ring beside those of smallRings(), with tracers around it.
Workload newcomer() {
  Workload work;
  Ring ring = fmm_test::filament({0.5, 0.2, 0.1}, 0.7);
  ring.radius = 0.2;
  addLine(ring, {150, 0.02, 2, 5}, work.elements);
  Tracers tracers;
  addTracersAround(ring, 0.05, 300, 2, 6, tracers);
  work.targets = tracers.position;
  return work;
}

Tracers tracersOf(const Workload& work, std::int32_t ring) {
  Tracers tracers = work.tracers();
  tracers.ring.assign(tracers.size(), ring);
  return tracers;
}

/// The first `count` items.
template <class T>
std::vector<T> head(const std::vector<T>& items, std::size_t count) {
  return {items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count)};
}

TEST_P(SystemOn, AppendKeepsTheOldParticlesAndTheClock) {
  for (const Precision precision : {Precision::single, Precision::real64}) {
    const Workload work = smallRings(), added = fmm_test::rounded(newcomer());
    Settings settings = SystemOn::settings();
    settings.precision = precision;
    VortexSystem system(settings, work.elements, tracersOf(work, 0));
    for (int k = 0; k < 3; ++k) system.step();
    const Elements before = system.elements();
    const Tracers tracersBefore = system.tracers();
    const double time = system.time();
    system.append(added.elements, tracersOf(added, 2));
    const Elements after = system.elements();
    const Tracers tracersAfter = system.tracers();
    const std::size_t n = before.size(), m = tracersBefore.size();
    EXPECT_EQ(system.elementCount(), n + added.elements.size());
    EXPECT_EQ(system.tracerCount(), m + added.targets.size());
    EXPECT_EQ(head(after.position, n), before.position);
    EXPECT_EQ(head(after.strength, n), before.strength);
    EXPECT_EQ(head(after.coreRadius, n), before.coreRadius);
    EXPECT_EQ(head(after.ring, n), before.ring);
    EXPECT_EQ(head(tracersAfter.position, m), tracersBefore.position);
    EXPECT_EQ(after.position[n + 3], added.elements.position[3]) << "the caller's order";
    EXPECT_EQ(after.strength.back(), added.elements.strength.back());
    EXPECT_EQ(after.ring.back(), 2);
    EXPECT_EQ(tracersAfter.position[m + 7], added.targets[7]);
    EXPECT_EQ(tracersAfter.ring[m - 1], 0);
    EXPECT_EQ(tracersAfter.ring[m], 2);
    EXPECT_EQ(system.time(), time);
    EXPECT_EQ(system.steps(), 3);
    EXPECT_EQ(system.settings(), settings);
  }
}

TEST_P(SystemOn, AppendedParticlesMoveAsIfTheyHadBeenThereFromTheStart) {
  const Workload work = smallRings(), added = newcomer();
  for (const Precision precision : {Precision::single, Precision::real64}) {
    Settings settings = SystemOn::settings();
    settings.precision = precision;
    settings.order = 8;  // a grown system keeps its parameters, a new one might choose others
    settings.theta = 0.6;
    settings.leafElements = 44;
    settings.leafPoints = 512;
    VortexSystem grown(settings, work.elements, tracersOf(work, 0));
    for (int k = 0; k < 2; ++k) grown.step();
    grown.append(added.elements, tracersOf(added, 2));
    VortexSystem whole(settings, grown.elements(), grown.tracers());
    for (int k = 0; k < 3; ++k) {
      grown.step();
      whole.step();
    }
    EXPECT_EQ(grown.elements().position, whole.elements().position);
    EXPECT_EQ(grown.elements().strength, whole.elements().strength);
    EXPECT_EQ(grown.tracers().position, whole.tracers().position);
    EXPECT_EQ(grown.steps(), 5);
  }
}

TEST(System, AppendToNothingAndOfNothing) {
  const Workload added = newcomer();
  VortexSystem system(fmmFloat(), Elements(), Tracers());
  system.append(Elements(), Tracers());
  EXPECT_EQ(system.elementCount(), 0u);
  system.append(added.elements, Tracers());
  system.append(Elements(), tracersOf(added, 2));
  system.step();
  EXPECT_EQ(system.elementCount(), added.elements.size());
  EXPECT_EQ(system.tracers().ring.back(), 2);
  EXPECT_GT(norm(system.tracerVelocities().front()), 0);
}

TEST(System, AppendFillsMissingRingIndices) {
  Workload work = smallRings(), added = newcomer();
  work.elements.ring.clear();
  VortexSystem system(fmmFloat(), work.elements, Tracers{work.targets, {}});
  system.append(added.elements, Tracers{added.targets, {}});
  const Elements all = system.elements();
  ASSERT_EQ(all.ring.size(), all.size());
  EXPECT_EQ(all.ring.front(), 0);
  EXPECT_EQ(all.ring.back(), 2);
  EXPECT_TRUE(system.tracers().ring.empty());
}

TEST(System, AppendBelowTheGroundIsRefused) {
  const Workload added = newcomer();
  Settings settings = fmmFloat();
  settings.ground = GroundPlane{{0, 0, -1}, {0, 0, 1}};
  VortexSystem system(settings, smallRings().elements, {});
  system.append(added.elements, added.tracers());
  Workload deep = newcomer();
  for (Vec3& x : deep.targets) x.z -= 2;
  EXPECT_THROW(system.append(added.elements, deep.tracers()), InvalidInput);
  EXPECT_EQ(system.tracerCount(), added.targets.size());
}

TEST_P(SystemOn, RefusedAppendChangesNothing) {
  const Workload work = smallRings();
  VortexSystem system(settings(), work.elements, work.tracers());
  system.step();
  const Elements before = system.elements();
  const auto tracersBefore = system.tracers().position;
  Workload bad = newcomer();
  bad.targets[4].z = std::nan("");
  EXPECT_THROW(system.append(bad.elements, bad.tracers()), InvalidInput);
  bad = newcomer();
  bad.elements.coreRadius[1] = -1;
  EXPECT_THROW(system.append(bad.elements, {}), InvalidInput);
  bad = newcomer();
  bad.elements.strength.pop_back();
  EXPECT_THROW(system.append(bad.elements, {}), InvalidInput);
  EXPECT_EQ(system.elements().position, before.position);
  EXPECT_EQ(system.tracers().position, tracersBefore);
  VortexSystem untouched(settings(), work.elements, work.tracers());
  for (int k = 0; k < 2; ++k) untouched.step();
  system.step();
  EXPECT_EQ(system.tracers().position, untouched.tracers().position);
}

INSTANTIATE_TEST_SUITE_P(Cpu, SystemOn, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, SystemOn, ::testing::Values(Backend::cuda));

}  // namespace
}  // namespace fmm
