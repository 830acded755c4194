// Streaks in the picture: the paths of tracers.

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/support/picture_support.h"
#include "state/tracer_trails.h"
#include "support/test.h"

namespace app {
namespace {

constexpr int kSize = 240;
constexpr double kPi = 3.14159265358979323846, kSpan = 1.2, kRadius = 1, kDistance = 5;

class StreakPicture : public test::DrawTest {
 protected:
  /// One tracer that turns about the line of sight by a radian a unit of time, and has done so for long.
  void turn(TracerTrails& trails) {
    trails.keep(kSpan);
    for (int state = 0; state <= 60; ++state) {
      const double angle = -0.05 * (60 - state);
      tracer_ = test::streamOf(
          {{static_cast<float>(kRadius * std::cos(angle)), static_cast<float>(kRadius * std::sin(angle)), 0.0F, 1.0F}});
      trails.add(*tracer_, tags_, 0.05 * state, 1);
    }
  }
  Image draw(const TracerTrails* trails, ViewSettings view = {}) {
    view.streaks = kSpan;
    view.bloom = 0;
    if (view.background == Background::dark) view.backgroundColour = Colour{0, 0, 0};
    PictureContents contents{*tracer_};
    if (trails != nullptr) contents.streaks.emplace(Streaks{*trails, *tracer_, tags_});
    SceneRenderer renderer(kSize, kSize);
    renderer.draw(contents, test::frontCamera(kDistance), view);
    return renderer.read();
  }

  std::unique_ptr<ParticleStream> tracer_;
  TagBuffer tags_;
};

int lightAt(const Image& image, int x, int y) {
  const std::uint8_t* rgb = &image.rgb[3 * static_cast<std::size_t>(y * image.width + x)];
  return rgb[0] + rgb[1] + rgb[2];
}

TEST_F(StreakPicture, IsAnArcThatFadesTowardsItsTail) {
  TracerTrails trails;
  turn(trails);
  const Image with = draw(&trails), without = draw(nullptr);
  const double pixels = 0.5 * kSize / std::tan(35 * kPi / 360) / kDistance;  // a unit of length
  std::vector<double> light(24);
  int off = 0, lit = 0;
  for (int y = 0; y < kSize; ++y)
    for (int x = 0; x < kSize; ++x) {
      const int gained = lightAt(with, x, y) - lightAt(without, x, y);
      if (gained < 12) continue;
      ++lit;
      const double right = (x + 0.5 - 0.5 * kSize) / pixels, up = (0.5 * kSize - y - 0.5) / pixels;
      off += std::abs(std::hypot(right, up) - kRadius) * pixels > 1.6 ? 1 : 0;
      const double age = -std::atan2(up, right);
      off += age < -0.05 || age > kSpan ? 1 : 0;
      const int bin = std::clamp(static_cast<int>(age / kSpan * 24), 0, 23);
      light[static_cast<std::size_t>(bin)] += gained;
    }
  EXPECT_GT(lit, 50);
  EXPECT_EQ(off, 0);
  EXPECT_GT(light[4], 1.5 * light[12]);
  EXPECT_GT(light[12], 1.5 * light[20]);
}

TEST_F(StreakPicture, IsDrawnInEveryViewAndOnPaper) {
  TracerTrails trails;
  turn(trails);
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both})
    for (const Background background : {Background::dark, Background::light}) {
      ViewSettings view;
      view.mode = mode;
      view.background = background;
      const Image with = draw(&trails, view), without = draw(nullptr, view);
      int changed = 0;
      for (int y = 0; y < kSize; ++y)
        for (int x = 0; x < kSize; ++x) changed += std::abs(lightAt(with, x, y) - lightAt(without, x, y)) > 30 ? 1 : 0;
      EXPECT_GT(changed, 30) << toString(mode) << ", " << toString(background);
    }
}

}  // namespace
}  // namespace app
