// Bodies in space in pictures: seen, lit, and before what is behind them.

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <glm/vec4.hpp>

#include "app/support/picture_support.h"
#include "fmm/bodies.h"
#include "render/scene_renderer.h"
#include "support/test.h"

namespace {

using app::Image;
using app::SceneRenderer;
using app::ViewSettings;
using test::frontCamera;
using test::Particle;
using test::streamOf;

class Solids : public test::DrawTest {
 protected:
  static constexpr int kWidth = 320, kHeight = 180;

  /// A sphere with radius 0.5 at 0 and these tracers.
  Image picture(const std::vector<Particle>& tracers, const ViewSettings& view, bool withBody = true) {
    app::FlowState flow;
    if (withBody) flow.solids = {{surface_, {0, 0, 0}, {fmm::Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    SceneRenderer renderer(kWidth, kHeight);
    const auto stream = streamOf(tracers);
    renderer.draw({*stream, flow}, frontCamera(), view);
    return renderer.read();
  }
  /// A sphere with radius 0.5 at this height over the floor y = 0, seen from above.
  Image onFloor(double height, double shadow, app::Background background, bool withBody = true) {
    app::FlowState flow;
    if (withBody) flow.solids = {{surface_, {0, height, 0}, {fmm::Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    flow.floor = app::Floor{{0, 1, 0}, 0, false, {}, 2};
    ViewSettings view;
    view.mode = app::ViewMode::density;
    view.background = background;
    view.shadow = shadow;
    view.light = {1, 1, 0};
    SceneRenderer renderer(kWidth, kHeight);
    const auto stream = streamOf({});
    renderer.draw({*stream, flow}, overFloor(), view);
    return renderer.read();
  }
  static app::Camera overFloor() { return app::Camera({{0, 4, 5}, {-0.4, 0.4, 0}, {0, 1, 0}, 35}); }
  /// Level at the pixel that shows a place over the floor.
  static int levelAt(const Image& image, const fmm::Vec3& place) {
    const glm::vec4 clip =
        overFloor().viewProjection(static_cast<double>(kWidth) / kHeight) * glm::vec4(place.x, place.y, place.z, 1);
    return level(image, static_cast<int>((0.5 + 0.5 * clip.x / clip.w) * kWidth),
                 static_cast<int>((0.5 - 0.5 * clip.y / clip.w) * kHeight));
  }
  /// Places along x at the far edge of the shadow whose shadow is neither dark nor none.
  int softness(double height) {
    const Image with = onFloor(height, 0.9, app::Background::light),
                without = onFloor(height, 0.9, app::Background::light, false);
    int darkest = 0, soft = 0;
    std::vector<int> lost;
    for (double x = -2.5 - height; x < -height; x += 0.01)  // beyond the middle of the shadow
      lost.push_back(levelAt(without, {x, 0, 0}) - levelAt(with, {x, 0, 0}));
    for (const int here : lost) darkest = std::max(darkest, here);
    for (const int here : lost) soft += here > darkest / 6 && here < 5 * darkest / 6 ? 1 : 0;
    EXPECT_GT(darkest, 100);
    return soft;
  }
  static int level(const Image& image, int x, int y) {
    const auto pixel = image.at(x, y);
    return pixel[0] + pixel[1] + pixel[2];
  }
  /// Tracers on a small square about the axis of sight.
  static std::vector<Particle> cloudAt(float z) {
    std::vector<Particle> all;
    for (int i = 0; i < 4000; ++i)
      all.push_back({0.002F * static_cast<float>(i % 64 - 32), 0.002F * static_cast<float>(i / 64 - 32), z, 1});
    return all;
  }

  std::shared_ptr<const fmm::BodySurface> surface_ = std::make_shared<const fmm::BodySurface>(sphere());

 private:
  static fmm::BodySurface sphere() {
    fmm::Body body;
    body.shape = fmm::BodyShape::sphere;
    return fmm::surfaceOf(body);
  }
};

TEST_F(Solids, ASphereIsSeenOnEveryGround) {
  for (const app::Background ground : {app::Background::dark, app::Background::light, app::Background::gradient}) {
    ViewSettings view;
    view.background = ground;
    const Image with = picture({}, view), without = picture({}, view, false);
    EXPECT_GT(std::abs(level(with, kWidth / 2, kHeight / 2) - level(without, kWidth / 2, kHeight / 2)), 40)
        << toString(ground);
    EXPECT_NEAR(level(with, 3, 3), level(without, 3, 3), 3) << "the ground beside it stays";
  }
}

TEST_F(Solids, TracersBehindASphereAreHiddenAndThoseBeforeItShine) {
  const fmm::Vec3 eye = frontCamera().pose().eye;
  const float side = eye.z > 0 ? 1.0F : -1.0F;  // the eye's
  for (const app::ViewMode mode : {app::ViewMode::points, app::ViewMode::density, app::ViewMode::both}) {
    ViewSettings view;
    view.mode = mode;
    const int bare = level(picture({}, view), kWidth / 2, kHeight / 2);
    const int behind = level(picture(cloudAt(-0.8F * side), view), kWidth / 2, kHeight / 2);
    const int before = level(picture(cloudAt(0.8F * side), view), kWidth / 2, kHeight / 2);
    EXPECT_NEAR(behind, bare, 9) << static_cast<int>(mode);
    EXPECT_GT(std::abs(before - bare), 25) << static_cast<int>(mode);
  }
}

TEST_F(Solids, ItsEdgeIsSmooth) {
  const Image image = picture({}, {});
  int between = 0;
  const int inside = level(image, kWidth / 2, kHeight / 2), outside = level(image, 3, kHeight / 2);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const int here = level(image, x, y);
      if (here > outside + 0.2 * (inside - outside) && here < outside + 0.5 * (inside - outside)) ++between;
    }
  EXPECT_GT(between, 40) << "pixels that it covers in part";
}

TEST_F(Solids, TheirShadowFallsOnTheFloor) {
  for (const app::Background background : {app::Background::dark, app::Background::light}) {
    const Image with = onFloor(0.7, 0.9, background), without = onFloor(0.7, 0.9, background, false),
                unshaded = onFloor(0.7, 0, background);
    const int dark = levelAt(without, {-0.7, 0, 0}) - levelAt(with, {-0.7, 0, 0});  // along (1, 1, 0) from the centre
    EXPECT_GT(dark, 25) << toString(background);
    EXPECT_LT(levelAt(without, {-0.7, 0, 0.45}) - levelAt(with, {-0.7, 0, 0.45}), dark);
    for (const fmm::Vec3& x : {fmm::Vec3{0.6, 0, 0}, {-0.7, 0, 0.9}, {-2.2, 0, 0}})
      EXPECT_NEAR(levelAt(with, x), levelAt(without, x), 2) << x.x << " " << toString(background);
    for (const fmm::Vec3& x : {fmm::Vec3{0, 1.1, 0.2}, {0.2, 0.8, 0.45}})
      EXPECT_EQ(levelAt(with, x), levelAt(unshaded, x)) << "the floor's light is not on the body";
  }
}

TEST_F(Solids, TheirShadowIsSharperWhereTheyStandOnTheFloor) {
  EXPECT_GT(softness(2.0), 2 * softness(0.5));
}

TEST_F(Solids, AFilmsDepthHasThem) {
  const fmm::Vec3 eye = frontCamera().pose().eye;
  for (const app::ViewMode mode : {app::ViewMode::points, app::ViewMode::density, app::ViewMode::both}) {
    ViewSettings view;
    view.mode = mode;
    const auto depths = [&](const std::vector<Particle>& tracers) {
      app::FlowState flow;
      flow.solids = {{surface_, {0, 0, 0}, {fmm::Vec3{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
      SceneRenderer renderer(kWidth, kHeight, app::PictureUse::work);
      const auto stream = streamOf(tracers);
      renderer.draw({*stream, flow}, frontCamera(), view);
      renderer.drawDepth({*stream, flow}, frontCamera(), view);
      std::vector<float> found(static_cast<std::size_t>(kWidth) * kHeight);
      glGetTextureImage(renderer.depth(), 0, GL_RED, GL_FLOAT, static_cast<GLsizei>(found.size() * sizeof(float)),
                        found.data());
      return found;
    };
    const std::size_t middle = static_cast<std::size_t>(kHeight / 2) * kWidth + kWidth / 2;
    const std::vector<float> bare = depths({});
    EXPECT_NEAR(bare[middle], eye.z - 0.5, 5e-3) << toString(mode);
    EXPECT_EQ(bare.front(), HUGE_VALF) << "beside the body";
    // 25 pixels from the middle: where a ray meets the sphere
    const double slope = 25 / (0.5 * kHeight / std::tan(17.5 * std::acos(-1.0) / 180)), square = 1 + slope * slope;
    const double met = (eye.z - std::sqrt(eye.z * eye.z - square * (eye.z * eye.z - 0.25))) / std::sqrt(square);
    EXPECT_NEAR(bare[middle + 25], met, 2e-2);
    EXPECT_NEAR(depths(cloudAt(-0.8F))[middle], eye.z - 0.5, 5e-3) << "tracers behind it";
    EXPECT_NEAR(depths(cloudAt(0.8F))[middle], eye.z - 0.8, 3e-2) << "tracers before it";
  }
}

}  // namespace
