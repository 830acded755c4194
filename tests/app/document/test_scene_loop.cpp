#include <gtest/gtest.h>

#include "app/support/free_leapfrog.h"
#include "document/scene_document.h"

namespace app {
namespace {

/// Number of pictures, at 20 a second, until the loop asks for the next scene; -1 if it does not within 100.
int picturesUntilNext(SceneLoop& loop, double& now, bool ended, std::uint64_t generation) {
  for (int i = 0; i < 100; ++i, now += 0.05)
    if (loop.advance(now, ended, generation)) return i;
  return -1;
}

TEST(SceneLoop, AsksOnceHoldsTheLastPictureAndFades) {
  SceneLoop loop;
  double now = 100;
  EXPECT_EQ(picturesUntilNext(loop, now, false, 1), -1) << "the scene is not at its end";
  EXPECT_EQ(loop.remains(), 0);
  EXPECT_EQ(picturesUntilNext(loop, now, true, 1), 0);
  EXPECT_EQ(loop.remains(), 1);
  EXPECT_EQ(picturesUntilNext(loop, now, true, 1), -1) << "the next scene is being built";
  EXPECT_EQ(loop.remains(), 1);
  loop.advance(now += 0.05, false, 2);
  loop.advance(now += 0.05, false, 2);
  EXPECT_LT(loop.remains(), 1);
  EXPECT_GT(loop.remains(), 0.5) << "no flash";
  for (double end = now + SceneLoop::kFade; now < end;) loop.advance(now += 0.05, false, 2);
  EXPECT_EQ(loop.remains(), 0) << "less than a second";
  EXPECT_EQ(picturesUntilNext(loop, now, true, 2), 0) << "and again";
}

TEST(SceneLoop, LetsTheLastSceneBeSeenWhereNothingFollows) {
  SceneLoop loop;
  double now = 0;
  EXPECT_EQ(picturesUntilNext(loop, now, true, 1), 0);
  now += SceneLoop::kLongestWait;
  EXPECT_EQ(picturesUntilNext(loop, now, true, 1), -1) << "the next scene could not be built: it is not tried again";
  EXPECT_EQ(loop.remains(), 0);
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
