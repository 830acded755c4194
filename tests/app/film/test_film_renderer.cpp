// FilmRenderer: several samples a pixel, and the transfer to the host.

#include "film/film_renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "app/support/film_support.h"
#include "app/support/picture_support.h"
#include "gl/headless_context.h"

namespace app {
namespace {

/// Tracers about a ring in the picture's plane, sparse enough that single points show.
std::unique_ptr<ParticleStream> ring(std::size_t count = 3000) {
  return test::flatRing(count, 0.7F, 1);
}

const Camera kCamera(CameraPose{{0.3, 0.2, 4}, {0, 0, 0}, {0, 1, 0}, 35});

class FilmRendererTest : public testing::Test {
 protected:
  static Image draw(int width, int height, int supersampling, const ParticleStream& tracers,
                    const ViewSettings& view = {}) {
    FilmRenderer renderer(test::filmOf(width, height, 30, supersampling));
    renderer.draw({tracers}, kCamera, view);
    return renderer.take();
  }

  HeadlessContext context_;
};

TEST_F(FilmRendererTest, PicturesArriveAsTheyWereDrawn) {
  const auto tracers = ring();
  for (const auto& [width, height] : {std::pair(64, 48), std::pair(33, 17), std::pair(1, 1), std::pair(202, 101)}) {
    SceneRenderer direct(width, height);
    direct.draw({*tracers}, kCamera, {});
    const Image arrived = draw(width, height, 1, *tracers);
    EXPECT_EQ(arrived.width, width);
    EXPECT_EQ(arrived.height, height);
    EXPECT_EQ(arrived.rgb, direct.read().rgb) << width << "x" << height;
  }
}

TEST_F(FilmRendererTest, ArrivesInOrderWhileTheNextIsDrawn) {
  const auto many = ring(3000), few = ring(100);
  FilmRenderer renderer(test::filmOf(64, 48));
  std::vector<Image> pictures;
  for (int k = 0; k < 6; ++k) {
    renderer.draw({k % 2 == 0 ? *many : *few}, kCamera, {});
    while (renderer.pending() >= FilmRenderer::kMostPending) pictures.push_back(renderer.take());
  }
  while (renderer.pending() > 0) pictures.push_back(renderer.take());
  ASSERT_EQ(pictures.size(), 6u);
  EXPECT_NE(pictures[0].rgb, pictures[1].rgb);
  for (std::size_t k = 2; k < 6; ++k) EXPECT_EQ(pictures[k].rgb, pictures[k % 2].rgb) << "picture " << k;
}

/// A film loads the next particles while the last picture is being drawn.
TEST_F(FilmRendererTest, ShowsTheParticlesOfItsOwnFrame) {
  constexpr int kFrames = 8;
  for (const auto& make : {makeHostParticleStream, makeParticleStream}) {
    const auto stream = make();
    const auto load = [&](int frame) {
      const fmm::ParticleTarget target = stream->map(500);
      for (std::size_t i = 0; i < 500; ++i) {
        const float angle = 0.0126F * static_cast<float>(i);
        const float values[] = {0.1F * static_cast<float>(frame) + 0.3F * std::cos(angle), std::sin(angle), 0, 1};
        std::copy(values, values + 4, target.positions + 4 * i);
      }
      stream->unmap();
    };
    std::vector<Image> pictures;
    FilmRenderer renderer(test::filmOf(64, 48));
    for (int k = 0; k < kFrames; ++k) {
      load(k);
      renderer.draw({*stream}, kCamera, {});
      while (renderer.pending() >= FilmRenderer::kMostPending) pictures.push_back(renderer.take());
    }
    while (renderer.pending() > 0) pictures.push_back(renderer.take());
    SceneRenderer direct(64, 48);
    for (int k = 0; k < kFrames; ++k) {
      load(k);
      direct.draw({*stream}, kCamera, {});
      EXPECT_EQ(pictures[static_cast<std::size_t>(k)].rgb, direct.read().rgb) << "frame " << k;
    }
  }
}

TEST_F(FilmRendererTest, APixelIsTheMeanOfItsSamplesInLinearLight) {
  constexpr int kSide = 3, kWidth = 96, kHeight = 64;
  const auto tracers = ring();
  SceneRenderer renderer(kWidth, kHeight);
  test::LightSum sum(kWidth, kHeight);
  for (int number = 0; number < kSide * kSide; ++number) {
    const SampleOffset offset = sampleOffset(number, kSide);
    Camera shifted = kCamera;
    shifted.shiftLens(-2 * offset.x / kWidth, -2 * offset.y / kHeight);
    PictureContents contents{*tracers};
    contents.sample = number;
    renderer.draw(contents, shifted, {});
    sum.add(renderer.read());
  }
  EXPECT_LE(test::largestDifference(sum.mean(), draw(kWidth, kHeight, kSide, *tracers)), 1);
}

TEST_F(FilmRendererTest, EqualsALargerPictureAveragedDown) {
  const auto tracers = ring();
  ViewSettings view;
  view.pointSize = 3;  // 1.5 pixels
  const Image sampled = draw(480, 360, 3, *tracers, view);
  const Image larger = test::averagedDown(draw(1440, 1080, 1, *tracers, view), 3);
  EXPECT_GT(test::psnr(sampled, larger), 38);
  EXPECT_GT(test::psnr(sampled, larger), test::psnr(draw(480, 360, 1, *tracers, view), larger) + 3)
      << "it is nearer to it than a picture with one sample a pixel";
}

TEST_F(FilmRendererTest, SamplesRepeatBitForBitAndKeepEvenGround) {
  const auto tracers = ring();
  EXPECT_EQ(draw(160, 120, 2, *tracers).rgb, draw(160, 120, 2, *tracers).rgb);
  for (const Background background : {Background::dark, Background::light}) {
    ViewSettings view;
    view.background = background;
    const auto none = ring(0);
    EXPECT_EQ(draw(64, 48, 2, *none, view).rgb, draw(64, 48, 1, *none, view).rgb);
  }
}

TEST_F(FilmRendererTest, SamplesLieEvenlyInThePixel) {
  for (int side = 1; side <= 8; ++side) {
    SampleOffset sum;
    for (int number = 0; number < side * side; ++number) {
      const SampleOffset at = sampleOffset(number, side);
      EXPECT_LT(std::abs(at.x), 0.5);
      EXPECT_LT(std::abs(at.y), 0.5);
      sum = {sum.x + at.x, sum.y + at.y};
    }
    EXPECT_NEAR(sum.x, 0, 1e-12);
    EXPECT_NEAR(sum.y, 0, 1e-12);
  }
}

}  // namespace
}  // namespace app
