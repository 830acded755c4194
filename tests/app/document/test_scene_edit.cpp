#include "document/scene_edit.h"

#include <gtest/gtest.h>

#include "fmm/settings.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

Scene opposed() {
  Scene scene;
  fmm::Ring ring;
  ring.axis = {0, 0, 2};
  ring.radius = 0.5;
  ring.circulation = 1;
  ring.centre = {1, 2, 3};
  scene.rings().push_back(ring);
  ring.circulation = -1.5;
  ring.radius = 0.25;
  ring.centre = {1, 2, 2};
  scene.rings().push_back(ring);
  scene.camera.eye = {5, 5, 5};
  return scene;
}

TEST(SceneEdit, NewRingsRepeatTheSpacing) {
  Scene scene = opposed();
  setRingCount(scene, 4);
  ASSERT_EQ(scene.rings().size(), 4u);
  EXPECT_EQ(scene.rings()[3].centre, (fmm::Vec3{1, 2, 0}));
  EXPECT_DOUBLE_EQ(scene.rings()[3].circulation, -1.5);
  setRingCount(scene, 1);
  EXPECT_EQ(scene.rings().size(), 1u);
  const double gap = ringGap(scene);
  EXPECT_GT(gap, 0);
  setRingCount(scene, 2);
  EXPECT_DOUBLE_EQ(ringGap(scene), gap);
}

TEST(SceneEdit, GapMovesTheOthersOnTheirSide) {
  Scene scene = opposed();
  setRingCount(scene, 3);
  setRingGap(scene, 0.4);
  EXPECT_EQ(scene.rings()[0].centre, (fmm::Vec3{1, 2, 3}));
  EXPECT_NEAR(scene.rings()[1].centre.z, 2.6, 1e-12);
  EXPECT_NEAR(scene.rings()[2].centre.z, 2.2, 1e-12);
  EXPECT_NEAR(ringGap(scene), 0.4, 1e-12);
}

TEST(SceneEdit, SignsAndProportionsStay) {
  Scene scene = opposed();
  setCirculation(scene, 2);
  EXPECT_DOUBLE_EQ(scene.rings()[0].circulation, 2);
  EXPECT_DOUBLE_EQ(scene.rings()[1].circulation, -3);
  setRingRadius(scene, 1);
  EXPECT_DOUBLE_EQ(scene.rings()[0].radius, 1);
  EXPECT_DOUBLE_EQ(scene.rings()[1].radius, 0.5);
}

TEST(SceneEdit, CoresAndTubesStayInsideTheSmallestRing) {
  Scene scene = opposed();
  setCoreRadius(scene, 0.4);
  EXPECT_DOUBLE_EQ(scene.rings()[0].coreRadius, 0.4);
  EXPECT_LT(scene.rings()[1].coreRadius, 0.25);
  setTracerTube(scene, 0.4);
  EXPECT_LT(scene.tracerTube, 0.25);
  setRingRadius(scene, 0.1);
  EXPECT_LT(scene.rings()[0].coreRadius, 0.1);
  EXPECT_LT(scene.tracerTube, 0.05);
  EXPECT_NO_THROW(parseScene(formatScene(scene), "edited"));
}

TEST(SceneEdit, OnlyParticlesNeedAReset) {
  const Scene built = opposed();
  Scene edited = built;
  edited.settings.timeStep *= 2;
  edited.view.brightness = 3;
  edited.film.size.width = 640;
  edited.camera.eye = {9, 9, 9};
  EXPECT_FALSE(needsReset(edited, built));
  edited.seed = 5;
  EXPECT_TRUE(needsReset(edited, built));
  edited = built;
  edited.rings()[1].waveMode = 3;
  EXPECT_TRUE(needsReset(edited, built));
}

TEST(SceneEdit, LaterChoiceWinsWhereSettingsExcludeEachOther) {
  fmm::Settings before, edited;
  edited.regularisation = fmm::Regularisation::rosenhead;
  reconcile(before, edited);
  EXPECT_EQ(edited.solver, fmm::SolverKind::direct);
  before = edited;
  edited.solver = fmm::SolverKind::fmm;
  reconcile(before, edited);
  EXPECT_EQ(edited.regularisation, fmm::Regularisation::gaussian);
  before = edited;
  before.precision = fmm::Precision::real64;
  edited.tolerance = 1e-9;
  edited.precision = fmm::Precision::single;
  reconcile(before, edited);
  EXPECT_NO_THROW(edited.validate());
}

TEST(SceneEdit, RangesFollowTheSceneSize) {
  for (const double size : {1e-6, 1., 1e6}) {
    Scene scene = opposed();
    setRingRadius(scene, size);
    const SceneRanges ranges = rangesFor(scene);
    EXPECT_LT(ranges.radius.low, size);
    EXPECT_GT(ranges.radius.high, size);
    EXPECT_LE(ranges.coreRadius.low, scene.rings()[0].coreRadius);
    EXPECT_LT(ranges.coreRadius.low, ranges.coreRadius.high);
    EXPECT_LT(ranges.coreRadius.high, size);
  }
}

}  // namespace
TEST(SceneEdit, KnotsComeAndGo) {
  app::Scene scene = app::parseScene("[particles]\ntracer_tube = 0.4\n", "s.toml");
  std::vector<fmm::TorusKnot>& knots = scene.lines.of<fmm::TorusKnot>();
  fmm::TorusKnot knot;
  knot.minorRadius = 0.2;
  app::setLineCount(scene, 2, knot);
  ASSERT_EQ(knots.size(), 2u);
  EXPECT_NEAR(knots[1].centre.z - knots[0].centre.z, 0.8, 1e-15) << "clear of the first";
  EXPECT_LE(scene.tracerTube, 0.1) << "tubes fit between the strands";
  app::setLineCount(scene, 1, knot);
  EXPECT_EQ(knots.size(), 1u);

  const app::Scene built = scene;
  EXPECT_FALSE(app::needsReset(scene, built));
  knots[0].q = 5;
  EXPECT_TRUE(app::needsReset(scene, built));
  app::setLineCount(scene, 0, knot);
  EXPECT_TRUE(app::needsReset(scene, built));
}

TEST(SceneEdit, TracersStartInTubesCoresOrShells) {
  app::Scene scene = app::parseScene("[[ring]]\n", "s.toml");
  EXPECT_EQ(app::tracerStart(scene), app::TracerStart::tubes);
  const app::Scene built = scene;
  for (const app::TracerStart start :
       {app::TracerStart::cores, app::TracerStart::shells, app::TracerStart::sheets, app::TracerStart::tubes}) {
    app::setTracerStart(scene, start);
    EXPECT_EQ(app::tracerStart(scene), start);
    EXPECT_EQ(app::needsReset(scene, built), start != app::TracerStart::tubes);
    EXPECT_EQ(app::parseScene(app::formatScene(scene), "s.toml").regions, scene.regions);
  }
  const app::Scene own = app::parseScene("[[ring]]\n[[tracers]]\nshape = \"box\"\n", "s.toml");
  EXPECT_EQ(app::tracerStart(own), app::TracerStart::regions) << "regions of the scene file";
}

}  // namespace app
