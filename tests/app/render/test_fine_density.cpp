// Volumes finer than the usual ones of few tracers, their memory, and pictures whose few rays add up over time.

#include "app/support/picture_support.h"
#include "camera/camera_rays.h"
#include "render/picture/volume_frame.h"
#include "support/test.h"

namespace {

using namespace app;
using test::difference;
using test::Particle;
using test::ring;

class FineDensity : public test::DrawTest {};

Camera camera(double turn = 0) {
  return Camera({{4.2 * std::sin(0.6 + turn), 1.4, 4.2 * std::cos(0.6 + turn)}, {0, 0, 0}, {0, 1, 0}, 35});
}
ViewSettings smoke(ViewMode mode) {
  ViewSettings view;
  view.mode = mode;
  view.backgroundColour = Colour{0.027F, 0.031F, 0.045F};  // the same everywhere
  view.bloom = 0;
  view.exposure = 1;
  return view;
}
RenderQuality fine() {
  RenderQuality quality;
  quality.cellsPerTracer = 5.4;
  quality.cubic = true;
  return quality;
}
Image drawn(SceneRenderer& renderer, const std::vector<Particle>& tracers, const Camera& from,
            const ViewSettings& view) {
  renderer.draw({*test::streamOf(tracers)}, from, view);
  return renderer.read();
}

TEST(FineDensityMemory, StaysWithinAPartOfTheGpus) {
  constexpr std::size_t kGiB = std::size_t{1} << 30;
  EXPECT_EQ(qualityFor(0), RenderQuality{}) << "unknown";
  EXPECT_EQ(qualityFor(2 * kGiB), RenderQuality{});
  EXPECT_EQ(qualityFor(139 * kGiB).cells, std::size_t{512} * 512 * 512);
  EXPECT_LT(volumeBytes(std::size_t{512} * 512 * 512), 3 * kGiB);
  for (std::size_t memory = 4 * kGiB; memory < 200 * kGiB; memory *= 2) {
    const RenderQuality quality = qualityFor(memory);
    EXPECT_TRUE(quality == RenderQuality{} || volumeBytes(quality.cells) <= memory / 16) << memory;
  }
}

TEST_F(FineDensity, TheProcessorDrawsAsItAlwaysDid) {
  if (!drawsOnCpu()) GTEST_SKIP() << "a GPU draws";
  EXPECT_EQ(fullQuality(), RenderQuality{});
}

/// Pixels within `reach` of one that has a tracer, seen as points.
std::vector<bool> nearPoints(const Image& points, int reach) {
  std::vector<bool> near(static_cast<std::size_t>(points.width) * static_cast<std::size_t>(points.height));
  for (int y = 0; y < points.height; ++y) {
    for (int x = 0; x < points.width; ++x) {
      if (points.at(x, y)[0] <= points.at(0, 0)[0]) continue;
      for (int v = std::max(0, y - reach); v <= std::min(points.height - 1, y + reach); ++v)
        for (int u = std::max(0, x - reach); u <= std::min(points.width - 1, x + reach); ++u)
          near[static_cast<std::size_t>(v) * static_cast<std::size_t>(points.width) + static_cast<std::size_t>(u)] =
              true;
    }
  }
  return near;
}

TEST_F(FineDensity, NoHaloIsBeyondThePoints) {
  const std::vector<Particle> tracers = ring(60000, 0.15F);
  SceneRenderer renderer(320, 180);
  ViewSettings bright = smoke(ViewMode::points);
  bright.exposure = 1000;  // also those whose colour is nearly black
  const Image points = drawn(renderer, tracers, camera(), bright);
  // The volume's cells are 3 pixels wide; smoke reaches 8 pixels beyond the tracers.
  const std::vector<bool> near = nearPoints(points, 4);
  for (const RenderQuality& quality : {RenderQuality{}, fine()}) {
    renderer.setQuality(quality);
    const Image image = drawn(renderer, tracers, camera(), smoke(ViewMode::both));
    int most = 0;
    for (std::size_t i = 0; i < near.size(); ++i)
      if (!near[i]) most = std::max(most, std::abs(image.rgb[3 * i] - image.rgb[0]));
    EXPECT_LE(most, 2) << "of 255, 5 pixels and more from every point; cubic: " << quality.cubic;
  }
}

/// Mean brightness above that of the corner, at 1 to `most` pixels from the nearest pixel with a tracer.
std::vector<double> lightByDistance(const Image& image, const Image& points, int most) {
  const auto at = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(points.width) + static_cast<std::size_t>(x);
  };
  std::vector<double> light;
  std::vector<bool> seen = nearPoints(points, 0);
  for (int d = 1; d <= most; ++d) {
    const std::vector<bool> before = seen;
    double sum = 0, count = 0;
    for (int y = 1; y + 1 < points.height; ++y) {
      for (int x = 1; x + 1 < points.width; ++x) {
        if (before[at(x, y)]) continue;
        if (!before[at(x - 1, y)] && !before[at(x + 1, y)] && !before[at(x, y - 1)] && !before[at(x, y + 1)]) continue;
        seen[at(x, y)] = true;
        sum += image.at(x, y)[0] - image.at(0, 0)[0];
        ++count;
      }
    }
    light.push_back(sum / std::max(count, 1.0));
  }
  return light;
}

TEST_F(FineDensity, NoOutlineIsAboutWhatIsDense) {
  // Separate rings: a cell is as wide as a tenth of a ring's picture, and opaque also beside the tracers.
  std::vector<Particle> tracers;
  for (int k = 0; k < 9; ++k) {
    for (Particle p : test::scaled(ring(33000, 0.2F), 0.25F)) {
      const int column = k % 3, row = k / 3;
      p[0] += 0.7F * static_cast<float>(column - 1);
      p[1] += 0.7F * static_cast<float>(row - 1);
      p[2] += 0.2F * static_cast<float>(k % 5 - 2);
      tracers.push_back(p);
    }
  }
  SceneRenderer renderer(1920, 1080);
  ViewSettings bright = smoke(ViewMode::points), dense = smoke(ViewMode::both);
  bright.exposure = 1000;  // also those whose colour is nearly black
  dense.opacity = 2;
  const Camera before({{-1.36, 0.9, 2.0}, {0, 0, 0}, {0, 1, 0}, 38});
  const Image points = drawn(renderer, tracers, before, bright), image = drawn(renderer, tracers, before, dense);
  const std::vector<double> light = lightByDistance(image, points, 22);
  EXPECT_GT(light.front(), 50) << "beside the tracers";
  EXPECT_LT(light.back(), 1) << "of 255, where cells are still opaque";
}

TEST_F(FineDensity, PlainDetailIsNearlyTheSameSmoke) {
  const std::vector<Particle> tracers = ring(60000, 0.15F);
  RenderQuality plain;
  plain.plainDetail = true;
  SceneRenderer renderer(640, 360);
  renderer.setQuality({});
  const Image whole = drawn(renderer, tracers, camera(), smoke(ViewMode::both));
  renderer.setQuality(plain);
  const Image image = drawn(renderer, tracers, camera(), smoke(ViewMode::both));
  double light = 0, apart = 0, more = 0;
  for (std::size_t i = 0; i < image.rgb.size(); ++i) {
    light += whole.rgb[i] - whole.rgb[i % 3];
    apart += std::abs(image.rgb[i] - whole.rgb[i]);
    more += image.rgb[i] - whole.rgb[i];
  }
  EXPECT_GT(apart, 0) << "it is another way to draw it";
  EXPECT_LT(apart, 0.06 * light) << "a pixel is a little different";
  EXPECT_LT(std::abs(more), 0.02 * light) << "the whole is not";
}

TEST_F(FineDensity, NothingIsLeftInLargeVolumesOfWhatWasThere) {
  RenderQuality quality = fine();
  quality.cells = (std::size_t{1} << 22) + 4096;  // more than are cleared as a whole
  quality.cellsPerTracer = 400;
  SceneRenderer renderer(160, 90), other(160, 90);
  renderer.setQuality(quality);
  other.setQuality(quality);
  drawn(renderer, test::ball(15000, {0.3F, 0.2F, 0.1F}, 1.2F), camera(), smoke(ViewMode::both));
  const Image second = drawn(renderer, ring(15000), camera(), smoke(ViewMode::both));
  EXPECT_EQ(second.rgb, drawn(other, ring(15000), camera(), smoke(ViewMode::both)).rgb);
}

TEST_F(FineDensity, CubicsHaveNoCellsInCloseUps) {
  // A single tracer in cells of 16 pixels each: jumps of the light's slope along the rows.
  const auto roughness = [](const RenderQuality& quality) {
    SceneRenderer renderer(320, 180);
    renderer.setQuality(quality);
    const Camera near({{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 3});
    const Image image = drawn(renderer, {{0.003F, 0.004F, 0, 1}}, near, smoke(ViewMode::density));
    double sum = 0, light = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 4; x + 4 < image.width; ++x) {
        sum += std::pow(image.at(x - 4, y)[0] - 2 * image.at(x, y)[0] + image.at(x + 4, y)[0], 2);
        light += std::pow(image.at(x, y)[0] - image.at(0, 0)[0], 2);
      }
    }
    return sum / light;
  };
  RenderQuality linear, cubic;
  linear.stepsPerCell = cubic.stepsPerCell = 8;  // avoids noise of the rays' random starts
  linear.resolution = cubic.resolution = 2;      // and of few rays
  cubic.cubic = true;
  EXPECT_LT(roughness(cubic), 0.2 * roughness(linear));
}

/// Quality of the window when its time is short.
RenderQuality coarse(bool overTime) {
  RenderQuality quality;
  quality.resolution = 0.5;
  quality.stepsPerCell = 0.45;
  quality.overTime = overTime;
  return quality;
}

TEST_F(FineDensity, PicturesInARowComeCloserToTheFullOne) {
  for (const double turn : {0., 0.004}) {
    SceneRenderer full(320, 180), once(320, 180), often(320, 180);
    once.setQuality(coarse(false));
    often.setQuality(coarse(true));
    const std::vector<Particle> tracers = ring(30000);
    const ViewSettings view = smoke(ViewMode::density);
    Image seen;
    for (int k = 0; k < 12; ++k) seen = drawn(often, tracers, camera(turn * k), view);
    const Image wanted = drawn(full, tracers, camera(turn * 11), view);
    const double single = difference(drawn(once, tracers, camera(turn * 11), view), wanted, 1).lit;
    EXPECT_LT(difference(seen, wanted, 1).lit, 0.9 * single) << "turned by " << turn << " each time";
  }
}

TEST_F(FineDensity, WhatHasGoneLeavesNoGhost) {
  SceneRenderer renderer(320, 180), full(320, 180);
  renderer.setQuality(coarse(true));
  const ViewSettings view = smoke(ViewMode::density);
  for (int k = 0; k < 6; ++k) drawn(renderer, test::ball(20000, {-0.6F, 0, 0}, 0.3F), camera(), view);
  const Image now = drawn(renderer, test::ball(20000, {0.6F, 0, 0}, 0.3F), camera(), view);
  const Image wanted = drawn(full, test::ball(20000, {0.6F, 0, 0}, 0.3F), camera(), view);
  int most = 0;
  for (int y = 0; y < wanted.height; ++y)
    for (int x = 0; x < wanted.width / 2; ++x)
      for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(now.at(x, y)[c] - wanted.at(x, y)[c]));
  EXPECT_LE(most, 2) << "where it was";
}

TEST_F(FineDensity, PicturesOfTheirOwnDoNotDependOnThoseBefore) {
  SceneRenderer renderer(160, 90);
  const ViewSettings view = smoke(ViewMode::both);
  const Image first = drawn(renderer, ring(5000), camera(), view);
  renderer.setQuality(coarse(true));
  drawn(renderer, ring(5000), camera(0.1), view);
  renderer.setQuality(fullQuality());
  EXPECT_EQ(drawn(renderer, ring(5000), camera(), view).rgb, first.rgb);
}

}  // namespace
