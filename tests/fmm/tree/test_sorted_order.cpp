// The order of particles within leaves, which decides how sums round, depends on these particles and limits alone, not
// on earlier sorts. So a resumed run has the same bits.

#include "fmm/fmm.h"
#include "fmm/support/cuda_fixture.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using namespace fmm;
using fmm_test::Workload;

class SortedOrder : public fmm_test::BackendFixture {
 protected:
  Settings settings() const {
    Settings settings = fmm_test::fmmFloat();
    settings.backend = GetParam();
    settings.mesh = MeshUse::never;
    return settings;
  }
  /// Given parameters: the tests are about the order alone.
  Settings given(int leafElements, int leafPoints) const {
    Settings given = settings();
    given.order = 7;
    given.theta = 0.6;
    given.leafElements = leafElements;
    given.leafPoints = leafPoints;
    return given;
  }
  static void expectTheSameBits(const VortexSystem& first, const VortexSystem& second) {
    EXPECT_EQ(first.elementVelocities(), second.elementVelocities());
    EXPECT_EQ(first.tracerVelocities(), second.tracerVelocities());
  }
};

// In the speck, leaves of 16 are overfull where the keys' first levels end, leaves of 2048 are not.
TEST_P(SortedOrder, ForgetsSmallerLeaves) {
  const Workload work = fmm_test::speck(1500, 30000, 12);
  Settings small = settings(), large = settings();
  large.order = small.order = 7;
  large.theta = small.theta = 0.6;
  small.leafElements = 16;
  small.leafPoints = 32;
  large.leafElements = 512;
  large.leafPoints = 2048;
  VortexSystem first(small, work.elements, work.tracers()), second(large, work.elements, work.tracers());
  first.evaluate();
  first.apply(large);
  first.evaluate();
  second.evaluate();
  expectTheSameBits(first, second);
}

TEST_P(SortedOrder, ForgetsACrowd) {
  const Workload work = fmm_test::cube(1500, 30000);
  Settings settings = given(64, 128);
  std::vector<Vec3> crowd = work.targets;
  for (std::size_t k = 0; k < crowd.size(); k += 2) crowd[k] = Vec3{0.3, 0.3, 0.3} + 1e-6 * crowd[k];
  VortexSystem first(settings, work.elements, Tracers{crowd, {}}), second(settings, work.elements, work.tracers());
  first.evaluate();
  first.placeTracers(0, work.tracers());
  first.evaluate();
  second.evaluate();
  expectTheSameBits(first, second);
}

// Tracers in the last cell of the keys' first levels, and some beyond that corner of the root.
TEST_P(SortedOrder, ForgetsACrowdInTheRootsCorner) {
  constexpr std::size_t kWithin = 400, kBeyond = 60;  // too few for a root twice as wide
  Settings settings = given(16, 64);
  Workload work = fmm_test::cube(2048, 60000);
  const auto rootOf = [](VortexSystem& system) {
    system.evaluate();
    return system.treeCells().front();
  };
  VortexSystem before(settings, work.elements, work.tracers());
  const TreeCell root = rootOf(before);
  const Vec3 corner = root.centre + root.halfEdges;
  for (std::size_t k = 0; k < kWithin + kBeyond; ++k) {
    const double s = 1e-5 * (static_cast<double>(k) - kWithin + 0.5) * root.halfEdges.x;
    work.targets[k * 101] = corner + Vec3{s, s, s};
  }
  VortexSystem first(settings, work.elements, work.tracers()), second(settings, work.elements, work.tracers());
  EXPECT_EQ(rootOf(first).halfEdges, root.halfEdges);
  EXPECT_EQ(first.treeCells().front().tracers, work.targets.size() - kBeyond);
  first.evaluate();
  second.evaluate();
  expectTheSameBits(first, second);
  EXPECT_LE(first.measureError(4096).relativeL2, 1e-3);
}

// Each sort may decide anew whether the tracers are inside the root, but the answers must not alternate.
TEST_P(SortedOrder, IsFoundWhereTracersCoincideInTheRootsLastCell) {
  Settings settings = given(16, 64);
  Workload work = fmm_test::cube(2048, 60000);
  VortexSystem before(settings, work.elements, work.tracers());
  before.evaluate();
  const TreeCell root = before.treeCells().front();
  settings.precision = Precision::real64;
  const double place = root.halfEdges.x * (1 - 1e-7);
  for (std::size_t k = 0; k < 200; ++k) work.targets[k * 101] = root.centre + Vec3{place, place, place};
  const Field field = evaluateField(settings, work.elements, work.targets, false);
  VortexSystem system(settings, work.elements, work.tracers());
  system.evaluate();
  EXPECT_LE(system.measureError(4096).relativeL2, 1e-3);
  EXPECT_LE(norm(field.velocity[0] - system.tracerVelocities()[0]), 1e-3 * norm(field.velocity[0]));
}

// The length of a step follows from its first evaluation, which is settled alone. Tracers that meet during the step
// crowd its later evaluations.
TEST_P(SortedOrder, OfStepsWhoseLengthFollowsFromTheFlow) {
  const Workload work = fmm_test::speck(1500, 30000, 12);
  Settings settings = given(44, 96);
  settings.timeStep = 0.01;
  settings.courant = 0.1;
  settings.integrator = Integrator::rk4;
  VortexSystem first(settings, work.elements, work.tracers());
  for (int step = 0; step < 4; ++step) first.step();
  VortexSystem second(settings, first.elements(), first.tracers());
  second.setTuning(first.tuning());
  second.setClock(first.time(), first.steps());
  for (VortexSystem* system : {&first, &second}) {
    for (int step = 0; step < 2; ++step) system->step();
  }
  expectTheSameBits(first, second);
}

// The filament is so thin that leaves of 16, which the search for leaf sizes tries, are overfull.
TEST_P(SortedOrder, ForgetsTrials) {
  const bool gpu = GetParam() == Backend::cuda;
  const std::size_t count = gpu ? 65536 : 8192;
  Elements elements;
  fmm_test::add(fmm_test::filament(), count, 4 * fmm_test::kPi / static_cast<double>(count), elements);
  VortexSystem first(settings(), elements, {}), second(settings(), elements, {});
  first.evaluate();
  second.setTuning(first.tuning());
  second.evaluate();
  expectTheSameBits(first, second);
  VortexSystem third(settings(), elements, {});
  third.setTuning(first.tuning());
  third.setClock(0, 127);
  first.setClock(0, 127);
  for (VortexSystem* system : {&first, &third}) {
    for (int step = 0; step < 2; ++step) system->step();  // the second one checks the parameters
  }
  expectTheSameBits(first, third);
}

INSTANTIATE_TEST_SUITE_P(Cpu, SortedOrder, ::testing::Values(Backend::cpu));
INSTANTIATE_TEST_SUITE_P(Cuda, SortedOrder, ::testing::Values(Backend::cuda));

}  // namespace
