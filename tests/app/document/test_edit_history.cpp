#include <gtest/gtest.h>

#include "app/support/free_leapfrog.h"
#include "document/edit_history.h"
#include "document/scene_edit.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

class EditHistoryTest : public testing::Test {
 protected:
  EditHistoryTest() : scene(test::freeLeapfrog()) { history.begin(scene); }

  void change(double bloom, bool held = false) {
    scene.view.bloom = bloom;
    history.observe(scene, held);
  }
  double undoneBloom() {
    const auto step = history.undo();
    return step ? step->scene.view.bloom : -1;
  }

  Scene scene;
  EditHistory history;
};

TEST_F(EditHistoryTest, NothingToUndoAtFirst) {
  EXPECT_EQ(history.undoable(), "");
  EXPECT_FALSE(history.undo());
  EXPECT_FALSE(history.redo());
  history.observe(scene, false);
  EXPECT_FALSE(history.undo()) << "an unchanged scene is no change";
}

TEST_F(EditHistoryTest, UndoesAndRedoesOneChangeAfterTheOther) {
  const double start = scene.view.bloom;
  change(0.5);
  change(0.7);
  EXPECT_EQ(undoneBloom(), 0.5);
  EXPECT_EQ(history.redoable(), "bloom");
  EXPECT_EQ(undoneBloom(), start);
  EXPECT_FALSE(history.undo());
  EXPECT_EQ(history.redo()->scene.view.bloom, 0.5);
  EXPECT_EQ(history.redo()->scene.view.bloom, 0.7);
  EXPECT_FALSE(history.redo());
}

TEST_F(EditHistoryTest, ADragIsOneChange) {
  const double start = scene.view.bloom;
  for (const double bloom : {0.3, 0.4, 0.5, 0.6}) change(bloom, true);
  EXPECT_EQ(history.undoable(), "") << "still going on";
  change(0.6);
  EXPECT_EQ(undoneBloom(), start);
  EXPECT_FALSE(history.undo());
}

TEST_F(EditHistoryTest, ADragThatComesBackIsNone) {
  const double start = scene.view.bloom;
  change(0.9, true);
  change(start);
  EXPECT_EQ(history.undoable(), "");
}

TEST_F(EditHistoryTest, ANewChangeEndsRedo) {
  change(0.5);
  undoneBloom();
  change(0.6);
  EXPECT_EQ(history.redoable(), "");
  EXPECT_FALSE(history.redo());
}

TEST_F(EditHistoryTest, CoversEveryPartOfASceneButTheCamera) {
  const auto undoable = [&](const char* what) {
    EXPECT_NE(history.undoable(), "") << what;
    history.begin(scene);
  };
  scene.camera.eye.x += 1;
  history.observe(scene, false);
  EXPECT_EQ(history.undoable(), "");
  scene.settings.timeStep *= 2;
  history.observe(scene, false);
  undoable("physics");
  scene.tracers = 12345;
  history.observe(scene, false);
  undoable("particles");
  setRingRadius(scene, 2 * scene.rings()[0].radius);
  history.observe(scene, false);
  undoable("rings");
  scene.view.grid = !scene.view.grid;
  history.observe(scene, false);
  undoable("view");
  scene.film.size.width += 2;
  history.observe(scene, false);
  undoable("film");
  scene.stepsPerFrame += 1;
  history.observe(scene, false);
  undoable("steps a frame");
}

TEST_F(EditHistoryTest, SaysWhatChanged) {
  change(0.5);
  EXPECT_EQ(history.undoable(), "bloom");
  scene.view.pointSize = 3;
  change(0.6);
  EXPECT_EQ(history.undoable(), "view");
  setRingCount(scene, 4);
  history.observe(scene, false);
  EXPECT_EQ(history.undoable(), "rings");
  setRingRadius(scene, 0.4);
  history.observe(scene, false);
  EXPECT_EQ(history.undoable(), "radius");
  scene.stepsPerFrame = 7;
  history.observe(scene, false);
  EXPECT_EQ(history.undoable(), "steps per frame");
}

TEST_F(EditHistoryTest, OpeningASceneCanBeUndone) {
  change(0.5);
  const Scene ring = loadScene("ring");
  history.open(ring);
  EXPECT_EQ(history.undoable(), "opening ring");
  auto step = history.undo();
  ASSERT_TRUE(step);
  EXPECT_TRUE(step->otherScene);
  EXPECT_EQ(step->scene.name, "leapfrog");
  EXPECT_EQ(step->scene.view.bloom, 0.5);
  step = history.undo();
  EXPECT_FALSE(step->otherScene);
  history.redo();
  step = history.redo();
  EXPECT_TRUE(step->otherScene);
  EXPECT_EQ(step->scene.name, "ring");
}

TEST_F(EditHistoryTest, ScenesOfSavedStatesAreKnown) {
  scene.name = "saved";
  history.open(scene, true);
  change(0.5);
  history.open(loadScene("ring"));
  EXPECT_TRUE(history.undo()->fromState) << "the ring's scene was opened over it";
  EXPECT_TRUE(history.undo()->fromState);
  auto step = history.undo();
  EXPECT_TRUE(step->otherScene);
  EXPECT_FALSE(step->fromState) << "what was there before it";
  step = history.redo();
  EXPECT_TRUE(step->otherScene);
  EXPECT_TRUE(step->fromState);
}

TEST_F(EditHistoryTest, WhatTheProgramSetsBackIsNoChange) {
  change(0.5);
  scene.settings.backend = fmm::Backend::cpu;
  history.amend(scene);
  history.observe(scene, false);
  EXPECT_EQ(history.undoable(), "bloom");
  history.undo();
  EXPECT_EQ(history.undoable(), "");
}

TEST_F(EditHistoryTest, LaunchesAreChangesUntilTheFlowBeginsAnew) {
  RingLaunch ring;
  ring.time = 1;
  change(0.5);
  history.launch(scene, ring);
  EXPECT_EQ(history.undoable(), "launch of a ring");
  auto step = history.undo();
  ASSERT_TRUE(step && step->ring);
  EXPECT_EQ(step->ring->time, 1);
  ASSERT_TRUE(history.redo()->ring);
  ring.time = 2;
  history.launch(scene, ring);  // confirms the redone launch
  EXPECT_EQ(history.undo()->ring->time, 2);
  EXPECT_EQ(history.undoable(), "bloom");
  history.redo();
  history.launch(scene, ring);
  change(0.6);
  history.forgetLaunches();
  EXPECT_FALSE(history.undo()->ring);
  EXPECT_FALSE(history.undo()->ring);
  EXPECT_EQ(history.undoable(), "");
}

TEST_F(EditHistoryTest, KnowsWhatNoFileHas) {
  EXPECT_EQ(history.unsaved(scene), "");
  change(0.5);
  EXPECT_EQ(history.unsaved(scene), "changes of the scene");
  history.keep(scene, false);
  EXPECT_EQ(history.unsaved(scene), "");
  history.launch(scene, {});
  EXPECT_EQ(history.unsaved(scene), "launched rings");
  change(0.6);
  EXPECT_EQ(history.unsaved(scene), "launched rings and changes of the scene");
  history.keep(scene, true);
  EXPECT_EQ(history.unsaved(scene), "");
}

TEST_F(EditHistoryTest, CameraKeysComeBack) {
  const CameraKey first{0, scene.camera}, second{2, scene.camera};
  history.observeFlight({first, second}, true);
  EXPECT_EQ(history.undoable(), "") << "still dragged";
  history.observeFlight({first, second}, false);
  EXPECT_EQ(history.undoable(), "adding camera keys");
  EXPECT_EQ(history.unsaved(scene), "camera keys");
  history.keepFlight({first, second});
  EXPECT_EQ(history.unsaved(scene), "");
  change(0.5);
  history.observeFlight({second}, false);
  EXPECT_EQ(history.undoable(), "deleting a camera key");
  EXPECT_EQ(history.unsaved(scene), "changes of the scene and camera keys");
  const auto step = history.undo();
  EXPECT_EQ(step->keys, (std::vector<CameraKey>{first, second}));
  EXPECT_EQ(step->scene.view.bloom, 0.5);
  EXPECT_EQ(history.redo()->keys, std::vector<CameraKey>{second});
  history.undo();
  EXPECT_EQ(history.undo()->keys.size(), 2u) << "a change of the scene leaves them";
  EXPECT_TRUE(history.undo()->keys.empty());
}

TEST_F(EditHistoryTest, NamesWhatChangedTogether) {
  scene.view.bloom = 0.5;
  scene.view.pointSize = 3;
  scene.film.size.width += 2;
  history.observe(scene, false);
  EXPECT_EQ(history.undoable(), "film and view");
}

TEST_F(EditHistoryTest, AFramingThatEndedIsNoWork) {
  scene.view.framing = !scene.view.framing;
  EXPECT_EQ(history.unsaved(scene), "");
}

TEST_F(EditHistoryTest, ForgetsTheOldestChange) {
  for (std::size_t i = 0; i < EditHistory::kLength + 20; ++i) change(static_cast<double>(i) / 1000);
  std::size_t undone = 0;
  while (history.undo()) ++undone;
  EXPECT_EQ(undone, EditHistory::kLength);
}

}  // namespace
}  // namespace app
