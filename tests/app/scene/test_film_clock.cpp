// The exact clock of films: every picture at its time, by whole steps.

#include "files/user_error.h"
#include "scene/film_clock.h"
#include "support/test.h"

namespace app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

FilmSettings film(double timePerSecond, double fps) {
  FilmSettings settings;
  settings.timePerSecond = timePerSecond;
  settings.framesPerSecond = fps;
  return settings;
}

TEST(FilmClock, WithoutTimePerSecondFollowsTheSolver) {
  const FilmClock clock = filmClock({}, -0.02, 3);
  EXPECT_EQ(clock.stepsPerFrame, 3);
  EXPECT_EQ(clock.timeStep, -0.02);
  EXPECT_EQ(clock.timeOf(0), 0);
  EXPECT_EQ(clock.timeOf(7), 7 * (3 * -0.02));
}

TEST(FilmClock, TakesTheFewestStepsThatAreNotLongerThanAsked) {
  struct Case {
    double timePerSecond, fps, dt;
    int steps;
  };
  for (const Case& c : {Case{0.09, 30, 0.003, 1}, Case{0.27, 30, 0.003, 3}, Case{0.271, 30, 0.003, 4},
                        Case{1, 24, 0.01, 5}, Case{1e-3, 1000, 0.01, 1}, Case{0.3, 1, 0.1, 3}, Case{0.7, 1, 0.1, 7},
                        Case{3000, 1, 0.3, 10000}, Case{1e-20, 30000. / 1001, 1e-21, 1}}) {
    const FilmClock clock = filmClock(film(c.timePerSecond, c.fps), c.dt, 17);
    EXPECT_EQ(clock.stepsPerFrame, c.steps) << c.timePerSecond << " " << c.fps << " " << c.dt;
    EXPECT_EQ(clock.interval, c.timePerSecond / c.fps);
    EXPECT_LE(clock.timeStep, c.dt * (1 + 1e-9));
    EXPECT_DOUBLE_EQ(clock.timeStep * clock.stepsPerFrame, clock.interval);
  }
}

TEST(FilmClock, RunsBackwardsWithANegativeStep) {
  const FilmClock clock = filmClock(film(0.3, 30), -0.004, 1);
  EXPECT_EQ(clock.stepsPerFrame, 3);
  EXPECT_LT(clock.timeStep, 0);
  EXPECT_EQ(clock.interval, -0.01);
  EXPECT_EQ(clock.timeOf(100), -1);
}

TEST(FilmClock, APictureIsAtItsTimeHoweverManyCameBefore) {
  const FilmClock clock = filmClock(film(1, 30), 0.01, 1);
  for (const std::int64_t k : {1, 30, 1000, 1234567}) EXPECT_EQ(clock.timeOf(k), static_cast<double>(k) * (1. / 30));
  EXPECT_DOUBLE_EQ(clock.timeOf(30 * 3600), 3600);
}

TEST(FilmClock, OfItsOwnStepsIsTheSame) {
  for (const double perSecond : {0.1, 0.123456789, 1. / 3, 0.7, 19.0}) {
    for (const double fps : {1.0, 24.0, 25.0, 30000. / 1001, 59.94, 144.0}) {
      for (const double dt : {0.01, -0.003, 0.0123}) {
        const FilmClock once = filmClock(film(perSecond, fps), dt, 1);
        const FilmClock again = filmClock(film(perSecond, fps), once.timeStep, once.stepsPerFrame);
        EXPECT_TRUE(again.drives(once.timeStep, once.stepsPerFrame)) << perSecond << " " << fps << " " << dt;
        EXPECT_EQ(again.interval, once.interval);
      }
    }
  }
}

TEST(FilmClock, RefusesMoreStepsThanAFrameMayHave) {
  EXPECT_THAT(test::refusal<UserError>([] { filmClock(film(1, 1), 1e-5, 1); }),
              AllOf(HasSubstr("100000 steps of 1e-05"), HasSubstr("allowed: up to 10000")));
}

TEST(FilmClock, LengthIsSecondsTimesRate) {
  FilmSettings settings;
  settings.seconds = 10;
  settings.framesPerSecond = 30000. / 1001;
  EXPECT_EQ(filmLength(settings), 300);
  settings.seconds = 0.001;
  EXPECT_EQ(filmLength(settings), 1);
}

TEST(FilmClock, ShotsStandAtEndsOfSteps) {
  FilmSettings blurred;
  blurred.shots = 4;
  blurred.shutter = 0.5;
  for (const auto& [steps, expected, apart] : {std::tuple(1, 8, 1), std::tuple(8, 8, 1), std::tuple(9, 16, 2)}) {
    const FilmClock clock = filmClock(blurred, 0.01, steps);
    EXPECT_EQ(clock.stepsPerFrame, expected) << steps;
    EXPECT_EQ(clock.shotSteps, apart) << steps;
    EXPECT_NEAR(clock.interval, 0.01 * steps, 1e-15);
    EXPECT_EQ(clock.interval, clock.stepsPerFrame * clock.timeStep);
    EXPECT_EQ(clock.timeOfShot(7, 3), clock.timeOf(7));
    EXPECT_NEAR(clock.timeOfShot(7, 0), clock.timeOf(7) - 3. / 8 * clock.interval, 1e-15);
    const FilmClock again = filmClock(blurred, clock.timeStep, clock.stepsPerFrame);
    EXPECT_TRUE(again.drives(clock.timeStep, clock.stepsPerFrame) && again.interval == clock.interval);
  }
  blurred.shutter = 0;
  EXPECT_EQ(filmClock(blurred, 0.01, 3).stepsPerFrame, 3) << "all shots are of one time";
  blurred.supersampling = 3;
  EXPECT_EQ(filmShots(blurred), 9) << "one for each sample";
  blurred.shutter = 1e-4;
  EXPECT_THROW(filmClock(blurred, 0.01, 1), UserError);
}

}  // namespace
}  // namespace app
