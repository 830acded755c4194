// The density volume, measured on pictures and on the volume itself.

#include "app/support/picture_support.h"
#include "camera/camera_rays.h"
#include "render/picture/density_volume.h"
#include "support/test.h"

namespace {

using namespace app;
using test::ball;
using test::difference;
using test::draw;
using test::frontCamera;
using test::linearLight;
using test::Particle;
using test::ring;
using test::streamOf;

class Density : public test::DrawTest {};

const Colour kGround = {0.027F, 0.031F, 0.045F};  // the same everywhere
const ViewMode kSmokes[] = {ViewMode::density, ViewMode::both};

Camera camera(double scale = 1) {
  return Camera({{2.2 * scale, 1.4 * scale, 3.2 * scale}, {0, 0, 0}, {0, 1, 0}, 35});
}
ViewSettings smoke(ViewMode mode = ViewMode::density) {
  ViewSettings view;
  view.mode = mode;
  view.bloom = 0;
  return view;
}
Image mirrored(const Image& image) {
  Image result = image;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x)
      std::copy_n(image.at(image.width - 1 - x, y), 3, result.rgb.begin() + 3 * (y * image.width + x));
  }
  return result;
}
/// Light of the pixels in columns `from` to `to`, without that of the ground.
double lightIn(const Image& image, int from, int to) {
  double sum = 0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = from; x < to; ++x)
      for (int c = 0; c < 3; ++c) sum += linearLight(image.at(x, y)[c]) - linearLight(image.at(0, 0)[c]);
  }
  return sum;
}

TEST_F(Density, VolumeHoldsEveryTracer) {
  const ViewSettings view = smoke();
  RenderQuality quality;
  quality.cells = 100000;
  DensityVolume volume;
  for (const std::size_t count : {0U, 1U, 2U, 100U, 20000U}) {
    const auto stream = streamOf(ring(count));
    const PictureContents contents{*stream};
    const ColourScale colours = colourScale(contents, camera(), view);
    volume.build({*stream, colours, view, cameraRays(camera(), 1.5), camera().distance(), quality, true});
    EXPECT_EQ(volume.readSums().tracers, static_cast<double>(count));
    if (count > 1000) {
      EXPECT_NEAR(volume.readSums().colour, 0.5, 0.01);
    }
  }
}

TEST_F(Density, SameBytesInAnyOrderAndEveryTime) {
  for (const ViewMode mode : kSmokes) {
    std::vector<Particle> tracers = ring(5000);
    const Image first = draw(tracers, smoke(mode), camera());
    std::shuffle(tracers.begin(), tracers.end(), std::mt19937(3));
    EXPECT_EQ(draw(tracers, smoke(mode), camera()).rgb, first.rgb);
  }
}

TEST_F(Density, NothingOfTheLastPictureIsLeft) {
  for (const ViewMode mode : kSmokes) {
    const std::vector<Particle> now = ring(3000, 0.1F);
    SceneRenderer renderer(160, 90);
    // Another shape with as many tracers, so that the same memory is used again.
    renderer.draw({*streamOf(ball(3000, {0.3F, 0.2F, 0.1F}, 1.2F))}, camera(), smoke(mode));
    renderer.draw({*streamOf(now)}, camera(), smoke(mode));
    EXPECT_EQ(renderer.read().rgb, draw(now, smoke(mode), camera()).rgb);
  }
}

TEST_F(Density, WhatIsNotFiniteCountsForNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  for (const ViewMode mode : kSmokes) {
    std::vector<Particle> tracers = ring(3000);
    const Image alone = draw(tracers, smoke(mode), camera());
    tracers.insert(tracers.begin() + 7, {{nan, 0, 0, 1}, {0, 0, nan, 1}, {0, inf, 0, 1}, {0, 0, 0, nan}});
    EXPECT_EQ(draw(tracers, smoke(mode), camera()).rgb, alone.rgb);
  }
}

TEST_F(Density, RunawayTracersLeaveThePictureAsItIs) {
  for (const ViewMode mode : kSmokes) {
    std::vector<Particle> tracers = ring(20000);
    const Image alone = draw(tracers, smoke(mode), camera());
    for (const float far : {30.F, 1e4F, 1e9F, 1e29F}) {
      for (const float side : {-far, far}) tracers.push_back({side, 0.3F * side, -far, 1});
    }
    const auto change = difference(draw(tracers, smoke(mode), camera()), alone);
    EXPECT_LT(change.mean, 0.25);
    EXPECT_LT(change.largest, 3);
  }
}

TEST_F(Density, NothingAndOneTracerAreFine) {
  for (const ViewMode mode : kSmokes) {
    ViewSettings view = smoke(mode);
    view.backgroundColour = kGround;
    const Image none = draw({}, view, camera(), 320, 180);
    EXPECT_TRUE(std::equal(none.rgb.begin() + 3, none.rgb.end(), none.rgb.begin()));
    const Image one = draw({{0, 0, 0, 1}}, view, camera(), 320, 180);
    EXPECT_GT(one.at(160, 90)[0], none.at(160, 90)[0] + 40);
    EXPECT_EQ(one.at(40, 40)[0], none.at(40, 40)[0]);
  }
}

TEST_F(Density, FlatAndStraightScenesAreFine) {
  for (const std::size_t axis : {0U, 1U, 2U}) {
    std::vector<Particle> sheet = ring(4000), line = ring(4000);
    for (Particle& p : sheet) p[axis] = 0;
    for (Particle& p : line) p[axis] = p[(axis + 1) % 3] = 0.1F;
    for (const auto& tracers : {sheet, line}) {
      const Image image = draw(tracers, smoke(), camera());
      EXPECT_GT(lightIn(image, 0, image.width), 10) << axis;
    }
  }
}

TEST_F(Density, ThinSmokeShinesInProportionToItsTracers) {
  std::vector<Particle> tracers = ball(20000, {-0.7F, 0, 0}, 0.4F), fewer = ball(10000, {0.7F, 0, 0}, 0.4F, 9);
  tracers.insert(tracers.end(), fewer.begin(), fewer.end());
  for (const ViewMode mode : kSmokes) {
    ViewSettings view = smoke(mode);
    view.opacity = 0.004;
    view.exposure = 12;
    view.light = {0, 0, 1};
    view.backgroundColour = kGround;
    const Image image = draw(tracers, view, frontCamera(), 320, 180);
    EXPECT_NEAR(lightIn(image, 1, 160) / lightIn(image, 160, 319), 2, 0.12);
  }
}

TEST_F(Density, FixedExposureScalesTheLight) {
  ViewSettings view = smoke();
  view.opacity = 0.05;
  const auto light = [&](double exposure) {
    view.exposure = exposure;
    const Image image = draw(ring(20000), view, camera());
    return lightIn(image, 0, image.width);
  };
  EXPECT_NEAR(light(3) / light(1.5), 2, 0.1);
}

TEST_F(Density, AutomaticExposureDoesWithoutTheLampsStrength) {
  ViewSettings front = smoke(), back = smoke();
  front.light = {2.2, 1.4, 3.2};
  back.light = {-2.2, -1.4, -3.2};
  front.scattering = back.scattering = 0.7;
  const Image a = draw(ring(20000), front, camera()), b = draw(ring(20000), back, camera());
  EXPECT_NEAR(lightIn(a, 0, 160) / lightIn(b, 0, 160), 1, 0.35);
}

TEST_F(Density, SymmetricSceneGivesSymmetricPicture) {
  std::vector<Particle> tracers = ring(10000);
  const std::size_t half = tracers.size();
  for (std::size_t i = 0; i < half; ++i)
    tracers.push_back({-tracers[i][0], tracers[i][1], tracers[i][2], tracers[i][3]});
  for (const ViewMode mode : kSmokes) {
    ViewSettings view = smoke(mode);
    view.light = {0, 1, 0.5};
    const Camera above({{0, 2, 4}, {0, 0, 0}, {0, 1, 0}, 35});
    const Image image = draw(tracers, view, above, 320, 180);
    const auto change = difference(image, mirrored(image));
    EXPECT_LT(change.mean, 0.15);
    EXPECT_LT(change.largest, 2);
  }
}

TEST_F(Density, DenserSmokeLetsLessOfTheGroundThrough) {
  for (const ViewMode mode : kSmokes) {
    ViewSettings view = smoke(mode);
    view.background = Background::light;
    double before = 1e9;
    for (const double opacity : {0.05, 0.2, 0.8, 3.0}) {
      view.opacity = opacity;
      const Image image = draw(ball(20000, {0, 0, 0}, 0.8F), view, frontCamera());
      const double through = linearLight(image.at(80, 45)[2]);  // the smoke is red, so that blue light is the ground's
      EXPECT_LT(through, 0.9 * before) << opacity;
      before = through;
    }
  }
}

TEST_F(Density, ShadowsFollowTheLamp) {
  for (const ViewMode mode : kSmokes) {
    const std::vector<Particle> tracers = ball(20000, {0, 0, 0}, 0.9F);
    ViewSettings left = smoke(mode), right = smoke(mode);
    left.light = {-1, 0, 0};
    right.light = {1, 0, 0};
    const Image a = draw(tracers, left, frontCamera()), b = draw(tracers, right, frontCamera());
    EXPECT_GT(lightIn(a, 0, 80), 2 * lightIn(a, 80, 160));
    EXPECT_GT(lightIn(b, 80, 160), 2 * lightIn(b, 0, 80));
    EXPECT_LT(difference(a, mirrored(b)).mean, 0.5);
  }
}

TEST_F(Density, SmokeThrowsItsShadowOnOtherSmoke) {
  std::vector<Particle> tracers = ball(20000, {-0.6F, 0, 0}, 0.4F), other = ball(20000, {0.6F, 0, 0}, 0.4F, 9);
  ViewSettings view = smoke();
  view.exposure = 0.3;
  view.light = {-1, 0, 0};
  const double alone = lightIn(draw(other, view, frontCamera()), 80, 160);
  tracers.insert(tracers.end(), other.begin(), other.end());
  EXPECT_LT(lightIn(draw(tracers, view, frontCamera()), 80, 160), 0.6 * alone);
}

TEST_F(Density, WispsStayWispsBesideDenseSmoke) {
  std::vector<Particle> tracers = ball(60000, {-0.9F, 0, 0}, 0.3F), wisp = ball(3000, {0.6F, 0, 0}, 0.7F, 9);
  tracers.insert(tracers.end(), wisp.begin(), wisp.end());
  for (const ViewMode mode : kSmokes) {
    ViewSettings view = smoke(mode);
    view.background = Background::light;
    const Image image = draw(tracers, view, frontCamera(), 320, 180);
    const auto through = [&](int column) {
      double sum = 0;
      for (int y = 86; y < 94; ++y)
        for (int x = column - 4; x < column + 4; ++x) sum += linearLight(image.at(x, y)[2]) / 64;
      return sum / linearLight(image.at(0, 0)[2]);
    };
    EXPECT_LT(through(108), 0.25);  // dense
    EXPECT_GT(through(194), 0.35);
    EXPECT_LT(through(194), 0.97);
  }
}

TEST_F(Density, TinyAndHugeScenesLookAlike) {
  for (const ViewMode mode : kSmokes) {
    const Image image = draw(ring(10000), smoke(mode), camera());
    for (const float scale : {1e-6F, 1e-3F, 1e6F}) {
      const Image other = draw(test::scaled(ring(10000), scale), smoke(mode), camera(scale));
      const auto change = difference(other, image);
      EXPECT_LT(change.mean, 0.2) << scale;
      EXPECT_LT(change.largest, 2) << scale;
    }
  }
}

TEST_F(Density, FarFromTheOriginItLooksTheSame) {
  const Image image = draw(ring(10000), smoke(), camera());
  std::vector<Particle> tracers = ring(10000);
  for (Particle& p : tracers) p[2] += 300;
  Camera moved = camera();
  moved.follow({0, 0, 300});
  EXPECT_LT(difference(draw(tracers, smoke(), moved), image).mean, 0.4);
}

/// Expects similar pictures where there is smoke: a mean difference below `apart`, noise included, and the same total
/// light within the share `part`.
void expectAlike(const Image& image, const Image& expected, double apart, double part) {
  EXPECT_LT(difference(image, expected).lit, apart);
  EXPECT_NEAR(lightIn(image, 0, image.width) / lightIn(expected, 0, expected.width), 1, part);
}

TEST_F(Density, LooksAlikeForFewAndManyTracers) {
  const Image image = draw(ring(60000), smoke(), camera());
  expectAlike(draw(ring(15000), smoke(), camera()), image, 8.5, 0.1);
  expectAlike(draw(ring(240000), smoke(), camera()), image, 5, 0.05);
}

TEST_F(Density, EyeWithinTheSmokeIsFine) {
  for (const ViewMode mode : kSmokes) {
    const Camera inside({{0.95, 0, 0.02}, {-0.9, 0.1, 0}, {0, 1, 0}, 60});
    const Image image = draw(ring(20000), smoke(mode), inside), ground = draw({}, smoke(mode), inside);
    for (std::size_t i = 0; i < image.rgb.size(); i += 3)
      ASSERT_GT(image.rgb[i], ground.rgb[i] + 3) << "there is smoke before every pixel: " << i / 3;
    const auto [least, most] = std::minmax_element(image.rgb.begin(), image.rgb.end());
    EXPECT_GT(*most, *least + 10);
  }
}

TEST_F(Density, EveryQualityShowsTheSame) {
  const auto stream = streamOf(ring(60000));
  SceneRenderer renderer(320, 180);
  const auto drawn = [&](const RenderQuality& quality) {
    renderer.setQuality(quality);
    renderer.draw({*stream}, camera(), smoke());
    return renderer.read();
  };
  const Image full = drawn({});
  RenderQuality fine;
  fine.cubic = true;
  expectAlike(drawn(fine), full, 2, 0.02);
  fine.cells = std::size_t{1} << 20;
  fine.cellsPerTracer = 5.4;
  expectAlike(drawn(fine), full, 4, 0.05);  // fewer tracers a cell
  expectAlike(drawn({2, 4, std::size_t{1} << 22}), full, 1.1, 0.01);
  expectAlike(drawn({0.55, 0.7, std::size_t{1} << 17}), full, 4.5, 0.03);
  expectAlike(drawn({0.5, 0.6, std::size_t{1} << 16}), full, 9, 0.08);  // the last resort: softer, but the same picture
}

}  // namespace
