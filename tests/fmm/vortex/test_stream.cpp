// A uniform stream carries a flow along and changes nothing else.
#include "fmm/fmm.h"
#include "fmm/support/support.h"
#include "support/test.h"

namespace {

using fmm::Settings;
using fmm::Vec3;

constexpr Vec3 kStream = {0.7, -0.2, 0.4};

struct Particles {
  fmm::Elements elements;
  fmm::Tracers tracers;
};

/// Two rings that meet at an angle, and tracers between them.
Particles twoRings() {
  Particles particles;
  fmm::Ring ring;
  ring.coreRadius = 0.1;
  ring.profile = fmm::CoreProfile::gaussian;
  fmm::addLine(ring, {150, 0.12}, particles.elements);
  ring.centre = {0.5, 0, 0.9};
  ring.axis = {0.3, 0, -1};
  fmm::addLine(ring, {150, 0.12, 1, 2}, particles.elements);
  for (int i = 0; i < 40; ++i) {
    particles.tracers.position.push_back({0.05 * i - 1, 0.1, 0.02 * i});
    particles.tracers.ring.push_back(0);
  }
  return particles;
}

Settings exact(fmm::Integrator integrator) {
  Settings settings = fmm_test::directDouble();
  settings.integrator = integrator;
  settings.timeStep = 0.02;
  return settings;
}

TEST(Stream, TheFlowInItIsTheSameFlowTranslated) {
  for (const auto integrator :
       {fmm::Integrator::euler, fmm::Integrator::rk2, fmm::Integrator::rk3, fmm::Integrator::rk4}) {
    SCOPED_TRACE(toString(integrator));
    const Particles particles = twoRings();
    Settings settings = exact(integrator);
    fmm::VortexSystem still(settings, particles.elements, particles.tracers);
    settings.stream = kStream;
    fmm::VortexSystem carried(settings, particles.elements, particles.tracers);
    for (int i = 0; i < 10; ++i) {
      still.step();
      carried.step();
    }
    constexpr double kRoundOff = 1e-12;
    const Vec3 shift = carried.time() * kStream;
    EXPECT_LT(fmm_test::farthest(still.elements().position, carried.elements().position, shift), kRoundOff);
    EXPECT_LT(fmm_test::farthest(still.elements().strength, carried.elements().strength), kRoundOff);
    EXPECT_LT(fmm_test::farthest(still.tracers().position, carried.tracers().position, shift), kRoundOff);
    EXPECT_LT(fmm_test::farthest(still.elementVelocities(), carried.elementVelocities()), kRoundOff);
    const fmm::FlowMeasures a = still.measure(true, false), b = carried.measure(true, false);
    EXPECT_NEAR(b.energy, a.energy, kRoundOff);
    EXPECT_NEAR(b.helicity, a.helicity, kRoundOff);
    const auto before = still.measureRings(), after = carried.measureRings();
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_NEAR(after[i].speed, before[i].speed, kRoundOff) << "what a ring does by itself";
      EXPECT_NEAR(after[i].radius, before[i].radius, kRoundOff);
      EXPECT_LT(fmm::norm(after[i].centre - before[i].centre - shift), kRoundOff);
    }
  }
}

TEST(Stream, FastSumsKeepTheirToleranceInIt) {
  const Particles particles = twoRings();
  Settings settings = exact(fmm::Integrator::rk2);
  settings.solver = fmm::SolverKind::fmm;
  settings.tolerance = 1e-6;
  settings.stream = {30, 0, 0};
  fmm::VortexSystem system(settings, particles.elements, particles.tracers);
  system.step();
  const fmm::MeasuredError error = system.measureError();
  EXPECT_LT(error.relativeL2, 1e-6) << "errors are those of what the elements induce";
}

TEST(Stream, GoesBackTheWayItCame) {
  const Particles particles = twoRings();
  Settings settings = exact(fmm::Integrator::rk4);
  settings.stretching = fmm::Stretching::off;
  settings.stream = kStream;
  settings.timeStep = 0.002;
  fmm::VortexSystem system(settings, particles.elements, particles.tracers);
  system.step();
  settings.timeStep = -0.002;
  system.apply(settings);
  system.step();
  EXPECT_LT(fmm_test::farthest(particles.elements.position, system.elements().position), 1e-9);
}

TEST(Stream, ThroughTheGroundIsRefused) {
  Settings settings;
  settings.ground = fmm::GroundPlane{{0, 0, -1}, {0, 0, 2}};
  settings.stream = {1, 2, 0};
  EXPECT_NO_THROW(settings.validate());
  Settings edited = settings;
  edited.stream = {1, 2, 0.5};
  EXPECT_THROW(edited.validate(), fmm::InvalidInput);
  fmm::reconcile(settings, edited);
  EXPECT_EQ(edited.stream, (Vec3{1, 2, 0}));
  edited.stream = {1e13, 0, 0};
  EXPECT_THROW(edited.validate(), fmm::InvalidInput);
}

TEST(PlaceTracers, TakeTheirPlacesAndJoinBehind) {
  const Particles particles = twoRings();
  fmm::VortexSystem system(exact(fmm::Integrator::rk2), particles.elements, particles.tracers);
  system.step();
  const auto before = system.tracers();
  const auto elements = system.elements();
  const fmm::Tracers placed = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, {-1, -1, -2}};
  system.placeTracers(38, placed);
  const auto after = system.tracers();
  ASSERT_EQ(after.position.size(), 41u);
  for (std::size_t i = 0; i < 38; ++i) EXPECT_EQ(after.position[i], before.position[i]);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(after.position[38 + i], placed.position[i]);
    EXPECT_EQ(after.ring[38 + i], placed.ring[i]);
    EXPECT_EQ(system.tracerVelocities()[38 + i], (Vec3{}));
  }
  EXPECT_EQ(after.ring[37], 0);
  EXPECT_EQ(system.elements().position, elements.position);
  EXPECT_THROW(system.placeTracers(42, placed), fmm::InvalidInput);
  EXPECT_THROW(system.placeTracers(0, {{{NAN, 0, 0}}, {0}}), fmm::InvalidInput);
  EXPECT_EQ(system.tracerCount(), 41u);
}

TEST(PlaceTracers, MoveLikeThoseThatWereThereFromTheStart) {
  const Particles particles = twoRings();
  const Settings settings = exact(fmm::Integrator::rk4);
  const fmm::Tracers more = {{{0.1, 0.2, 0.3}, {0.4, 0.1, 0.6}}, {-1, -1}};
  fmm::Tracers all = particles.tracers;
  all.position.insert(all.position.end(), more.position.begin(), more.position.end());
  all.ring.insert(all.ring.end(), more.ring.begin(), more.ring.end());
  fmm::VortexSystem whole(settings, particles.elements, all), grown(settings, particles.elements, particles.tracers);
  grown.placeTracers(grown.tracerCount(), more);
  for (int i = 0; i < 3; ++i) {
    whole.step();
    grown.step();
  }
  EXPECT_EQ(whole.tracers().position, grown.tracers().position);
  EXPECT_EQ(whole.elements().position, grown.elements().position);
}

}  // namespace
