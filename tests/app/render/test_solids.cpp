// Bodies in space in pictures: seen, lit, and before what is behind them.

#include <memory>
#include <vector>

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

 private:
  static fmm::BodySurface sphere() {
    fmm::Body body;
    body.shape = fmm::BodyShape::sphere;
    return fmm::surfaceOf(body);
  }
  std::shared_ptr<const fmm::BodySurface> surface_ = std::make_shared<const fmm::BodySurface>(sphere());
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

}  // namespace
