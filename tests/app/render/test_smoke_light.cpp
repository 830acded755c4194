// The light of smoke: two lamps and their colours, the shadow on the floor, the tracers' own detail.

#include "app/support/picture_support.h"
#include "support/test.h"

namespace {

using app::Background;
using app::Image;
using app::ViewMode;
using app::ViewSettings;
using test::linearLight;
using test::Particle;
using test::ring;

constexpr int kWidth = 320, kHeight = 180;

class SmokeLight : public test::DrawTest {
 protected:
  static ViewSettings smoke(ViewMode mode = ViewMode::both) {
    ViewSettings view;
    view.mode = mode;
    view.bloom = 0;
    view.exposure = 1;
    view.ambient = 0;
    return view;
  }
  /// A picture of the tracers above a floor, from the front.
  static Image draw(const std::vector<Particle>& tracers, const ViewSettings& view,
                    const app::RenderQuality& quality = {}) {
    const auto stream = test::streamOf(tracers);
    app::FlowState flow;
    flow.floor.emplace();
    flow.floor->height = -1.6;
    flow.floor->size = 1.3;
    app::SceneRenderer renderer(kWidth, kHeight);
    renderer.setQuality(quality);
    renderer.draw({*stream, flow}, app::Camera(app::CameraPose{{0, 1.5, 6}, {0, -0.4, 0}, {0, 1, 0}, 35}), view);
    return renderer.read();
  }
  /// Linear light of one colour component, summed over some rows.
  static double light(const Image& image, int part, int from = 0, int to = kHeight) {
    double sum = 0;
    for (int y = from; y < to; ++y)
      for (int x = 0; x < kWidth; ++x) sum += linearLight(image.at(x, y)[part]);
    return sum;
  }
};

TEST_F(SmokeLight, ASecondLampAddsItsOwnColour) {
  for (const ViewMode mode : {ViewMode::density, ViewMode::both}) {
    ViewSettings view = smoke(mode);
    view.colourMap = app::kDyeMap;
    view.dyes = {{{0.9F, 0.9F, 0.9F}, {0.9F, 0.9F, 0.9F}}};
    view.light = {1, 0.2, 0};
    const Image one = draw(ring(8000), view);
    view.secondLamp = 1;
    view.secondLight = {-1, 0.2, 0};
    view.lampColours[1] = {0, 0, 1};
    const Image two = draw(ring(8000), view);
    EXPECT_GT(light(two, 2), 1.2 * light(one, 2)) << "blue is added";
    EXPECT_NEAR(light(two, 0) / light(one, 0), 1, 0.15) << "red is not";
    view.lampColours[0] = {0, 0, 0};
    EXPECT_LT(light(draw(ring(8000), view), 0), 0.3 * light(one, 0)) << "a black lamp gives no light";
  }
}

TEST_F(SmokeLight, TheShadowLiesOnTheFloor) {
  ViewSettings view = smoke();
  view.background = Background::light;
  view.light = {0, 1, 0};
  const Image without = draw(ring(8000), view);
  view.shadow = 1;
  const Image with = draw(ring(8000), view);
  EXPECT_LT(light(with, 1, 3 * kHeight / 4), 0.97 * light(without, 1, 3 * kHeight / 4));
  EXPECT_NEAR(light(with, 1, 0, kHeight / 4) / light(without, 1, 0, kHeight / 4), 1, 0.01) << "not on the wall";
  view.light = {0, -1, 0};
  const Image below = draw(ring(8000), view);
  view.shadow = 0;
  EXPECT_EQ(below.rgb, draw(ring(8000), view).rgb) << "a lamp under the floor throws none";
}

TEST_F(SmokeLight, InTheDarkTheLampLightsTheFloor) {
  ViewSettings view = smoke();
  const Image without = draw(ring(8000), view);
  view.shadow = 0.5;
  EXPECT_GT(light(draw(ring(8000), view), 1, 3 * kHeight / 4), 1.5 * light(without, 1, 3 * kHeight / 4));
}

/// Sum of the squared differences of neighbouring pixels in a row.
double roughness(const Image& image) {
  double sum = 0;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 1; x < kWidth; ++x) {
      const double step = linearLight(image.at(x, y)[0]) - linearLight(image.at(x - 1, y)[0]);
      sum += step * step;
    }
  }
  return sum;
}

TEST_F(SmokeLight, WithoutGrainFewTracersFlowTogether) {
  ViewSettings view = smoke();
  view.grain = 1;
  const Image dots = draw(ring(2000), view);
  view.grain = 0;
  const Image even = draw(ring(2000), view);
  EXPECT_LT(roughness(even), 0.5 * roughness(dots));
  EXPECT_GT(light(even, 0), light(dots, 0)) << "what is spread does not stand in its own shade";
}

TEST_F(SmokeLight, DoesNotJumpAsTheSmokeGrows) {
  const std::vector<Particle> tracers = ring(20000);
  app::RenderQuality coarse;
  coarse.cells = 20 * 20 * 20;
  double before = 0;
  for (int step = 0; step < 24; ++step) {  // twice as large in the end, and so are the volume's cells
    const double now =
        roughness(draw(test::scaled(tracers, 0.6F * std::pow(1.03F, static_cast<float>(step))), smoke(), coarse));
    if (step > 0) {
      EXPECT_NEAR(now / before, 1.03, 0.15) << "step " << step;
    }
    before = now;
  }
}

TEST_F(SmokeLight, TracersSharpenWhatTheVolumeHas) {
  std::vector<Particle> sheet;
  for (int i = 0; i < 40000; ++i) {
    const float u = std::fmod(0.618034F * static_cast<float>(i), 1.0F);
    sheet.push_back({2 * u - 1, 2 * static_cast<float>(i) / 40000 - 1, 0, 1});
  }
  ViewSettings view = smoke(ViewMode::density);
  view.opacity = 0.3;
  const auto steepest = [&](const Image& image) {
    double most = 0;
    for (int x = 1; x < kWidth; ++x)
      most = std::max(
          most, std::abs(linearLight(image.at(x, kHeight / 2)[0]) - linearLight(image.at(x - 1, kHeight / 2)[0])));
    return most;
  };
  const double soft = steepest(draw(sheet, view));
  view.mode = ViewMode::both;
  view.grain = 0;
  EXPECT_GT(steepest(draw(sheet, view)), 1.3 * soft) << "the edges of the sheet";
}

/// Two dyes that fill one slab side by side, and meet in the middle of the picture.
Image twoDyes(app::Colour left, app::Colour right) {
  std::vector<Particle> slab;
  for (int i = 0; i < 120000; ++i) {
    const float u = std::fmod(0.7548777F * static_cast<float>(i), 1.0F),
                v = std::fmod(0.5698403F * static_cast<float>(i), 1.0F),
                w = std::fmod(0.3247180F * static_cast<float>(i) * 1.7F, 1.0F);
    slab.push_back({2.4F * u - 1.2F, 1.2F * v - 1, 0.3F * w, u < 0.5F ? 0.0F : 1.0F});
  }
  ViewSettings view;
  view.mode = ViewMode::both;
  view.bloom = 0;
  view.grain = 0;
  view.exposure = 1;
  view.colourMap = app::kDyeMap;
  view.dyes = {{left, right}};
  view.light = {0.3, 0.5, 1};
  return test::draw(slab, view, app::Camera({{0, 0, 6}, {0, -0.4, 0}, {0, 1, 0}, 35}), kWidth, kHeight);
}

/// Mean linear colour of a column over the middle rows of the slab.
std::vector<double> lightOf(const Image& image, int column) {
  std::vector<double> parts(3);
  for (int y = kHeight / 2 - 20; y < kHeight / 2 + 20; ++y)
    for (int c = 0; c < 3; ++c) parts[static_cast<std::size_t>(c)] += linearLight(image.at(column, y)[c]) / 40;
  return parts;
}

TEST_F(SmokeLight, NoDarkLineStandsWhereDyesMeet) {
  const app::Colour yellow = {0.98F, 0.8F, 0.1F}, magenta = {0.9F, 0.1F, 0.6F}, blue = {0.1F, 0.35F, 0.95F};
  for (const auto& [left, right] : {std::pair{yellow, magenta}, {yellow, blue}, {magenta, blue}}) {
    const Image image = twoDyes(left, right);
    const auto sum = [&](int column) {
      const std::vector<double> parts = lightOf(image, column);
      return parts[0] + parts[1] + parts[2];
    };
    const double least = std::min(sum(kWidth / 2 - 30), sum(kWidth / 2 + 30));
    for (int x = kWidth / 2 - 30; x <= kWidth / 2 + 30; ++x) EXPECT_GT(sum(x), 0.85 * least) << x;
  }
}

TEST_F(SmokeLight, YellowBesideMagentaStaysYellow) {
  const Image image = twoDyes({0.98F, 0.8F, 0.1F}, {0.9F, 0.1F, 0.6F});
  const std::vector<double> pure = lightOf(image, kWidth / 2 - 40);
  for (int x = kWidth / 2 - 30; x < kWidth / 2 - 2; ++x) {
    const std::vector<double> here = lightOf(image, x);
    EXPECT_NEAR(here[1] / here[0], pure[1] / pure[0], 0.14 * pure[1] / pure[0]) << x << ": green beside red";
    EXPECT_GT(here[0], 0.85 * pure[0]) << x;
  }
}

TEST_F(SmokeLight, YellowGoesToOrangeInTheShade) {
  ViewSettings view = smoke(ViewMode::density);
  view.colourMap = app::kDyeMap;
  view.dyes = {{{0.95F, 0.9F, 0.3F}, {0.95F, 0.9F, 0.3F}}};
  view.light = {0, 1, 0};
  view.opacity = 2;
  const auto greenBesideRed = [&](int from, int to) {
    const Image image = draw(test::ball(40000, {0, 0, 0}, 0.8F), view);
    std::array<double, 2> sums = {};  // of the ball's middle columns
    for (int y = from; y < to; ++y)
      for (int x = kWidth / 2 - 10; x < kWidth / 2 + 10; ++x)
        for (int c = 0; c < 2; ++c) sums.at(static_cast<std::size_t>(c)) += linearLight(image.at(x, y)[c]);
    return sums[1] / sums[0];
  };
  const double lit = greenBesideRed(40, 55), shaded = greenBesideRed(85, 100);
  EXPECT_LT(shaded, 0.85 * lit) << "as green as it is red, it would be olive";
  view.dyes = {{{0.9F, 0.9F, 0.9F}, {0.9F, 0.9F, 0.9F}}};
  EXPECT_NEAR(greenBesideRed(85, 100), 1, 0.02) << "white stays white";
}

}  // namespace
