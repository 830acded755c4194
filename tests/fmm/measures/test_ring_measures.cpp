// measureRings() and hamiltonian() on rings that are known exactly.

#include "core/equal_runs.h"
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Elements;
using fmm::Regularisation;
using fmm::RingMeasures;
using fmm::Vec3;
using fmm_test::directDouble;
using fmm_test::filament;
using fmm_test::kPi;

Elements ringOf(const fmm::Ring& ring, std::size_t count, double sigma = 0.1) {
  Elements elements;
  fmm_test::add(ring, count, sigma, elements);
  return elements;
}

TEST(RingMeasures, PerfectRingAnywhereInSpace) {
  fmm::Ring ring = filament({3, -2, 5}, 1.7);
  ring.radius = 0.4;
  ring.axis = {1, 2, -2};
  const RingMeasures seen = measureRings(ringOf(ring, 60), {}, {}).front();
  EXPECT_EQ(seen.elements, 60u);
  EXPECT_NEAR(norm(seen.centre - ring.centre), 0, 1e-13);
  EXPECT_NEAR(norm(seen.axis - (1. / 3) * ring.axis), 0, 1e-13);
  EXPECT_NEAR(seen.radius, 0.4, 1e-13);
  EXPECT_NEAR(seen.circulation, 1.7, 1e-13);
  EXPECT_NEAR(seen.strength, 2 * kPi * 0.4 * 1.7, 1e-12);
  EXPECT_NEAR(seen.thickness, 0, 1e-7);
  EXPECT_NEAR(seen.sigma, 0.1, 1e-15);
  EXPECT_TRUE(std::isnan(seen.speed)) << "no velocities were given";
}

TEST(RingMeasures, AxisIsTheDirectionOfTravel) {
  const RingMeasures seen = measureRings(ringOf(filament({}, -2), 32), {}, {}).front();
  EXPECT_NEAR(seen.axis.z, -1, 1e-14);
  EXPECT_NEAR(seen.circulation, 2, 1e-13);
}

TEST(RingMeasures, WavyRingKeepsItsCirculation) {
  fmm::Ring ring = filament({}, 1.3);
  ring.waveAmplitude = 0.1;
  ring.waveMode = 5;
  const RingMeasures seen = measureRings(ringOf(ring, 800), {}, {}).front();
  EXPECT_NEAR(seen.circulation, 1.3, 1e-4);
  EXPECT_NEAR(seen.radius, 1, 0.02);
  EXPECT_NEAR(seen.thickness, 0.1 / std::sqrt(2.), 0.01);
}

TEST(RingMeasures, SystemsSumThemWhereTheElementsAre) {
  Elements elements = ringOf(filament({}, 1), 90);
  fmm_test::add(filament({0.2, 0, 0.5}, -0.7), 50, 0.1, elements);
  for (std::size_t i = 0; i < elements.size(); ++i) elements.ring[i] = i % 10 == 3 ? 7 : i < 90 ? 2 : 0;
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.precision = fmm::Precision::real64;
  fmm::VortexSystem system(settings, elements, {});
  system.step();
  const auto expected = measureRings(system.elements(), system.elementVelocities(), system.strengthRates());
  const auto seen = system.measureRings();
  ASSERT_EQ(seen.size(), 3u);
  const std::array<std::int32_t, 3> indices = {0, 2, 7};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(seen[k].ring, indices[k]);
    EXPECT_EQ(seen[k].elements, expected[k].elements);
    EXPECT_NEAR(norm(seen[k].centre - expected[k].centre), 0, 1e-12);
    EXPECT_NEAR(norm(seen[k].axis - expected[k].axis), 0, 1e-12);
    EXPECT_NEAR(norm(seen[k].velocity - expected[k].velocity), 0, 1e-12);
    EXPECT_NEAR(seen[k].radius, expected[k].radius, 1e-12);
    EXPECT_NEAR(seen[k].thickness, expected[k].thickness, 1e-7);
    EXPECT_NEAR(seen[k].circulation, expected[k].circulation, 1e-12);
    EXPECT_NEAR(seen[k].strength, expected[k].strength, 1e-12);
    EXPECT_NEAR(seen[k].sigma, expected[k].sigma, 1e-14);
    EXPECT_NEAR(seen[k].speed, expected[k].speed, 1e-12);
  }
  EXPECT_TRUE(fmm::VortexSystem(settings, {}, {}).measureRings().empty());
}

TEST(RingMeasures, FilledCoreHasItsThickness) {
  fmm::Ring ring;
  ring.coreRadius = 0.1;
  ring.profile = fmm::CoreProfile::uniform;
  const RingMeasures seen = measureRings(ringOf(ring, 4000), {}, {}).front();
  EXPECT_NEAR(seen.thickness, 0.1 / std::sqrt(2.), 0.001);
  EXPECT_NEAR(seen.radius, 1, 0.004) << "beyond R by a^2/(4 R), as outer elements are the longer ones";
  EXPECT_NEAR(seen.circulation, 1, 1e-3);
}

TEST(RingMeasures, RingsAreToldApartByTheirIndex) {
  Elements elements = ringOf(filament(), 50);
  fmm::Ring other = filament({0, 0, 2}, 3);
  other.radius = 0.5;
  fmm_test::add(other, 20, 0.05, elements);
  elements.ring[3] = 7;  // one element of another ring
  const std::vector<RingMeasures> seen = measureRings(elements, {}, {});
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].elements, 49u);
  EXPECT_EQ(seen[1].ring, 1);
  EXPECT_NEAR(seen[1].radius, 0.5, 1e-13);
  EXPECT_NEAR(seen[1].centre.z, 2, 1e-13);
  EXPECT_EQ(seen[2].ring, 7);
  elements.ring.clear();
  EXPECT_EQ(measureRings(elements, {}, {}).size(), 1u);
  EXPECT_TRUE(fmm::measureRings({}, {}, {}).empty());
}

using fmm::EqualRun;
using fmm::equalRuns;
using fmm::Index;

TEST(RingMeasures, RunsOfEqualNumbersAreFoundByBlocksAndOneByOne) {
  std::vector<std::int32_t> numbers;
  std::vector<EqualRun> expected;
  for (const Index count : {1, 63, 64, 65, 1, 2, 500, 128}) {
    expected.push_back({static_cast<Index>(numbers.size()), count, static_cast<std::int32_t>(expected.size() % 3) - 1});
    numbers.insert(numbers.end(), static_cast<std::size_t>(count), expected.back().number);
  }
  const std::vector<EqualRun> found = equalRuns(numbers, static_cast<Index>(numbers.size()));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].first, expected[k].first);
    EXPECT_EQ(found[k].count, expected[k].count);
    EXPECT_EQ(found[k].number, expected[k].number);
  }
  EXPECT_TRUE(equalRuns({}, 0).empty());
  ASSERT_EQ(equalRuns({}, 7).size(), 1U);
  EXPECT_EQ(equalRuns({}, 7)[0].count, 7);
}

TEST(RingMeasures, SystemsCountTheElementsOfARing) {
  Elements set = fmm_test::overlapped(fmm_test::rings(3000, 0)).elements;
  set.ring.assign(set.size(), 1);
  for (std::size_t i = 0; i < 1000; ++i) set.ring[2 * i] = 0;
  fmm::Settings settings;
  settings.backend = fmm::Backend::cpu;
  settings.regularisation = Regularisation::gaussian;
  fmm::VortexSystem system(settings, set, {});
  EXPECT_EQ(system.elementsOfRing(0), 1000U);
  EXPECT_EQ(system.elementsOfRing(1), set.size() - 1000);
  EXPECT_EQ(system.elementsOfRing(2), 0U);
  settings.redistribution.steps = 1;  // the backend determines the rings of the nodes
  settings.spacing = 0.02;
  settings.timeStep = 1e-4;
  fmm::VortexSystem again(settings, set, {});
  again.step();
  ASSERT_EQ(again.lattice().passes, 1U);
  const std::array<std::size_t, 3> counts = {again.elementsOfRing(0), again.elementsOfRing(1), again.elementsOfRing(2)};
  const std::vector<std::int32_t> rings = again.elementRings();
  for (std::int32_t ring = 0; ring < 3; ++ring)
    EXPECT_EQ(counts[static_cast<std::size_t>(ring)],
              static_cast<std::size_t>(std::count(rings.begin(), rings.end(), ring)));
  EXPECT_GT(counts[0], 0U);
  EXPECT_EQ(counts[2], 0U);
}

TEST(RingMeasures, SpeedIsTheClosedFormulaInDoubleDirectSums) {
  fmm::Ring ring = filament({1, 0, 0});
  ring.axis = {0, 1, 1};
  fmm::VortexSystem system(directDouble(), ringOf(ring, 64), {});
  system.evaluate();
  const RingMeasures seen = measureRings(system.elements(), system.elementVelocities(), system.strengthRates()).front();
  EXPECT_NEAR(seen.speed, ringSpeed(Regularisation::gaussian, 0.1, 64), 1e-12);
  EXPECT_NEAR(norm(seen.velocity - seen.speed * seen.axis), 0, 1e-12);
}

TEST(RingMeasures, SpeedIsTheRateOfTheCentre) {
  // A wavy ring, whose parts differ in strength, speed and stretching.
  fmm::Ring ring = filament();
  ring.waveAmplitude = 0.15;
  ring.waveMode = 3;
  fmm::Settings settings = directDouble();
  settings.stretching = fmm::Stretching::classical;
  settings.integrator = fmm::Integrator::rk4;
  settings.timeStep = 1e-3;
  fmm::VortexSystem system(settings, ringOf(ring, 100), {});
  const auto look = [&] {
    system.evaluate();
    return measureRings(system.elements(), system.elementVelocities(), system.strengthRates()).front();
  };
  for (int i = 0; i < 200; ++i) system.step();
  const Vec3 before = look().centre;
  system.step();
  const Vec3 velocity = look().velocity;
  system.step();
  const Vec3 rate = (0.5 / settings.timeStep) * (look().centre - before);
  EXPECT_NEAR(norm(rate - velocity), 0, 1e-6);
  EXPECT_GT(norm(rate), 0.2);
}

TEST(Hamiltonian, ThinRingHasTheClosedForm) {
  // H = Gamma^2 R/2 (ln(8 R/sigma) - C - 1), C of U for the same core.
  const double sigma = 0.02;
  for (const Regularisation kind : {Regularisation::gaussian, Regularisation::winckelmans, Regularisation::cutoff}) {
    const double constant = thinRingConstant(kind, {fmm::CoreProfile::filament, 0, sigma, 0});
    const double expected = 2. * 2. / 2 * 1.5 * (std::log(8 * 1.5 / sigma) - constant - 1);
    fmm::Ring ring = filament({}, 2);
    ring.radius = 1.5;
    EXPECT_NEAR(hamiltonian(ringOf(ring, 3000, sigma), kind), expected, 2e-3 * expected) << toString(kind);
  }
}

TEST(Hamiltonian, UnequalCoresMeetInTheMiddleAndThreadsDoNotMatter) {
  Elements pair;
  pair.position = {{0, 0, 0}, {0.1, 0, 0}};
  pair.strength = {{1, 0, 0}, {2, 0, 0}};
  pair.coreRadius = {0.1, 0.7};
  pair.ring = {0, 0};
  const double self = 1 / std::sqrt(2 * kPi) / (4 * kPi);  // G(0)/2 of a gaussian core, over 4 pi
  const double both = 2 * std::erf(0.1 / 0.5 / std::sqrt(2.)) / 0.1 / (4 * kPi);
  EXPECT_NEAR(hamiltonian(pair, Regularisation::gaussian), self / 0.1 + 4 * self / 0.7 + both, 1e-11);
  const Elements many = fmm_test::overlapped(fmm_test::rings(700, 0)).elements;
  EXPECT_EQ(hamiltonian(many, Regularisation::gaussian, 1), hamiltonian(many, Regularisation::gaussian, 2));
}

TEST(Hamiltonian, EveryPairIsExactToTenDigits) {
  Elements pair;
  pair.strength = {{1, 0, 0}, {1, 0, 0}};
  pair.coreRadius = {1, 1};
  for (double rho = 0.01; rho < 12; rho += 0.0173) {
    pair.position = {{0, 0, 0}, {0, rho, 0}};
    const double root = std::sqrt(2 / kPi), bell = root * std::exp(-rho * rho / 2);
    const double expected = (std::erf(rho / std::sqrt(2.)) / rho + root) / (4 * kPi);
    ASSERT_NEAR(hamiltonian(pair, Regularisation::gaussian, 1), expected, 1e-10 * expected) << rho;
    const double s = rho * rho, expected8 = expected + (bell * (57 - 16 * s + s * s) + root * 57) / 48 / (4 * kPi);
    ASSERT_NEAR(hamiltonian(pair, Regularisation::gaussian8, 1), expected8, 1e-10 * expected8) << rho;
  }
}

}  // namespace
