// The force on a body by passes and by the impulse of all elements, and warnings about layers.

#include "simulation/body_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "simulation/flow_diagnostics.h"
#include "simulation/flow_meters.h"

namespace app {
namespace {

/// A cylinder or sphere with R = 1 at Re = 100 in a stream of the speed 1.
fmm::Settings aboutBody(fmm::BodyShape shape, double acrossDiameter, double dt) {
  fmm::Settings s;
  s.backend = fmm::Backend::cpu;
  s.regularisation = fmm::Regularisation::gaussian8;
  s.viscosity = 0.02;
  s.diffusion = fmm::Diffusion::lattice;
  s.redistribution.steps = fmm::Redistribution::kAutomatic;
  s.timeStep = dt;
  s.spacing = 2 / acrossDiameter;
  s.elementBudget = std::size_t{1} << 17;
  s.stream = {1, 0, 0};
  fmm::Body body;
  body.shape = shape;
  body.radius = 1;
  s.bodies = {body};
  if (fmm::isInPlane(body)) s.space = fmm::Space::plane;
  return s;
}

TEST(ImpulseWatch, KnowsNoDriftWhereBodiesTakeUpImpulse) {
  fmm::Elements elements;
  elements.position = {{0, 0, 0}, {1, 0, 0}};
  elements.strength = {{0, 0, 1}, {0, 0, -1}};
  elements.coreRadius = {0.1, 0.1};
  for (const bool sticks : {false, true}) {
    ImpulseWatch::Frame frame;
    frame.sticks = sticks;
    ImpulseWatch watch;
    watch.start(elements, {}, frame);
    fmm::Invariants now = fmm::invariants(elements);
    now.linearImpulse.x += 0.3;
    EXPECT_EQ(std::isnan(watch.drift(now)), sticks);
    EXPECT_EQ(watch.drift(now) > 0.1, !sticks);
  }
}

struct Forces {
  fmm::Vec3 passes, impulse;  ///< means over the samples at which both are known
  int known = 0, unknown = 0;
};

/// Samples after every other step; those of the first `left` are left out.
Forces forcesIn(const fmm::Settings& settings, int samples, int left) {
  fmm::VortexSystem system(settings, {}, {});
  FlowDiagnostics diagnostics;
  diagnostics.start({});
  Forces sum;
  for (int k = 0; k < samples; ++k) {
    for (int step = 0; step < 2; ++step) {
      system.step();
      diagnostics.addStep(system);
    }
    const fmm::Vec3 about = system.time() * settings.stream;
    const BodySample body = diagnostics.measure(system, false, false, 0, about).bodies.front();
    const bool known = std::isfinite(fmm::norm(body.impulseForce));
    (known ? sum.known : sum.unknown)++;
    if (k < left || !known) continue;
    sum.passes = sum.passes + (1.0 / (samples - left)) * body.force;
    sum.impulse = sum.impulse + (1.0 / (samples - left)) * body.impulseForce;
  }
  return sum;
}

TEST(BodyMeterTest, ForcesOnACylinderByPassesAndByImpulseAgree) {
  const Forces found = forcesIn(aboutBody(fmm::BodyShape::circle, 24, 0.05), 24, 4);
  EXPECT_EQ(found.unknown, 1) << "at the start the fluid comes to rest at once";
  EXPECT_NEAR(found.impulse.x / found.passes.x, 1, 1e-3) << found.impulse.x << " for " << found.passes.x;
  EXPECT_GT(found.passes.x, 0.5);
  EXPECT_NEAR(found.impulse.y, 0, 0.01 * found.passes.x);
}

TEST(BodyMeterTest, ForcesOnASphereByPassesAndByImpulseAgree) {
  const Forces found = forcesIn(aboutBody(fmm::BodyShape::sphere, 12, 0.1), 8, 2);
  EXPECT_EQ(found.unknown, 1);
  EXPECT_NEAR(found.impulse.x / found.passes.x, 1, 0.01) << found.impulse.x << " for " << found.passes.x;
  EXPECT_GT(found.passes.x, 0.5);
}

TEST(BodyMeterTest, TheFluidInsideABodyThatSwingsCounts) {
  fmm::Settings settings = aboutBody(fmm::BodyShape::circle, 24, 0.05);
  settings.stream = {};
  settings.bodies[0].swing = {0, 0.5, 0};
  settings.bodies[0].period = 6;
  const Forces found = forcesIn(settings, 14, 1);
  EXPECT_GT(std::abs(found.passes.y), 0.1);
  EXPECT_NEAR(found.impulse.y / found.passes.y, 1, 1e-3) << found.impulse.y << " for " << found.passes.y;
}

/// The energy that a body gives to the fluid and viscosity takes away is the whole change of it.
TEST(BodyMeterTest, DissipationIsMeteredAboutBodies) {
  for (const bool inStream : {false, true}) {
    fmm::Settings settings = aboutBody(fmm::BodyShape::circle, 32, 0.02);
    if (!inStream) std::swap(settings.stream, settings.bodies[0].velocity);
    fmm::VortexSystem system(settings, {}, {});
    FlowDiagnostics diagnostics;
    diagnostics.start({});
    double first = kNotMeasured;
    for (int k = 0; k < 60; ++k) {
      system.step();
      diagnostics.addStep(system);
      if (k % 5 != 4) continue;
      const DiagnosticsSample sample = diagnostics.measure(system, true, true, 0, system.time() * settings.stream);
      EXPECT_TRUE(std::isnan(sample.drift.energy)) << "the body works";
      EXPECT_GT(sample.bodies.front().power, 0);
      if (std::isnan(first) && !std::isnan(sample.dissipation)) first = sample.time;
    }
    EXPECT_GT(first, settings.spacing * settings.spacing / settings.viscosity) << "the layer is a node thick";
    EXPECT_GT(diagnostics.meter().least(), 0.85);
    EXPECT_LT(diagnostics.meter().greatest(), 1.1);
  }
}

TEST(BodyMeterTest, TheForceByImpulseIsKnownWhileNothingOfItIsLost) {
  fmm::Settings settings = aboutBody(fmm::BodyShape::circle, 24, 0.05);
  const auto known = [](ImpulseForce& meter, const fmm::Settings& s, double time) {
    return std::isfinite(meter.sample(s, time, {time, 0, 0}).x);
  };
  ImpulseForce meter;
  EXPECT_FALSE(known(meter, settings, 0)) << "the first sample";
  EXPECT_TRUE(known(meter, settings, 1));
  EXPECT_FALSE(known(meter, settings, 1)) << "no time has passed";
  meter.jump();
  EXPECT_FALSE(known(meter, settings, 2));
  EXPECT_TRUE(known(meter, settings, 3));
  EXPECT_TRUE(known(meter, settings, 15.9)) << "12 diameters of 2, at 1.5 times the stream: 16";
  EXPECT_FALSE(known(meter, settings, 16.1)) << "the wake may have faded";
  settings.wakeLength = 0;
  EXPECT_TRUE(known(meter, settings, 17)) << "the wake never fades";
  settings.bodies[0].radius = 0.9;
  EXPECT_FALSE(known(meter, settings, 18)) << "another body";
  settings.ground = fmm::GroundPlane{};
  EXPECT_FALSE(known(meter, settings, 19)) << "a wall takes impulse";
  settings.ground.reset();
  settings.bodies.push_back(settings.bodies[0]);
  EXPECT_FALSE(known(meter, settings, 20)) << "of two bodies";
}

TEST(BodyMeterTest, BodiesTooNearToAStickyWallAreNamed) {
  for (const fmm::BodyShape shape : {fmm::BodyShape::circle, fmm::BodyShape::sphere}) {
    fmm::Settings settings = aboutBody(shape, 24, 0.05);
    settings.stream = {};
    settings.bodies[0].velocity = {0, -1, 0};
    settings.ground = fmm::GroundPlane{{0, -3, 0}, {0, 2, 0}};
    EXPECT_EQ(describeBodiesAtWall(settings, 0.1, 1.8), "") << "the fluid slips along it";
    settings.wall = fmm::Wall::noSlip;
    EXPECT_EQ(describeBodiesAtWall(settings, 0.1, 1.6), "");
    EXPECT_EQ(describeBodiesAtWall(settings, 0, 1.8), "") << "no lattice yet";
    EXPECT_THAT(describeBodiesAtWall(settings, 0.1, 1.8),
                testing::HasSubstr("body 1 is 2 spacings above the wall, and 3 hold"));
  }
}

TEST(BodyMeterTest, LayersAndPartsThatTheLatticeDoesNotHoldAreNamed) {
  fmm::Settings settings = aboutBody(fmm::BodyShape::circle, 24, 0.05);  // a layer of 0.2
  EXPECT_EQ(describeBodyLayers(settings, 0.06), "");
  EXPECT_EQ(describeBodyLayers(settings, 0), "") << "no lattice yet";
  EXPECT_THAT(describeBodyLayers(settings, 0.08),
              testing::HasSubstr("the layer of body 1 is 2.5 nodes thick, D/(h \u221aRe), and 3 resolve it"));
  settings = aboutBody(fmm::BodyShape::sphere, 24, 0.05);
  EXPECT_EQ(describeBodyLayers(settings, 0.08), "") << "two are enough in space";
  EXPECT_THAT(describeBodyLayers(settings, 0.12), testing::HasSubstr("and 2 resolve it: lower spacing"));
  EXPECT_EQ(describeThinBodies(settings, 0.12), "");
  fmm::Body disc = settings.bodies[0];
  disc.shape = fmm::BodyShape::disc;
  disc.thickness = 0.1;
  disc.centre = {5, 0, 0};
  settings.bodies.push_back(disc);
  EXPECT_EQ(describeThinBodies(settings, 0.04), "");
  EXPECT_THAT(describeThinBodies(settings, 0.08), testing::HasSubstr("body 2 is 1.1 spacings thick in the mean"));
  EXPECT_EQ(describeThinBodies(settings, 0), "");
}

}  // namespace
}  // namespace app
