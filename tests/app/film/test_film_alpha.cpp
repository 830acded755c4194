// Alpha, linear light and depth of a film's pictures. Over a background, a picture with alpha equals the opaque one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/support/film_support.h"
#include "app/support/picture_support.h"
#include "colour/colour_map.h"
#include "film/film_renderer.h"
#include "gl/headless_context.h"

namespace app {
namespace {

constexpr int kWidth = 96, kHeight = 72;
const Camera kCamera(CameraPose{{0.3, 0.2, 4}, {0, 0, 0}, {0, 1, 0}, 35});

/// Tracers about a ring in the picture's plane.
std::unique_ptr<ParticleStream> ring(std::size_t count = 3000) {
  return test::flatRing(count, 0.6F, 0.8F);
}

class FilmAlpha : public testing::Test {
 protected:
  Image draw(const ViewSettings& view, Matte::Layers layers, int supersampling = 1) const {
    FilmRenderer renderer(test::filmOf(kWidth, kHeight, 30, supersampling), layers);
    renderer.draw({*tracers_}, kCamera, view);
    return renderer.take();
  }
  Image over(const Colour& ground, ViewSettings view, int supersampling = 1) const {
    view.backgroundColour = ground;
    return draw(view, {}, supersampling);
  }

  HeadlessContext context_;
  std::unique_ptr<ParticleStream> tracers_ = ring();
};

/// The picture laid over one grey, blended in sRGB values.
Image laidOver(int level, const Image& image) {
  Image result{image.width, image.height, {}};
  for (std::size_t i = 0; i < image.rgb.size(); ++i) {
    const double alpha = image.alpha[i / 3] / 255.;
    result.rgb.push_back(static_cast<std::uint8_t>(std::lround(alpha * image.rgb[i] + (1 - alpha) * level)));
  }
  return result;
}

ViewSettings viewOf(ViewMode mode, Background background) {
  ViewSettings view;
  view.mode = mode;
  view.background = background;
  view.exposure = 1;
  return view;
}

constexpr Colour kBlack = {0, 0, 0}, kWhite = {1, 1, 1};

TEST_F(FilmAlpha, LaidOverTheGroundOfItsKindItIsThePicture) {
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    for (const Background background : {Background::dark, Background::light, Background::gradient}) {
      const ViewSettings view = viewOf(mode, background);
      const bool paper = background == Background::light;
      const Image straight = draw(view, {true, false}), picture = over(paper ? kWhite : kBlack, view);
      EXPECT_LE(test::largestDifference(laidOver(paper ? 255 : 0, straight), picture), 2)
          << toString(mode) << " " << toString(background);
      EXPECT_EQ(straight.alpha.front(), 0);
      EXPECT_GT(*std::max_element(straight.alpha.begin(), straight.alpha.end()), 150);
    }
  }
}

TEST_F(FilmAlpha, SmokeAndPaintHideOtherGroundsAboutAsTheyShould) {
  for (const ViewSettings& view :
       {viewOf(ViewMode::density, Background::dark), viewOf(ViewMode::points, Background::gradient)})
    EXPECT_GT(test::psnr(laidOver(255, draw(view, {true, false})), over(kWhite, view)), 24) << toString(view.mode);
}

TEST_F(FilmAlpha, SamplesAreAveragedBeforeAlphaIsMade) {
  const ViewSettings view = viewOf(ViewMode::density, Background::dark);
  EXPECT_LE(test::largestDifference(laidOver(0, draw(view, {true, false}, 2)), over(kBlack, view, 2)), 2);
}

TEST_F(FilmAlpha, LinesAndLegendAreInItToo) {
  ViewSettings view = viewOf(ViewMode::points, Background::dark);
  view.legend = true;
  EXPECT_LE(test::largestDifference(laidOver(0, draw(view, {true, false})), over(kBlack, view)), 2);
}

TEST_F(FilmAlpha, LightIsLinearAndMultipliedByAlpha) {
  for (const ViewMode mode : {ViewMode::density, ViewMode::both}) {
    const ViewSettings view = viewOf(mode, Background::dark);
    const Image light = draw(view, {true, true});
    const Colour ground = {0.2F, 0.4F, 0.8F}, linear = toLinear(ground);
    const Image picture = over(ground, view);
    for (std::size_t i = 0; i < picture.rgb.size(); ++i) {
      const float* at = light.light.data() + Image::kLightParts * (i / 3);
      const float meant = toLinear(static_cast<float>(picture.rgb[i]) / 255);
      ASSERT_NEAR(at[i % 3] + (1 - at[3]) * linear[i % 3], meant, 0.012) << i << " " << toString(mode);
    }
  }
}

TEST_F(FilmAlpha, WithoutTransparencyLightIsThatOfThePicture) {
  const ViewSettings view = viewOf(ViewMode::points, Background::dark);
  const Image light = draw(view, {false, true}), picture = draw(view, {});
  for (std::size_t i = 0; i < picture.rgb.size(); ++i) {
    ASSERT_EQ(light.light[Image::kLightParts * (i / 3) + 3], 1);
    ASSERT_NEAR(light.light[Image::kLightParts * (i / 3) + i % 3], toLinear(static_cast<float>(picture.rgb[i]) / 255),
                0.005);
  }
}

TEST_F(FilmAlpha, DepthIsTheDistanceOfWhatIsSeen) {
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    const Image light = draw(viewOf(mode, Background::dark), {false, true});
    std::size_t seen = 0;
    for (std::size_t i = 4; i < light.light.size(); i += Image::kLightParts) {
      if (std::isinf(light.light[i])) continue;
      ++seen;
      EXPECT_NEAR(light.light[i], 4, 0.35) << toString(mode);
    }
    EXPECT_GT(seen, 500u) << toString(mode);
    EXPECT_LT(seen, 4000u) << toString(mode);
    EXPECT_TRUE(std::isinf(light.light[4])) << "nothing is in the corner";
  }
}

TEST_F(FilmAlpha, AChosenGroundIsThatColour) {
  ViewSettings view;
  tracers_ = ring(0);
  for (const Background background : {Background::dark, Background::light, Background::gradient}) {
    view.background = background;
    const Image picture = over({27 / 255.F, 42 / 255.F, 1}, view);
    for (const int at : {0, kWidth * kHeight - 1}) {
      const std::uint8_t* pixel = picture.rgb.data() + 3 * at;
      EXPECT_TRUE(pixel[0] == 27 && pixel[1] == 42 && pixel[2] == 255) << toString(background);
    }
  }
}

}  // namespace
}  // namespace app
