

#include "app/support/picture_support.h"
#include "files/png_file.h"
#include "gl/gl_objects.h"
#include "render/scene_renderer.h"
#include "support/test.h"

namespace {

using app::Camera;
using app::CameraPose;
using app::Image;
using app::SceneRenderer;
using app::ViewSettings;
using test::frontCamera;
using test::Particle;
using test::streamOf;

/// Two coaxial rings of radius 1 with tracers spread about their cores, faster inside than outside.
std::vector<Particle> twoRings(std::size_t count) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<float> uniform(0, 1);
  constexpr float kTurn = 6.2831853F;
  std::vector<Particle> particles;
  for (std::size_t i = 0; i < count; ++i) {
    const float around = kTurn * uniform(generator), across = kTurn * uniform(generator);
    const float minor = 0.16F * std::sqrt(uniform(generator));
    const float major = (i % 2 == 0 ? 0.8F : 1.1F) + minor * std::cos(across);
    const float height = (i % 2 == 0 ? 0.25F : -0.25F) + minor * std::sin(across);
    particles.push_back(
        {major * std::cos(around), major * std::sin(around), height, 0.2F + std::abs(major - 1.2F) * 1.6F});
  }
  return particles;
}

Camera obliqueCamera() {
  return Camera(CameraPose{{2.8, 1.6, 3.2}, {0, 0, 0}, {0, 0, 1}, 35});
}

class Renderer : public test::DrawTest {
 protected:
  static Image picture(SceneRenderer& renderer, const std::vector<Particle>& tracers, const Camera& camera,
                       const ViewSettings& view = {}) {
    renderer.draw({*streamOf(tracers)}, camera, view);
    return renderer.read();
  }
};

double meanLevel(const Image& image) {
  return std::accumulate(image.rgb.begin(), image.rgb.end(), 0.0) / static_cast<double>(image.rgb.size());
}
/// Share of pixels that differ visibly from the upper left corner.
double coverage(const Image& image) {
  std::size_t marked = 0;
  for (std::size_t i = 0; i < image.rgb.size(); i += 3) {
    int difference = 0;
    for (std::size_t c = 0; c < 3; ++c) difference += std::abs(image.rgb[i + c] - image.rgb[c]);
    if (difference > 30) ++marked;
  }
  return static_cast<double>(3 * marked) / static_cast<double>(image.rgb.size());
}
double sum(const std::vector<std::uint32_t>& density) {
  return std::accumulate(density.begin(), density.end(), 0.0);
}

TEST_F(Renderer, ShowsRingsOnBothGrounds) {
  SceneRenderer renderer(1280, 720);
  for (const bool light : {false, true}) {
    ViewSettings view;
    if (light) view.background = app::Background::light;
    const Image image = picture(renderer, twoRings(65536), obliqueCamera(), view);
    ASSERT_EQ(image.rgb.size(), 3U * 1280 * 720);
    EXPECT_GT(coverage(image), 0.08);
    EXPECT_LT(coverage(image), 0.5);
    EXPECT_EQ(image.at(0, 0)[1] > 128, light);
    // The two rings' hole is empty.
    EXPECT_NEAR(image.at(640, 330)[1], image.at(0, 0)[1], 25);
    if (const char* folder = std::getenv("RINGLET_TEST_PICTURES")) {
      app::writePng(std::string(folder) + (light ? "/rings_light.png" : "/rings_dark.png"), image);
    }
  }
}

TEST_F(Renderer, SameBytesInAnyOrderAndEveryTime) {
  std::vector<Particle> tracers = twoRings(20000);
  for (const double size : {0.5, 2.0, 3.0, 9.0}) {
    ViewSettings view;
    view.pointSize = size;
    SceneRenderer renderer(640, 360);
    const Image first = picture(renderer, tracers, obliqueCamera(), view);
    std::shuffle(tracers.begin(), tracers.end(), std::mt19937(3));
    EXPECT_EQ(picture(renderer, tracers, obliqueCamera(), view).rgb, first.rgb) << "point size " << size;
    SceneRenderer other(640, 360);
    EXPECT_EQ(picture(other, tracers, obliqueCamera(), view).rgb, first.rgb) << "point size " << size;
  }
}

TEST_F(Renderer, EveryTracerAddsTheSameWeightForEverySpotSize) {
  // All in the plane of the target, well inside the picture.
  std::vector<Particle> tracers;
  for (int i = 0; i < 500; ++i) {
    tracers.push_back({-0.8F + 0.0031F * static_cast<float>(i), 0.5F - 0.0023F * static_cast<float>(i), 0, 0.5F});
  }
  SceneRenderer renderer(640, 360);
  for (const double size : {0.5, 2.0, 2.6, 3.0, 6.0, 12.0, 30.0}) {
    ViewSettings view;
    view.pointSize = size;
    picture(renderer, tracers, frontCamera(), view);
    const double weight = sum(renderer.readDensity()) / renderer.densityUnit();
    EXPECT_NEAR(weight, 500, size > 2.7 ? 10 : (size > 2.1 ? 25 : 0)) << "point size " << size;
  }
}

TEST_F(Renderer, DensityIsProportionalToTheCount) {
  SceneRenderer renderer(64, 64);
  ViewSettings view;
  view.pointSize = 1;
  for (const std::size_t count : {1U, 7U, 1000U}) {
    picture(renderer, std::vector<Particle>(count, Particle{0.01F, 0.01F, 0, 1}), frontCamera(), view);
    EXPECT_EQ(sum(renderer.readDensity()), static_cast<double>(count) * renderer.densityUnit());
  }
}

TEST_F(Renderer, MillionsOfTracersOnOnePixelDoNotOverflow) {
  // Near the camera each tracer counts fourfold, the maximum.
  const std::size_t count = std::size_t{1} << 22;
  SceneRenderer renderer(64, 64);
  ViewSettings view;
  view.pointSize = 1;
  const Image image =
      picture(renderer, std::vector<Particle>(count, Particle{0.001F, 0.001F, 4, 1}), frontCamera(), view);
  EXPECT_EQ(sum(renderer.readDensity()), 4 * static_cast<double>(count) * renderer.densityUnit());
  EXPECT_GT(image.at(32, 31)[0], 150);
}

TEST_F(Renderer, LooksAlikeForFewAndManyTracersAndEveryPictureSize) {
  SceneRenderer renderer(640, 360);
  const double level = meanLevel(picture(renderer, twoRings(65536), obliqueCamera()));
  EXPECT_GT(level, 15);
  for (const std::size_t count : {std::size_t{1} << 13, std::size_t{1} << 19}) {
    const double other = meanLevel(picture(renderer, twoRings(count), obliqueCamera()));
    EXPECT_GT(other, 0.4 * level) << count;
    EXPECT_LT(other, 2.5 * level) << count;
  }
  SceneRenderer large(1920, 1080);
  EXPECT_NEAR(meanLevel(picture(large, twoRings(65536), obliqueCamera())), level, 0.5 * level);
}

TEST_F(Renderer, BrightnessAddsLightAndInk) {
  SceneRenderer renderer(320, 180);
  ViewSettings view, bright;
  bright.brightness = 3;
  EXPECT_GT(meanLevel(picture(renderer, twoRings(20000), obliqueCamera(), bright)),
            1.15 * meanLevel(picture(renderer, twoRings(20000), obliqueCamera(), view)));
  view.background = bright.background = app::Background::light;
  EXPECT_LT(meanLevel(picture(renderer, twoRings(20000), obliqueCamera(), bright)),
            meanLevel(picture(renderer, twoRings(20000), obliqueCamera(), view)) - 2);
}

TEST_F(Renderer, FastTracersHaveAnotherColour) {
  SceneRenderer renderer(64, 64);
  const auto colourAt = [&](float speed, double range) {
    ViewSettings view;
    view.speedRange = range;
    const Image image = picture(renderer, std::vector<Particle>(100, Particle{0, 0, 0, speed}), frontCamera(), view);
    return std::array<int, 3>{image.at(32, 31)[0], image.at(32, 31)[1], image.at(32, 31)[2]};
  };
  const auto slow = colourAt(0, 0), fast = colourAt(1, 0);
  EXPECT_GT(fast[1], slow[1] + 50);  // inferno: from violet to yellow
  EXPECT_EQ(colourAt(10, 10), fast);
  EXPECT_EQ(colourAt(10, 0), fast);
  EXPECT_EQ(colourAt(0.5F, 0), colourAt(2, 4));
}

TEST_F(Renderer, EmptyPictureIsAllGround) {
  SceneRenderer renderer(100, 50);
  const Image image = picture(renderer, {}, frontCamera());
  EXPECT_EQ(coverage(image), 0);
  EXPECT_LT(meanLevel(image), 20);
  ViewSettings view;
  view.drawElements = true;
  const auto none = streamOf({});
  renderer.draw({*none, app::noFlow(), none.get()}, frontCamera(), view);
  EXPECT_EQ(renderer.read().rgb, image.rgb);
  EXPECT_NE(none->buffer(), 0U);
}

TEST_F(Renderer, DropsWhatIsNotFiniteOrBehindTheCamera) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  const std::vector<Particle> bad = {{nan, 0, 0, 1}, {0, nan, 0, 1},   {0, 0, nan, 1},   {0, 0, 0, nan},
                                     {inf, 0, 0, 1}, {0, 0, -inf, 1},  {0, 0, 0, inf},   {0, 0, 6, 1},
                                     {0, 0, 5, 1},   {0, 0, 4.99F, 1}, {3e38F, 0, 0, 1}, {1e9F, 1e9F, 0, 1}};
  for (const double size : {1.0, 2.8, 6.0}) {
    ViewSettings view;
    view.pointSize = size;
    SceneRenderer renderer(64, 64);
    picture(renderer, bad, frontCamera(), view);
    EXPECT_EQ(sum(renderer.readDensity()), 0);
    std::vector<Particle> good = twoRings(300);
    const Image alone = picture(renderer, good, frontCamera(), view);
    const double weight = sum(renderer.readDensity()) / renderer.densityUnit();
    good.insert(good.end(), bad.begin(), bad.end());
    EXPECT_EQ(picture(renderer, good, frontCamera(), view).rgb, alone.rgb);
    EXPECT_NEAR(sum(renderer.readDensity()) / renderer.densityUnit(), weight, 1);
  }
}

TEST_F(Renderer, SpotsAtTheEdgesAreCut) {
  SceneRenderer renderer(64, 64);
  std::vector<Particle> border;
  for (int i = 0; i < 360; ++i) {
    const float turn = static_cast<float>(i) * 0.0174533F;
    border.push_back({1.6F * std::cos(turn), 1.6F * std::sin(turn), 0, 1});
  }
  ViewSettings view;
  view.pointSize = 100;
  picture(renderer, border, frontCamera(), view);
  const double weight = sum(renderer.readDensity()) / renderer.densityUnit();
  EXPECT_GT(weight, 50);
  EXPECT_LT(weight, 355);
}

TEST_F(Renderer, SmallScenesLookLikeLargeOnes) {
  SceneRenderer renderer(320, 180);
  const double level = meanLevel(picture(renderer, twoRings(20000), obliqueCamera()));
  for (const float scale : {1e-6F, 1e6F}) {
    std::vector<Particle> tracers = twoRings(20000);
    for (Particle& p : tracers) p = {scale * p[0], scale * p[1], scale * p[2], p[3]};
    Camera camera(CameraPose{{2.8 * scale, 1.6 * scale, 3.2 * scale}, {0, 0, 0}, {0, 0, 1}, 35});
    EXPECT_NEAR(meanLevel(picture(renderer, tracers, camera)), level, 0.02 * level);
  }
}

TEST_F(Renderer, ResizesAndRefusesAbsurdSizes) {
  SceneRenderer renderer(320, 180);
  const Image before = picture(renderer, twoRings(5000), obliqueCamera());
  for (const auto& [width, height] : {std::pair{1, 1}, {7, 300}, {641, 359}, {320, 180}}) {
    renderer.resize(width, height);
    const Image image = picture(renderer, twoRings(5000), obliqueCamera());
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    EXPECT_EQ(image.rgb.size(), 3U * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  }
  EXPECT_EQ(renderer.read().rgb, before.rgb);
  EXPECT_THROW(renderer.resize(0, 10), std::invalid_argument);
  EXPECT_THROW(SceneRenderer(10, 100000), std::invalid_argument);
  try {
    SceneRenderer(16384, 16384);  // more than 2^27 bytes of density; drivers may allow it
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("picture size 16384x16384: this driver takes at most"));
  } catch (const app::GlError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("GL_OUT_OF_MEMORY"));
  }
}

TEST_F(Renderer, SquaresStandForAGroundThatIsLeftOut) {
  SceneRenderer renderer(320, 180);
  const auto none = streamOf({}), tracers = streamOf(twoRings(20000));
  for (const app::Background background : {app::Background::dark, app::Background::light, app::Background::gradient}) {
    for (const app::ViewMode mode : {app::ViewMode::points, app::ViewMode::both}) {
      ViewSettings view;
      view.background = background;
      view.mode = mode;
      app::PictureContents contents{*none};
      renderer.draw(contents, obliqueCamera(), view);
      const Image ground = renderer.read();
      contents.groundLeftOut = true;
      renderer.draw(contents, obliqueCamera(), view);
      const Image squares = renderer.read();
      EXPECT_GT(std::abs(squares.at(1, 1)[1] - squares.at(5, 1)[1]), 15) << "beside each other";
      EXPECT_EQ(squares.at(1, 1)[1], squares.at(5, 5)[1]);
      EXPECT_EQ(squares.at(1, 1)[1], squares.at(9, 1)[1]);
      app::PictureContents shown{*tracers};
      shown.groundLeftOut = true;
      renderer.draw(shown, obliqueCamera(), view);
      const Image over = renderer.read();
      EXPECT_EQ(over.at(2, 2)[1], squares.at(2, 2)[1]);
      EXPECT_NE(over.rgb, squares.rgb) << "what there is lies over them";
      renderer.draw({*none}, obliqueCamera(), view);
      EXPECT_EQ(renderer.read().rgb, ground.rgb) << "and they go again";
    }
  }
}

TEST_F(Renderer, ElementsAreDrawnOnlyWhereAskedFor) {
  SceneRenderer renderer(320, 180);
  const auto tracers = streamOf(twoRings(20000)), elements = streamOf({{0, 0, 0, 1}, {0.02F, 0, 0, 1}});
  ViewSettings view;
  renderer.draw({*tracers, app::noFlow(), elements.get()}, obliqueCamera(), view);
  const Image without = renderer.read();
  view.drawElements = true;
  renderer.draw({*tracers, app::noFlow(), elements.get()}, obliqueCamera(), view);
  const Image with = renderer.read();
  EXPECT_GT(with.at(160, 89)[2], without.at(160, 89)[2] + 60);
  EXPECT_EQ(with.at(5, 5)[0], without.at(5, 5)[0]);
  renderer.draw({*tracers}, obliqueCamera(), view);
  EXPECT_EQ(renderer.read().rgb, without.rgb);
}

TEST_F(Renderer, LeavesTheCallersFramebufferBound) {
  SceneRenderer renderer(64, 64);
  const app::Texture colour(GL_RGBA8, 32, 32, GL_LINEAR);
  const app::Framebuffer window(colour);
  glBindFramebuffer(GL_FRAMEBUFFER, window.name());
  picture(renderer, twoRings(100), frontCamera());
  for (const GLenum binding : {GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING}) {
    GLint bound = 0;
    glGetIntegerv(binding, &bound);
    EXPECT_EQ(static_cast<GLuint>(bound), window.name());
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

TEST_F(Renderer, UnknownColourMapIsAnError) {
  SceneRenderer renderer(64, 64);
  ViewSettings view;
  view.colourMap = "nothing";
  EXPECT_THROW(picture(renderer, {}, frontCamera(), view), app::FileError);
}

TEST_F(Renderer, StreamGrowsAndKeepsWhatWasWritten) {
  auto particles = app::makeHostParticleStream();
  for (const std::size_t count : {3U, 0U, 100000U, 5U}) {
    const fmm::ParticleTarget target = particles->map(count);
    EXPECT_FALSE(target.device);
    EXPECT_EQ(target.capacity, count);
    ASSERT_NE(target.positions, nullptr);
    for (std::size_t i = 0; i < 4 * count; ++i) target.positions[i] = static_cast<float>(i);
    particles->unmap();
    EXPECT_EQ(particles->count(), count);
    std::vector<float> back(4 * count);
    if (count > 0) {
      glGetNamedBufferSubData(particles->buffer(), 0, static_cast<GLsizeiptr>(back.size() * sizeof(float)),
                              back.data());
      EXPECT_EQ(back.back(), static_cast<float>(4 * count - 1));
    }
  }
  app::checkGl("stream");
}

}  // namespace
