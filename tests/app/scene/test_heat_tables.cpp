// [[heat]] in scene files: what is written reads back, and what is wrong is named with its place.

#include <limits>

#include "fmm/heat.h"
#include "fmm/vortex_system.h"
#include "scene/saved/settings_json.h"
#include "scene/start/scene_lattice.h"
#include "scene/start/scene_particles.h"
#include "scene/text/heat_tables.h"
#include "scene/text/scene_file.h"
#include "support/refusal.h"
#include "support/test.h"

namespace app {
namespace {

using fmm::HeatShape;
using fmm::HeatSource;
using fmm::HeatSupply;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kPhysics = "[physics]\nviscosity = 0.01\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n";
constexpr const char* kPlane =
    "[physics]\nspace = \"plane\"\nviscosity = 0.01\ndiffusion = \"lattice\"\nredistribution = \"auto\"\n";

/// A region in which nothing is as usual, in numbers that only their shortest text gives back.
HeatSource oddSource(HeatShape shape, HeatSupply supply) {
  HeatSource source;
  source.shape = shape;
  source.supply = supply;
  source.centre = {0.1 + 0.2, -1.0 / 3, 1e-17};
  if (shape != HeatShape::box) source.radius = 2.0 / 3;
  if (shape == HeatShape::disc || shape == HeatShape::ring) source.thickness = 1.0 / 7;
  if (shape == HeatShape::box) source.halfAxes = {1.0 / 3, 5e-324, 1e8 / 3};
  source.axis = {-0.1, 1e9 / 3, 1.0 / 9};
  source.edge = std::numeric_limits<double>::denorm_min();
  source.buoyancy = -1e30 / 3;
  source.ripples = 1000;
  source.rippleHeight = -1.0 / 11;
  return source;
}

TEST(HeatTables, EveryMemberOfEveryShapeReadsBackEqual) {
  for (const auto& shape : namesOf(HeatShape{}))
    for (const auto& supply : namesOf(HeatSupply{})) {
      const std::vector<HeatSource> sources = {oddSource(shape.first, supply.first), {}};
      const std::string text = formatHeatSources(sources);
      EXPECT_EQ(parseHeatSources(text, "h.toml"), sources) << text;
      EXPECT_EQ(formatHeatSources(parseHeatSources(text, "h.toml")), text);
    }
}

TEST(HeatTables, AreAlwaysWrittenWithWhatBelongsToTheirShape) {
  HeatSource ring;
  ring.shape = HeatShape::ring;
  const std::string text = formatHeatSources({ring});
  for (const char* key : {"shape = \"ring\"", "centre", "radius", "thickness", "edge", "buoyancy"})
    EXPECT_THAT(text, HasSubstr(key));
  for (const char* key : {"supply", "half_axes", "axis", "ripple"}) EXPECT_EQ(text.find(key), std::string::npos) << key;
}

TEST(HeatTables, OfScenesAndStatesReadBackEqual) {
  const std::string text = R"(
[[heat]]
[[heat]]
shape = "box"
supply = "steady"
centre = [2, 0, -0.25]
half_axes = [0.5, 0.3, 0.2]
axis = [0, 1, 1]
buoyancy = 3
ripples = 6
ripple_height = 0.02
[[heat]]
shape = "disc"
supply = "held"
centre = [0, 0, -1]
thickness = 0.1
buoyancy = -0.5
[[heat]]
shape = "ring"
radius = 0.4
thickness = 0.2
edge = 0.05
)";
  const Scene scene = parseScene(kPhysics + text, "s.toml");
  ASSERT_EQ(scene.settings.heatSources.size(), 4u);
  EXPECT_TRUE(scene.settings.heat) << "[[heat]] switches it on";
  EXPECT_EQ(scene.settings.heatSources[1].halfAxes, (std::array<double, 3>{0.5, 0.3, 0.2}));
  EXPECT_EQ(scene.settings.heatSources[2].supply, HeatSupply::held);
  EXPECT_EQ(parseScene(formatScene(scene), "s.toml").settings, scene.settings);
}

TEST(HeatTables, InThePlaneTwoNumbersDo) {
  const std::string box = "[[heat]]\nshape = \"box\"\ncentre = [1, 2]\nhalf_axes = [0.5, 0.25]\naxis = [1, 1]\n";
  const Scene scene = parseScene(kPlane + box, "s.toml");
  EXPECT_EQ(scene.settings.heatSources.at(0).halfAxes, (std::array<double, 3>{0.5, 0.25, 0.25}));
  EXPECT_EQ(scene.settings.heatSources.at(0).centre, (fmm::Vec3{1, 2, 0}));
  EXPECT_EQ(parseScene(formatScene(scene), "s.toml").settings, scene.settings);
}

/// What the parser says of a scene with this text.
std::string saidOf(const std::string& text) {
  return test::refusal<std::exception>([&] { parseScene(text, "s.toml"); });
}

TEST(HeatTables, WhatIsWrongIsNamedInOneLine) {
  std::string nine;
  for (int i = 0; i < 9; ++i) nine += "[[heat]]\n";
  const std::pair<std::string, const char*> cases[] = {
      {"[[heat]]\nedge = -0.1\n", "heat 1: edge = -0.1 is out of range"},
      {"[[heat]]\nedge = 0\n", "heat 1: edge = 0 is out of range"},
      {"[[heat]]\nradius = -1\n", "heat 1: radius = -1"},
      {"[[heat]]\n[[heat]]\nshape = \"disc\"\nthickness = 0\n", "heat 2: thickness = 0"},
      {"[[heat]]\nshape = \"ring\"\nradius = 0.1\nthickness = 0.2\n", "less than twice the ring's radius"},
      {"[[heat]]\nshape = \"box\"\nhalf_axes = [0.5, 0.3, 0]\n", "heat 1: half_axes = 0 is out of range"},
      {"[[heat]]\nshape = \"box\"\nhalf_axes = [0.5, -0.3]\n", "heat 1: half_axes = -0.3 is out of range"},
      {"[[heat]]\nshape = \"box\"\nhalf_axes = 0.5\n", "heat 1: half_axes is"},
      {"[[heat]]\nshape = \"box\"\nradius = 1\n", "radius does not belong to this shape"},
      {"[[heat]]\nthickness = 1\n", "thickness does not belong to this shape"},
      {"[[heat]]\nhalf_axes = [1, 1, 1]\n", "half_axes does not belong to this shape"},
      {"[[heat]]\nshape = \"cone\"\n",
       "heat 1: shape = \"cone\" is not known; allowed: \"ball\", \"box\", \"disc\" or \"ring\""},
      {"[[heat]]\nsupply = \"always\"\n",
       "supply = \"always\" is not known; allowed: \"start\", \"steady\" or \"held\""},
      {"[[heat]]\nwarmth = 1\n", "warmth"},
      {"[[heat]]\nbouyancy = 1\n", "did you mean \"buoyancy\""},
      {"[[heat]]\nbuoyancy = nan\n", "heat 1: buoyancy = nan"},
      {"[[heat]]\ncentre = [0, inf, 0]\n", "heat 1: centre = inf"},
      {"[[heat]]\naxis = [0, 0, nan]\n", "heat 1: axis = nan"},
      {"[[heat]]\nripples = -1\n", "heat 1: ripples = -1 is out of range; allowed: 0 to 1000"},
      {"[[heat]]\nripples = 1001\n", "ripples = 1001"},
      {"[[heat]]\nripples = 2.5\n", "ripples"},
      {"[[heat]]\nripple_height = \"high\"\n", "ripple_height"},
      {"[heat]\nbuoyancy = 1\n", "heat"},
      {"heat = 3\n", "heat"},
      {nine, "is one of more than 8; allowed: 0 to 8"}};
  for (const auto& [text, part] : cases) {
    const std::string message = saidOf(text.rfind("heat = ", 0) == 0 ? text + kPhysics : kPhysics + text);
    EXPECT_THAT(message, AllOf(HasSubstr(part), HasSubstr("s.toml:"))) << text;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(HeatTables, HeatThatDoesNotGoWithTheFlowIsNamedInOneLine) {
  const std::string ball = "[[heat]]\n", body = "[[body]]\nshape = \"sphere\"\ncentre = [3, 0, 0]\n",
                    ground = "[ground]\npoint = [0, 0, -3]\n";
  const std::pair<std::string, const char*> cases[] = {
      {ball, "heat = true needs redistribution, which is off"},
      {"[physics]\ndt = 0.01\n" + ball, "heat = true needs redistribution, which is off"},
      {"[physics]\nredistribution = \"auto\"\ndt = -0.01\n" + ball, "dt"},
      {"[physics]\nredistribution = \"auto\"\nheat = true\ndiffusivity = -1\n", "diffusivity = -1 is out of range"},
      {"[physics]\nredistribution = \"auto\"\nheat = true\nprandtl = 0\n", "prandtl = 0 is out of range"},
      {"[physics]\nredistribution = \"auto\"\nup = [0, 1, 0]\n", "up has no effect: heat is off"},
      {"[physics]\nprandtl = 7\n", "prandtl has no effect"},
      {kPlane + ball + "centre = [0, 0, 1]\n", "does not go with a heat source out of the plane"},
      {kPlane + ball + "axis = [0, 0, 1]\n", "does not go with a heat source out of the plane"},
      {kPhysics + body + ground + ball, "heat = true does not go with bodies over a ground"}};
  for (const auto& [text, part] : cases) {
    const std::string message = saidOf(text);
    EXPECT_THAT(message, AllOf(HasSubstr(part), HasSubstr("s.toml"))) << text;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
}

TEST(HeatTables, ARegionThatReachesIntoABodyIsRefused) {
  const std::string sphere = "[[body]]\nshape = \"sphere\"\nradius = 0.4\ncentre = [1, 0, 0]\n",
                    circle = "[[body]]\nradius = 0.4\ncentre = [3, 0]\n[[body]]\nradius = 0.4\ncentre = [1, 0]\n";
  const auto within = [](const std::string& more) { return "[[heat]]\ncentre = [-1, 0]\n[[heat]]\n" + more; };
  const char *first = "heat = true does not go with heat 2 that reaches into body 1",
             *second = "heat = true does not go with heat 2 that reaches into body 2";
  EXPECT_THAT(saidOf(kPhysics + sphere + within("centre = [1, 0.1, -0.2]\n")), HasSubstr(first));
  EXPECT_THAT(saidOf(kPlane + circle + within("centre = [1.1, 0.1]\nradius = 0.1\n")), HasSubstr(second));
  EXPECT_THAT(saidOf(kPlane + circle + within("centre = [1.7, 0]\n")), HasSubstr(second));
  EXPECT_THAT(saidOf(kPhysics + sphere + within("centre = [1.2, 0, 0]\nradius = 0.05\nedge = 0.02\n")),
              HasSubstr("heat 2: centre lies inside body 1; allowed: a region in the fluid"));
  EXPECT_THAT(saidOf(kPhysics + sphere + within("centre = [1.2, 0, 0]\nradius = 0.05\nsupply = \"held\"\n")),
              HasSubstr("inside body 1"))
      << "its heat would pour out of the body";
  // A ring may lie about a body, which then is hot, and may not pass through one.
  EXPECT_EQ(saidOf(kPhysics + sphere + within("shape = \"ring\"\ncentre = [1, 0, 0]\nradius = 0.6\n")), "accepted");
  EXPECT_EQ(saidOf(kPlane + circle + within("shape = \"ring\"\ncentre = [1, 0]\nradius = 0.6\n")), "accepted");
  EXPECT_THAT(saidOf(kPhysics + sphere + within("shape = \"ring\"\nradius = 1\n")), HasSubstr(first));
  EXPECT_EQ(saidOf(kPhysics + sphere + within("shape = \"ring\"\nradius = 1\naxis = [1, 0, 0]\n")), "accepted");
}

TEST(HeatTables, ARegionWithoutANodeIsRefused) {
  const auto made = [](const std::string& text) {
    return test::refusal<std::exception>([&] { makeElements(onLattice(parseScene(text, "s.toml"))); });
  };
  const std::string physics = kPhysics + std::string("spacing = 0.1\n");
  EXPECT_EQ(made(physics + "[[heat]]\n"), "accepted");
  EXPECT_THAT(made(physics + "[[heat]]\n[[heat]]\ncentre = [0.05, 0, 0]\nradius = 0.01\nedge = 0.005\n"),
              HasSubstr("heat source 2: no node of the lattice, whose spacing is 0.1, lies in it"));
  EXPECT_THAT(made(physics + "[ground]\npoint = [0, 0, 2]\n[[heat]]\n"), HasSubstr("lies in it above the ground"));
}

}  // namespace
}  // namespace app
