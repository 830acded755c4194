#include "film/film.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/support/film_support.h"
#include "app/support/flow_support.h"
#include "app/support/run_program.h"
#include "commands/line/progress_bar.h"
#include "files/png_file.h"
#include "film/worker_thread.h"
#include "fmm/initial_conditions.h"
#include "fmm/tracer_regions.h"
#include "simulation/inspection.h"

namespace app {
namespace {

using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr int kWidth = 96, kHeight = 64;

fmm::Settings settings() {
  fmm::Settings s;
  s.backend = fmm::Backend::cpu;
  s.timeStep = 0.02;
  return s;
}

/// A ring that moves along x, which the camera sees from the side.
Flow sideways() {
  fmm::Ring ring;
  ring.axis = {1, 0, 0};
  ring.radius = 0.3;
  ring.coreRadius = 0.08;
  fmm::Elements elements;
  fmm::Tracers tracers;
  fmm::addLine(ring, {200, 0.06}, elements);
  fmm::addTracersAround(ring, 0.1, 800, 0, 2, tracers);
  return test::flowOf(settings(), elements, tracers);
}

FrameSettings look(bool follow = false) {
  FrameSettings frames{
      test::filmOf(kWidth, kHeight), {}, CameraPath(CameraPose{{0.3, 0, 2}, {0.3, 0, 0}, {0, 1, 0}, 35})};
  frames.view.follow = follow;
  return frames;
}

FilmPlan plan(std::int64_t frames, int stepsPerFrame = 1) {
  FilmPlan p;
  p.frames = frames;
  p.clock = filmClock({}, settings().timeStep, stepsPerFrame);
  return p;
}

Recorder pictures(const TemporaryFolder& folder, std::int64_t first = 0) {
  return Recorder({folder / "%d.png", test::filmOf(kWidth, kHeight), false, first});
}

Image picture(const TemporaryFolder& folder, int number) {
  return readPng(folder / fmt::format("{}.png", number));
}

TEST(Film, ShowsTheRingMoving) {
  const TemporaryFolder folder;
  Flow flow = sideways();
  FrameMaker maker(look());
  Recorder recorder = pictures(folder);
  const FilmResult result = makeFilm(flow, plan(8, 2), {}, &maker, &recorder);
  recorder.finish();
  EXPECT_EQ(result.framesDone, 8);
  EXPECT_FALSE(result.interrupted);
  EXPECT_EQ(flow.system().steps(), 14) << "frame k is the state after k times 2 steps";
  EXPECT_GT(result.drawSeconds, 0);
  EXPECT_GT(result.stepSeconds, 0);
  EXPECT_FALSE(result.stages.empty());
  double x = 0;
  for (int k = 0; k < 8; ++k) {
    const test::Spot spot = test::centreOfLight(picture(folder, k));
    EXPECT_GT(test::meanLevel(picture(folder, k)), 0.5) << "black frame " << k;
    if (k > 0) {
      EXPECT_GT(spot.x, x) << "frame " << k;
    }
    x = spot.x;
  }
}

TEST(Film, FollowingCameraKeepsTheRingInPlace) {
  const TemporaryFolder folder;
  Flow flow = sideways();
  const fmm::Vec3 start = centroid(flow.system().elements());
  FrameMaker maker(look(true));
  Recorder recorder = pictures(folder);
  makeFilm(flow, plan(8, 2), {}, &maker, &recorder);
  recorder.finish();
  const test::Spot first = test::centreOfLight(picture(folder, 0)), last = test::centreOfLight(picture(folder, 7));
  EXPECT_NEAR(first.x, last.x, 1.5);
  EXPECT_GT(centroid(flow.system().elements()).x - start.x, 0.05);
}

TEST(Film, RepeatsBitForBit) {
  const TemporaryFolder a, b;
  for (const TemporaryFolder* folder : {&a, &b}) {
    Flow flow = sideways();
    FrameMaker maker(look());
    Recorder recorder = pictures(*folder);
    makeFilm(flow, plan(4), {}, &maker, &recorder);
    recorder.finish();
  }
  for (int k = 0; k < 4; ++k) EXPECT_EQ(picture(a, k).rgb, picture(b, k).rgb) << "frame " << k;
}

TEST(Film, ColoursOfTagsAndDepthRepeatBitForBit) {
  std::vector<Image> ends;
  for (const ColourBy by : {ColourBy::speed, ColourBy::ring, ColourBy::age, ColourBy::depth}) {
    FrameSettings coloured = look();
    coloured.view.colourBy = by;
    coloured.view.ageRange = 0.1;
    coloured.view.legend = true;
    const TemporaryFolder a, b;
    for (const TemporaryFolder* folder : {&a, &b}) {
      Flow flow = sideways();
      FrameMaker maker(coloured);
      Recorder recorder = pictures(*folder);
      makeFilm(flow, plan(3), {}, &maker, &recorder);
      recorder.finish();
    }
    for (int k = 0; k < 3; ++k) EXPECT_EQ(picture(a, k).rgb, picture(b, k).rgb) << toString(by) << ", frame " << k;
    ends.push_back(picture(a, 2));
  }
  for (std::size_t i = 1; i < ends.size(); ++i) EXPECT_NE(ends[i].rgb, ends[i - 1].rgb) << i;
}

TEST(Film, GoesOnFromACheckpointBitForBit) {
  const TemporaryFolder whole, rest;
  struct State {
    fmm::Elements elements;
    fmm::Tracers tracers;
    fmm::Settings settings;
    double time;
    std::int64_t steps, frames;
  };
  std::optional<State> saved;
  {
    Flow flow = sideways();
    FrameMaker maker(look());
    Recorder recorder = pictures(whole);
    FilmPlan p = plan(6, 2);
    p.checkpointEvery = 3;
    FilmEvents events;
    events.checkpoint = [&](std::int64_t done) {
      for (int k = 0; k < done; ++k) EXPECT_TRUE(std::filesystem::exists(whole / fmt::format("{}.png", k)));
      EXPECT_EQ(flow.system().steps(), 2 * (done - 1));
      if (done == 3)
        saved = {flow.system().elements(), flow.system().tracers(), flow.system().settings(),
                 flow.system().time(),     flow.system().steps(),   done};
    };
    makeFilm(flow, p, events, &maker, &recorder);
    recorder.finish();
  }
  ASSERT_TRUE(saved);
  Flow flow = test::flowOf(saved->settings, saved->elements, saved->tracers, saved->time, saved->steps);
  FrameMaker maker(look());
  Recorder recorder = pictures(rest, saved->frames);
  FilmPlan p = plan(6, 2);
  p.firstFrame = saved->frames;
  EXPECT_EQ(makeFilm(flow, p, {}, &maker, &recorder).framesDone, 6);
  recorder.finish();
  EXPECT_THAT(rest.files(), UnorderedElementsAre("3.png", "4.png", "5.png"));
  for (int k = 3; k < 6; ++k) EXPECT_EQ(picture(whole, k).rgb, picture(rest, k).rgb) << "frame " << k;
}

TEST(Film, CheckpointsComeInTimeAndAtTheEnd) {
  Flow flow = sideways();
  FilmPlan p = plan(7);
  p.checkpointEvery = 3;
  std::vector<std::int64_t> checkpoints, frames;
  FilmEvents events;
  events.checkpoint = [&](std::int64_t done) { checkpoints.push_back(done); };
  events.frameDone = [&](std::int64_t done) { frames.push_back(done); };
  makeFilm(flow, p, events, nullptr, nullptr);
  EXPECT_THAT(checkpoints, ElementsAre(3, 6, 7));
  EXPECT_THAT(frames, ElementsAre(1, 2, 3, 4, 5, 6, 7));
}

TEST(Film, EndsWhenInterrupted) {
  Flow flow = sideways();
  std::int64_t checkpoint = 0;
  int asked = 0;
  FilmEvents events;
  events.interrupted = [&] { return ++asked == 4; };
  events.checkpoint = [&](std::int64_t done) { checkpoint = done; };
  const FilmResult result = makeFilm(flow, plan(1000), events, nullptr, nullptr);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.framesDone, 4);
  EXPECT_EQ(checkpoint, 4);
  EXPECT_EQ(flow.system().steps(), 3);
}

TEST(Film, NumericalFailureKeepsWhatWasMade) {
  const TemporaryFolder folder;
  fmm::Elements elements;
  for (const double sign : {-1.0, 1.0}) {
    elements.position.push_back({0, 0.1 * sign, 0});
    elements.strength.push_back({1e30, 0, 0});
    elements.coreRadius.push_back(0.1);
    elements.ring.push_back(0);
  }
  fmm::Settings s = settings();
  s.timeStep = 1e9;
  Flow flow = test::flowOf(s, elements, {});
  FrameMaker maker(look());
  Recorder recorder = pictures(folder);
  std::int64_t checkpoint = 0;
  FilmEvents events;
  events.checkpoint = [&](std::int64_t done) { checkpoint = done; };
  const FilmResult result = makeFilm(flow, plan(50), events, &maker, &recorder);
  recorder.finish();
  EXPECT_THAT(result.failure, HasSubstr("not finite"));
  EXPECT_GE(result.framesDone, 1);
  EXPECT_LT(result.framesDone, 50);
  EXPECT_EQ(checkpoint, result.framesDone);
  EXPECT_EQ(folder.files().size(), static_cast<std::size_t>(result.framesDone));
}

TEST(Film, FailingRecorderEndsIt) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "2.png");
  Flow flow = sideways();
  FrameMaker maker(look());
  Recorder recorder({folder / "%d.png", test::filmOf(kWidth, kHeight), true});
  EXPECT_THROW(makeFilm(flow, plan(500), {}, &maker, &recorder), RecorderError);
  EXPECT_LT(flow.system().steps(), 100);
  EXPECT_TRUE(std::filesystem::exists(folder / "1.png"));
}

TEST(WorkerThread, RunsTasksInTurnAndHandsOnWhatTheyThrow) {
  WorkerThread worker;
  std::thread::id first, second;
  worker.start([&] { first = std::this_thread::get_id(); }).get();
  worker.start([&] { second = std::this_thread::get_id(); }).get();
  EXPECT_EQ(first, second);
  EXPECT_NE(first, std::this_thread::get_id());
  EXPECT_THROW(worker.start([] { throw std::runtime_error("x"); }).get(), std::runtime_error);
}

TEST(ProgressText, TellsShareRateAndTimeLeft) {
  EXPECT_EQ(progressText("film", 25, 100, 5, 200),
            fmt::format("film [{:#>10}{:->30}] 25/100  25 %  5.0 frames/s  0:15 left", "", ""));
  EXPECT_THAT(progressText("film", 0, 100, 0, 80), HasSubstr("] 0/100   0 %"));
  EXPECT_THAT(progressText("film", 1, 1000, 60, 80), HasSubstr("16:39:00 left"));
  for (int columns = 0; columns < 120; ++columns)
    EXPECT_LE(progressText("film", 25, 100, 5, columns).size(), static_cast<std::size_t>(columns));
}

}  // namespace
}  // namespace app
