// Shapes and motions of bodies, and what makes no body.

#include <cmath>
#include <limits>

#include "fmm/bodies.h"
#include "fmm/fmm.h"
#include "support/test.h"

namespace fmm {
namespace {

constexpr double kPi = 3.14159265358979323846;

Body circle(double radius = 0.5, Vec3 centre = {}) {
  Body body;
  body.radius = radius;
  body.centre = centre;
  return body;
}

Body polygon(std::vector<Vec3> points) {
  Body body;
  body.shape = BodyShape::polygon;
  body.points = std::move(points);
  return body;
}

TEST(Bodies, OutlinesHaveTheAreasOfTheirShapes) {
  Body ellipse = circle();
  ellipse.shape = BodyShape::ellipse;
  ellipse.halfAxes = {0.7, 0.2};
  Body box = ellipse;
  box.shape = BodyShape::box;
  Body wing = circle();
  wing.shape = BodyShape::aerofoil;
  wing.chord = 2;
  const Body triangle = polygon({{0, 0, 0}, {0, 1, 0}, {1, 0, 0}});  // clockwise
  const std::pair<Body, double> cases[] = {{circle(), kPi / 4},
                                           {ellipse, kPi * 0.14},
                                           {box, 0.56},
                                           {triangle, 0.5},
                                           {wing, 4 * 0.0822}};  // 12 % thick: 0.685 times thickness times chord
  for (const auto& [body, area] : cases) {
    EXPECT_NEAR(factsOf(body).volume, area, body.shape == BodyShape::aerofoil ? 3e-3 : 1e-12) << toString(body.shape);
  }
  EXPECT_NEAR(factsOf(circle()).second.m[0], kPi / 64, 1e-5);
  EXPECT_EQ(factsOf(circle()).length, 1);
  EXPECT_EQ(factsOf(wing).length, 2);
}

TEST(Bodies, AnAerofoilHasTheSectionsThicknessAndCamber) {
  Body wing;
  wing.shape = BodyShape::aerofoil;
  wing.section = 4412;
  double high = 0, low = 0;
  for (const Vec3 x : outlineOf(wing)) {
    high = std::max(high, x.y);
    low = std::min(low, x.y);
  }
  EXPECT_NEAR(high, 0.0980, 1e-3);  // Abbott and von Doenhoff 1959
  EXPECT_NEAR(low, -0.0288, 1e-3);
}

TEST(Bodies, MoveAsTheyAreTold) {
  Body body = circle();
  body.velocity = {1, -2, 0};
  body.rotation = 90;
  body.swing = {0, 0.3, 0};
  body.period = 4;
  body.start = 1;
  EXPECT_EQ(body.poseAt(0.5).centre, (Vec3{0, 0, 0}));
  EXPECT_EQ(body.poseAt(0.5).velocity, (Vec3{0, 0, 0}));
  const BodyPose pose = body.poseAt(2);  // a quarter of the period after the start
  EXPECT_NEAR(pose.centre.x, 1, 1e-12);
  EXPECT_NEAR(pose.centre.y, -2 + 0.3, 1e-12);
  EXPECT_NEAR(pose.velocity.y, -2, 1e-12);
  EXPECT_NEAR(pose.angle, kPi / 2, 1e-12);
  EXPECT_NEAR(pose.rotation, kPi / 2, 1e-12);
  EXPECT_NEAR(pose.velocityAt(pose.centre + Vec3{1, 0, 0}).y, -2 + kPi / 2, 1e-12);
  body.path = {{0, {0, 0, 0}, 0}, {2, {1, 0, 0}, 180}};
  EXPECT_NEAR(body.poseAt(1).centre.x, 0.5, 1e-12);
  EXPECT_NEAR(body.poseAt(1).rotation, kPi / 2, 1e-12);
  EXPECT_EQ(body.poseAt(3).velocity, (Vec3{0, 0, 0}));
  body.path.front().time = 1.5;
  EXPECT_EQ(body.poseAt(0.5).centre, (Vec3{0, 0, 0})) << "before the path it has its own motion";
}

TEST(Bodies, StraightSidesInOneLineDoNotCross) {
  Body left = circle(), right = circle();
  left.shape = right.shape = BodyShape::box;
  left.halfAxes = right.halfAxes = {0.5, 0.5};
  right.centre.y = 5;
  requireBodies({left, right});
  requireBodies({polygon({{0, 0, 0}, {3, 0, 0}, {3, 2, 0}, {2, 2, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}})});
  requireBodies({polygon({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}})});  // closed
}

TEST(Bodies, WhatMakesNoBodyIsNamed) {
  Body flat = circle();
  flat.shape = BodyShape::box;
  flat.halfAxes = {1, 0};
  Body lost = circle();
  lost.velocity.x = std::numeric_limits<double>::quiet_NaN();
  Body backwards = circle();
  backwards.path = {{1, {}, 0}, {1, {}, 0}};
  Body thin = circle();
  thin.shape = BodyShape::aerofoil;
  thin.section = 4400;
  const std::pair<std::vector<Body>, const char*> cases[] = {
      {{circle(0)}, "body 1: radius"},
      {{circle(), flat}, "body 2: halfAxes"},
      {{lost}, "velocity is not finite"},
      {{backwards}, "path: place 2"},
      {{thin}, "section"},
      {{polygon({{0, 0, 0}, {1, 0, 0}})}, "3 points or more"},
      {{polygon({{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 1, 0}})}, "cross"},
      {{circle(), circle(0.2, {0.6, 0, 0})}, "body 2 overlaps body 1"},
      {{circle(), circle(0.1)}, "body 2 overlaps body 1"}};
  for (const auto& [bodies, part] : cases) {
    EXPECT_THAT(test::refusal<InvalidInput>([&all = bodies] { requireBodies(all); }), ::testing::HasSubstr(part));
  }
}

TEST(Bodies, NeedAViscousPlaneFlowOnALattice) {
  Settings settings;
  settings.bodies = {circle()};
  const auto complaint = [&] { return test::refusal<InvalidInput>([&] { settings.validate(); }); };
  EXPECT_THAT(complaint(), ::testing::HasSubstr("bodies need space = plane"));
  settings.space = Space::plane;
  EXPECT_THAT(complaint(), ::testing::HasSubstr("viscosity"));
  settings.viscosity = 0.01;
  EXPECT_THAT(complaint(), ::testing::HasSubstr("diffusion = lattice"));
  settings.diffusion = Diffusion::lattice;
  settings.redistribution.steps = Redistribution::kAutomatic;
  EXPECT_EQ(complaint(), "accepted");
  Settings edited = settings;
  edited.viscosity = 0;
  reconcile(settings, edited);
  EXPECT_EQ(edited, settings) << "bodies keep what they need";
  edited.timeStep = -0.01;
  reconcile(settings, edited);
  EXPECT_TRUE(edited.bodies.empty()) << "time that runs backwards takes them out";
  settings.bodies.assign(kMostBodies + 1, circle());
  EXPECT_THAT(complaint(), ::testing::HasSubstr("16 at most"));
}

TEST(Bodies, TheSpacingFollowsTheLayerWithinTheBudget) {
  const std::vector<Body> bodies = {circle()};
  EXPECT_NEAR(spacingForBodies(bodies, {1, 0, 0}, 0.01, 1000000), 0.1 / 4, 1e-12);  // sqrt(nu D/U)/4
  EXPECT_NEAR(spacingForBodies(bodies, {1, 0, 0}, 0.01, 2400), 0.1, 1e-12);
  EXPECT_NEAR(spacingForBodies(bodies, {}, 0.01, 1000000), 1.0 / 32, 1e-12);
}

}  // namespace
}  // namespace fmm
