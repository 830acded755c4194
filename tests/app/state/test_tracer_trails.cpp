// Where tracers have been: the points of streaks.

#include "state/tracer_trails.h"

#include <cmath>
#include <functional>

#include "gl/headless_context.h"
#include "support/test.h"

namespace app {
namespace {

using Motion = std::function<fmm::Vec3(fmm::Vec3 start, double time)>;

/// A turn about z by one radian a unit of time.
fmm::Vec3 turned(fmm::Vec3 x, double t) {
  return {std::cos(t) * x.x - std::sin(t) * x.y, std::sin(t) * x.x + std::cos(t) * x.y, x.z};
}
fmm::Vec3 strained(fmm::Vec3 x, double t) {
  return {std::exp(t) * x.x, std::exp(-0.5 * t) * x.y, std::exp(-0.5 * t) * x.z};
}

fmm::Vec3 startOf(std::size_t i) {
  const double a = 0.7 * static_cast<double>(i);
  return {1 + 0.3 * std::cos(a), std::sin(a), 0.2 * std::cos(3 * a)};
}

class TracerTrailsTest : public testing::Test {
 protected:
  /// Adds the state of `count` tracers at `time`, born at `birth`.
  void add(const Motion& motion, std::size_t count, double time, std::uint64_t flow = 1) {
    const auto stream = makeHostParticleStream();
    const fmm::ParticleTarget target = stream->map(count);
    for (std::size_t i = 0; i < count; ++i) {
      const fmm::Vec3 x = motion(startOf(i), time);
      const float values[] = {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z), 0};
      std::copy(values, values + 4, target.positions + 4 * i);
    }
    stream->unmap();
    tags_.load(sharedTags_);
    trails_.add(*stream, tags_, time, flow);
  }
  void expectExact(const Motion& motion, std::size_t count, std::size_t times) {
    const TrailPlaces read = trails_.read();
    ASSERT_EQ(read.times.size(), times);
    ASSERT_EQ(read.places.size(), times * count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < times; ++k)
        EXPECT_LT(fmm::norm(read.places[i * times + k] - motion(startOf(i), read.times[k])), 1e-5) << i << ", " << k;
  }

  HeadlessContext context_;
  TracerTrails trails_;
  SharedTags sharedTags_;
  TagBuffer tags_;
};

TEST_F(TracerTrailsTest, AreThePlacesOfTheTracersInRotationAndStrain) {
  for (const Motion& motion : {Motion(turned), Motion(strained)}) {
    trails_.keep(0);
    trails_.keep(1.1);
    for (int state = 0; state <= 40; ++state) add(motion, 300, 0.1 * state);
    expectExact(motion, 300, TracerTrails::kTimes);
    const std::vector<TracerTrails::Age> ages = trails_.ages();
    ASSERT_EQ(ages.size(), TracerTrails::kTimes - 1) << "the present is where the tracers are";
    for (std::size_t k = 0; k < ages.size(); ++k) EXPECT_NEAR(ages[k].age, 0.1 * (static_cast<double>(k) + 1), 1e-9);
  }
}

TEST_F(TracerTrailsTest, AreAFixedTimeApartHoweverOftenStatesCome) {
  trails_.keep(1.1);
  for (int state = 0; state <= 1000; ++state) add(turned, 10, 0.004 * state);
  expectExact(turned, 10, TracerTrails::kTimes);
  const TrailPlaces read = trails_.read();
  for (std::size_t k = 1; k < read.times.size(); ++k) EXPECT_NEAR(read.times[k] - read.times[k - 1], 0.1, 1e-9);
  EXPECT_GE(trails_.ages().back().age, 1.1 - 0.1) << "the oldest ends the line";
}

TEST_F(TracerTrailsTest, StandStillWithThePausedFlow) {
  trails_.keep(1);
  for (int state = 0; state < 5; ++state) add(turned, 10, 0.2 * state);
  for (int again = 0; again < 20; ++again) add(turned, 10, 0.8);
  expectExact(turned, 10, 5);
}

TEST_F(TracerTrailsTest, BeginAnewInAnotherFlowAfterALeapAndWhereTimeTurnsRound) {
  trails_.keep(1);
  const auto run = [&] {
    for (int state = 0; state < 5; ++state) add(turned, 10, 0.2 * state);
    ASSERT_EQ(trails_.read().times.size(), 5U);
  };
  run();
  add(turned, 10, 1.0, 2);
  EXPECT_EQ(trails_.read().times.size(), 1U) << "another flow";
  trails_.keep(0);
  trails_.keep(1);
  run();
  add(turned, 10, 4);
  EXPECT_EQ(trails_.read().times.size(), 1U) << "a leap";
  add(turned, 10, 4.2);
  EXPECT_EQ(trails_.read().times.size(), 2U);
  add(turned, 10, 4.1);
  EXPECT_EQ(trails_.read().times.size(), 1U) << "backwards";
  add(turned, 10, 3.9);
  EXPECT_EQ(trails_.read().times.size(), 2U) << "goes on backwards";
  trails_.keep(0);
  EXPECT_TRUE(trails_.read().times.empty());
}

TEST_F(TracerTrailsTest, BeginWhereTracersJoinOrAreBornAnew) {
  const auto tagged = [](std::size_t count, float birth) {
    auto tags = std::make_shared<TracerTags>(count);
    (*tags)[3].birth = birth;
    return tags;
  };
  trails_.keep(1);
  sharedTags_ = tagged(10, 0);
  for (int state = 0; state < 4; ++state) add(turned, 10, 0.2 * state);
  sharedTags_ = tagged(70000, 0.7F);  // in two batches
  add(turned, 70000, 0.8);
  const TrailPlaces read = trails_.read();
  ASSERT_EQ(read.times.size(), 5U);
  ASSERT_EQ(read.paths(), 70000U);
  for (const std::size_t path : {std::size_t{3}, std::size_t{10}, std::size_t{69999}})
    for (std::size_t k = 0; k < 5; ++k)
      EXPECT_LT(fmm::norm(read.places[5 * path + k] - turned(startOf(path), 0.8)), 1e-6) << path;
  for (const std::size_t path : {std::size_t{2}, std::size_t{9}})
    EXPECT_LT(fmm::norm(read.places[5 * path] - turned(startOf(path), 0)), 1e-6) << path;
}

TEST_F(TracerTrailsTest, GoOnFromASavedStateAsIfNothingHadHappened) {
  auto tags = std::make_shared<TracerTags>(10);
  (*tags)[4].birth = 0.5F;
  sharedTags_ = tags;
  trails_.keep(1.1);
  for (int state = 0; state < 20; ++state) add(turned, 10, 0.1 * state);
  TracerTrails resumed;
  std::swap(resumed, trails_);
  trails_.restore(resumed.read());
  trails_.keep(1.1);
  add(turned, 10, 2.0, 7);
  std::swap(resumed, trails_);
  add(turned, 10, 2.0);
  EXPECT_EQ(resumed.read().times, trails_.read().times);
  EXPECT_EQ(resumed.read().births, trails_.read().births);
  for (std::size_t k = 0; k < trails_.read().places.size(); ++k)
    EXPECT_LT(fmm::norm(resumed.read().places[k] - trails_.read().places[k]), 1e-30);
}

TEST_F(TracerTrailsTest, TakeBoundedMemory) {
  trails_.keep(1);
  const std::size_t count = 2 * TracerTrails::kMost + 1;
  add(turned, count, 0);
  EXPECT_EQ(trails_.stride(), 3U);
  EXPECT_EQ(trails_.paths(), (count + 2) / 3);
  add([](fmm::Vec3 x, double) { return x; }, 0, 0.1);
  EXPECT_FALSE(trails_.any());
}

}  // namespace
}  // namespace app
