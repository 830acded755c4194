// Single lines of a scene: adding, copying, moving, turning and removing them, and saving the result.
#include "document/line_edit.h"

#include <gtest/gtest.h>

#include "fmm/initial_conditions.h"
#include "scene/start/scene_particles.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

constexpr std::size_t kRings = LineList::kindOf<fmm::Ring>(), kKnots = LineList::kindOf<fmm::TorusKnot>(),
                      kFilaments = LineList::kindOf<fmm::Filament>();

/// Two rings, a knot of two components, a filament, a ring that joins later, and a region about the filament.
Scene mixed() {
  return parseScene(
      "[particles]\nelements = 1000\ntracers = 1000\ntracer_tube = 0.03\n"
      "[[ring]]\nname = \"left\"\ncolour = [1, 0.5, 0]\n"
      "[[ring]]\ncentre = [0, 0, 3]\n"
      "[[knot]]\np = 2\nq = 2\nradius = 0.5\ncentre = [4, 0, 0]\ncore_radius = 0.02\n"
      "[[filament]]\npoints = [[9, 0, 0], [10, 0, 0], [10, 1, 0.2], [9, 1, 0]]\ncore_radius = 0.01\n"
      "elements = 300\nname = \"loop\"\n"
      "[[ring]]\ncentre = [0, 5, 0]\nstart = 0.5\nname = \"late\"\n"
      "[[tracers]]\nring = 5\nradius = 0.02\n",
      "mixed.toml");
}

/// Expects that the scene survives writing and reading.
void expectKept(const Scene& scene) {
  EXPECT_EQ(formatScene(parseScene(formatScene(scene), "again.toml")), formatScene(scene));
}

TEST(LineEdit, ListsAllLinesWithTheirNames) {
  const Scene scene = mixed();
  std::vector<std::string> names;
  for (const LinePlace place : linePlaces(scene)) names.push_back(nameOf(scene, place));
  EXPECT_EQ(names, (std::vector<std::string>{"left", "ring 2", "knot 1", "loop", "late"}));
  EXPECT_FALSE(hasLine(scene, {kRings, 2}));
  EXPECT_EQ(scene.lines.extras<fmm::Ring>(0).colour, (Colour{1, 0.5F, 0}));
  EXPECT_EQ(scene.lines.extras<fmm::Filament>(0).elements, 300u);
  expectKept(scene);
}

TEST(LineEdit, ElementsOfItsOwnAreAFilamentsAlone) {
  const Scene scene = mixed();
  const std::vector<std::size_t> counts = elementShares(scene);
  ASSERT_EQ(counts.size(), 6u);
  EXPECT_EQ(counts[4], 300u);
  EXPECT_EQ(counts[0] + counts[1] + counts[2] + counts[3] + counts[5], 1000u);
  EXPECT_EQ(totalCounts(scene).elements, 1300u);
  const fmm::Elements made = makeElements(scene);
  EXPECT_EQ(std::count(made.ring.begin(), made.ring.end(), 4), 300);
}

TEST(LineEdit, MovesTurnsAndSizesEveryKind) {
  for (const LinePlace place : linePlaces(mixed())) {
    Scene scene = mixed();
    SCOPED_TRACE(nameOf(scene, place));
    moveLine(scene, place, {1, 2, 3});
    turnLine(scene, place, {0, 2, 0});
    const double radius = 0.5 * lineAt(scene, place).radius;
    sizeLine(scene, place, radius);
    const fmm::LineBase& line = lineAt(scene, place);
    EXPECT_LT(fmm::norm(line.centre - fmm::Vec3{1, 2, 3}), 1e-12);
    EXPECT_LT(fmm::norm((1 / fmm::norm(line.axis)) * line.axis - fmm::Vec3{0, 1, 0}), 1e-9);
    EXPECT_NEAR(line.radius, radius, 1e-12);
    expectKept(scene);
  }
}

TEST(LineEdit, HalfATurnTurnsAFilamentRound) {
  Scene scene = mixed();
  const LinePlace place{kFilaments, 0};
  const fmm::Vec3 axis = lineAt(scene, place).axis;
  turnLine(scene, place, -1. * axis);
  EXPECT_LT(fmm::norm(lineAt(scene, place).axis + axis), 1e-9);
  turnLine(scene, place, {0, 0, 0});
  EXPECT_LT(fmm::norm(lineAt(scene, place).axis + axis), 1e-9) << "no direction";
}

TEST(LineEdit, CoresAndTubesShrinkWithTheLine) {
  Scene scene = mixed();
  sizeLine(scene, {kRings, 0}, 0.01);
  EXPECT_LT(scene.rings()[0].coreRadius, 0.01);
  EXPECT_LT(scene.tracerTube, 0.01);
  sizeLine(scene, {kKnots, 0}, 0.01);
  EXPECT_LT(scene.lines.of<fmm::TorusKnot>()[0].minorRadius, 0.01);
  expectKept(scene);
}

TEST(LineEdit, CopiesStandClearAndKeepTheRegionsTheirs) {
  for (const LinePlace place : linePlaces(mixed())) {
    Scene scene = mixed();
    SCOPED_TRACE(nameOf(scene, place));
    const LinePlace copy = duplicateLine(scene, place);
    EXPECT_EQ(copy.kind, place.kind);
    EXPECT_EQ(linePlaces(scene).size(), 6u);
    EXPECT_GT(fmm::norm(lineAt(scene, copy).centre - lineAt(scene, place).centre), 0.01);
    EXPECT_EQ(lineAt(scene, copy).circulation, lineAt(scene, place).circulation);
    EXPECT_EQ(scene.regions.front().line, place.kind == kRings ? 5u : place.kind == kKnots ? 6u : 4u);
    expectKept(scene);
  }
}

TEST(LineEdit, WhatIsTakenOutTakesItsRegionsAlong) {
  Scene scene = mixed();
  EXPECT_EQ(removeLine(scene, {kKnots, 0}), (LinePlace{kRings, 0}));
  EXPECT_EQ(scene.regions.front().line, 2u);
  EXPECT_EQ(removeLine(scene, {kRings, 0}), (LinePlace{kRings, 0}));
  EXPECT_EQ(nameOf(scene, {kRings, 0}), "ring 1") << "the name went with its ring";
  EXPECT_EQ(scene.regions.front().line, 1u);
  removeLine(scene, {kFilaments, 0});
  EXPECT_TRUE(scene.regions.empty());
  removeLine(scene, {kRings, 0});
  EXPECT_FALSE(removeLine(scene, {LinePlace::kLaunches, 0}));
  expectKept(scene);
}

TEST(LineEdit, RingsJoinLaterAndBack) {
  Scene scene = mixed();
  const LinePlace later = joinLater(scene, {kRings, 0}, true);
  EXPECT_EQ(later.kind, LinePlace::kLaunches);
  EXPECT_EQ(nameOf(scene, later), "left");
  EXPECT_EQ(scene.rings().size(), 1u);
  const LinePlace back = joinLater(scene, later, false);
  EXPECT_EQ(back, (LinePlace{kRings, 1}));
  EXPECT_EQ(nameOf(scene, back), "left");
  EXPECT_EQ(joinLater(scene, {kKnots, 0}, true), (LinePlace{kKnots, 0})) << "knots are there from the start";
  expectKept(scene);
}

TEST(LineEdit, AddsToAnEmptyScene) {
  Scene scene = parseScene("", "empty.toml");
  const LinePlace ring = addRing(scene), knot = addKnot(scene), second = addRing(scene);
  EXPECT_EQ(linePlaces(scene).size(), 3u);
  EXPECT_EQ(second.index, ring.index + 1);
  EXPECT_EQ(knot.kind, kKnots);
  expectKept(scene);
}

}  // namespace
}  // namespace app
