#include <gtest/gtest.h>

#include "app/support/free_leapfrog.h"
#include "document/scene_loop.h"

namespace app {
namespace {

/// Pictures until the loop asks for the next scene, 20 a second; -1 if it does not.
int picturesUntilNext(SceneLoop& loop, double& now, bool ended, std::uint64_t generation) {
  for (int i = 0; i < 100; ++i, now += 0.05)
    if (loop.advance(now, ended, generation)) return i;
  return -1;
}

TEST(SceneLoop, FadesOutAsksOnceAndFadesIn) {
  SceneLoop loop;
  double now = 100;
  EXPECT_EQ(picturesUntilNext(loop, now, false, 1), -1) << "the scene is not at its end";
  EXPECT_EQ(loop.darkness(), 0);
  EXPECT_NEAR(picturesUntilNext(loop, now, true, 1), SceneLoop::kFade / 0.05, 2);
  EXPECT_EQ(loop.darkness(), 1);
  EXPECT_EQ(picturesUntilNext(loop, now, true, 1), -1) << "it waits in the dark";
  EXPECT_EQ(loop.darkness(), 1);
  loop.advance(now += 0.05, false, 2);
  loop.advance(now += 0.05, false, 2);
  EXPECT_LT(loop.darkness(), 1);
  EXPECT_GT(loop.darkness(), 0.5) << "no flash";
  EXPECT_EQ(picturesUntilNext(loop, now, false, 2), -1);
  EXPECT_EQ(loop.darkness(), 0);
  EXPECT_GT(picturesUntilNext(loop, now, true, 2), 0) << "and again";
}

TEST(SceneLoop, ComesBackWhereTheEndIsNoneOrNothingFollows) {
  SceneLoop loop;
  double now = 0;
  for (int i = 0; i < 8; ++i) loop.advance(now += 0.05, true, 1);
  EXPECT_GT(loop.darkness(), 0);
  EXPECT_EQ(picturesUntilNext(loop, now, false, 1), -1) << "the user has reset it meanwhile";
  EXPECT_EQ(loop.darkness(), 0);
  EXPECT_GT(picturesUntilNext(loop, now, true, 1), 0);
  now += SceneLoop::kLongestDark;
  EXPECT_EQ(picturesUntilNext(loop, now, true, 1), -1) << "the next scene could not be built: it is not tried again";
  EXPECT_EQ(loop.darkness(), 0);
}

TEST(SceneLoop, AScenesEndIsThatOfItsFilm) {
  Scene scene = test::freeLeapfrog();
  scene.film.seconds = 2;
  scene.film.framesPerSecond = 25;
  scene.film.timePerSecond.reset();
  scene.stepsPerFrame = 3;
  scene.settings.timeStep = -0.01;
  EXPECT_DOUBLE_EQ(endOf(scene), 50 * 3 * 0.01);
  scene.film.timePerSecond = 0.5;
  EXPECT_DOUBLE_EQ(endOf(scene), 1);
}

}  // namespace
}  // namespace app
