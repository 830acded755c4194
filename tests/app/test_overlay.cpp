// What is drawn over the tracers, judged by properties of the pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <glm/vec4.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "render/gl_objects.h"
#include "render/headless_context.h"
#include "render/overlay_lines.h"
#include "render/scene_renderer.h"

namespace app {
namespace {

using Four = std::array<float, 4>;

constexpr int kWidth = 640, kHeight = 360;

/// At (0, 0, 5), looking at the origin, where the middle of the picture is; x to the right, y up.
Camera frontCamera() {
  return Camera(CameraPose{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 35});
}
Camera obliqueCamera() {
  return Camera(CameraPose{{2.8, 1.6, 3.2}, {0, 0, 0}, {0, 1, 0}, 35});
}

/// An element for arrows.
struct Vortex {
  fmm::Vec3 position, strength;
  double coreRadius = 0.2;
};

std::unique_ptr<ParticleStream> streamOf(const std::vector<Four>& values) {
  auto stream = makeHostParticleStream();
  const fmm::ParticleTarget target = stream->map(values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    std::copy(values[i].begin(), values[i].end(), target.positions + 4 * i);
  stream->unmap();
  return stream;
}

Four four(fmm::Vec3 v, double w) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(w)};
}

/// A cube of the tree; a leaf without a parent.
fmm::TreeCell cube(fmm::Vec3 centre, double halfEdge, int level = 0) {
  fmm::TreeCell cell;
  cell.centre = centre;
  cell.halfEdge = halfEdge;
  cell.low = centre - fmm::Vec3{halfEdge, halfEdge, halfEdge};
  cell.high = centre + fmm::Vec3{halfEdge, halfEdge, halfEdge};
  cell.level = level;
  cell.leaf = true;
  cell.elements = 1;
  cell.firstElement = 0;
  return cell;
}

class OverlayTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { context_ = std::make_unique<HeadlessContext>(); }
  static void TearDownTestSuite() { context_.reset(); }
  void TearDown() override { checkGl("overlay test"); }

  /// Everything there is, for the switches to choose from.
  Image draw(const ViewSettings& view, const std::vector<Vortex>& elements = {},
             const std::optional<TreeLook>& tree = std::nullopt, const Camera& camera = frontCamera()) {
    if (!renderer_) renderer_.emplace(kWidth, kHeight);
    std::vector<Four> positions, strengths;
    for (const Vortex& v : elements) {
      positions.push_back(four(v.position, 1));
      strengths.push_back(four(v.strength, v.coreRadius));
    }
    const auto tracers = streamOf({}), at = streamOf(positions), alpha = streamOf(strengths);
    PictureContents contents{*tracers};
    contents.elements = at.get();
    contents.strengths = alpha.get();
    if (tree) contents.tree = &*tree;
    contents.floor = &floor_;
    renderer_->draw(contents, camera, view);
    return renderer_->read();
  }

  Floor floor_;
  std::optional<SceneRenderer> renderer_;
  static std::unique_ptr<HeadlessContext> context_;
};
std::unique_ptr<HeadlessContext> OverlayTest::context_;

int difference(const Image& a, const Image& b, int x, int y) {
  int sum = 0;
  for (int c = 0; c < 3; ++c) sum += std::abs(a.at(x, y)[c] - b.at(x, y)[c]);
  return sum;
}

/// Where two pictures differ visibly: number of pixels, box about them, mean position. y downwards.
struct Mark {
  int count = 0;
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  double meanX = 0, meanY = 0;
};
Mark markOf(const Image& a, const Image& b) {
  Mark mark;
  for (int y = 0; y < a.height; ++y) {
    for (int x = 0; x < a.width; ++x) {
      if (difference(a, b, x, y) < 40) continue;
      ++mark.count;
      mark.left = std::min<double>(mark.left, x);
      mark.right = std::max<double>(mark.right, x);
      mark.top = std::min<double>(mark.top, y);
      mark.bottom = std::max<double>(mark.bottom, y);
      mark.meanX += x;
      mark.meanY += y;
    }
  }
  mark.meanX /= std::max(1, mark.count);
  mark.meanY /= std::max(1, mark.count);
  return mark;
}

/// Pixel coordinates of a point, y downwards.
std::array<double, 2> projected(const Camera& camera, fmm::Vec3 p, int width = kWidth, int height = kHeight) {
  const glm::vec4 clip = camera.viewProjection(static_cast<double>(width) / height) *
                         glm::vec4(static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 1);
  return {(static_cast<double>(clip.x / clip.w) + 1) / 2 * width,
          (1 - static_cast<double>(clip.y / clip.w)) / 2 * height};
}

ViewSettings with(bool ViewSettings::*part) {
  ViewSettings view;
  view.*part = true;
  return view;
}

TEST_F(OverlayTest, AnArrowPointsWhereItsStrengthPoints) {
  const Image empty = draw({});
  for (int degrees = 0; degrees < 360; degrees += 30) {
    const double turn = degrees * 3.14159265358979 / 180;
    const fmm::Vec3 direction = {std::cos(turn), std::sin(turn), 0};
    const Image image = draw(with(&ViewSettings::arrows), {{{}, 3 * direction}});
    double ahead = 0, behind = 0, widthAhead = 0, widthBehind = 0;
    for (int y = 0; y < kHeight; ++y) {
      for (int x = 0; x < kWidth; ++x) {
        if (difference(empty, image, x, y) < 60) continue;
        const double right = x + 0.5 - kWidth / 2., up = kHeight / 2. - y - 0.5;
        const double along = right * direction.x + up * direction.y;
        const double across = std::abs(right * direction.y - up * direction.x);
        (along > 0 ? ahead : behind) = std::max(along > 0 ? ahead : behind, std::abs(along));
        (along > 0 ? widthAhead : widthBehind) = std::max(along > 0 ? widthAhead : widthBehind, across);
      }
    }
    // As long as twice the core radius, 0.4, at 114 pixels a length; the head is ahead.
    EXPECT_NEAR(ahead, 22.8, 2.5) << degrees;
    EXPECT_NEAR(behind, 22.8, 1.5) << degrees;
    EXPECT_NEAR(widthAhead, 5.2, 1.5) << degrees;
    EXPECT_LT(widthBehind, 2.5) << degrees;
  }
}

TEST_F(OverlayTest, AnArrowTowardsTheCameraIsADisc) {
  const Image empty = draw({});
  const Image front = draw(with(&ViewSettings::arrows), {{{}, {0, 0, 1}}});
  const Image back = draw(with(&ViewSettings::arrows), {{{}, {0, 0, -1}}});
  for (const Image* image : {&front, &back}) {
    const Mark mark = markOf(empty, *image);
    EXPECT_GT(mark.count, 40);
    EXPECT_NEAR(mark.right - mark.left, mark.bottom - mark.top, 2);
  }
  EXPECT_GT(difference(front, back, kWidth / 2, kHeight / 2), 60) << "the base lies in the shade";
}

TEST_F(OverlayTest, LengthsFollowTheStrengthUpToTwiceTheMean) {
  // Mean strength 1; 0.4 beside it, and a hundredfold one.
  std::vector<Vortex> elements(20, Vortex{{0, 0, 0}, {1, 0, 0}});
  const auto lengthAt = [&](double y) {
    const Image empty = draw({}), image = draw(with(&ViewSettings::arrows), elements);
    const int middle = static_cast<int>(projected(frontCamera(), {0, y, 0})[1]);
    int left = kWidth, right = 0;
    for (int x = 0; x < kWidth; ++x) {
      if (difference(empty, image, x, middle) < 40) continue;
      left = std::min(left, x);
      right = std::max(right, x);
    }
    return right - left;
  };
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i].position.y = 1 - 0.1 * static_cast<double>(i);
  const int typical = lengthAt(0.5);
  elements[5].strength.x = 0.4;
  EXPECT_NEAR(lengthAt(0.5), 0.4 * typical, 4);
  elements[5].strength.x = 100;  // the mean becomes 6
  EXPECT_NEAR(lengthAt(0.5), 2 * typical, 4);
}

TEST_F(OverlayTest, NearerArrowsHideFartherOnesInAnyOrder) {
  // The nearer one's bright head before the farther one's darker rod.
  const Vortex nearer = {{-0.1, 0, 1}, {1, 0, 0}, 0.5}, farther = {{0, 0, -1}, {0, 1, 0}, 0.5};
  const ViewSettings view = with(&ViewSettings::arrows);
  const Image one = draw(view, {nearer, farther}), other = draw(view, {farther, nearer});
  const int x = kWidth / 2, y = kHeight / 2;
  EXPECT_EQ(difference(one, other, x, y), 0);
  const Image behind = draw(view, {{{-0.1, 0, -1}, {1, 0, 0}, 0.5}, {{0, 0, 1}, {0, 1, 0}, 0.5}});
  EXPECT_GT(difference(one, behind, x, y), 50);
}

TEST_F(OverlayTest, ElementsThatAreNotFiniteHaveNoArrow) {
  const Image empty = draw({});
  const double nan = std::nan(""), huge = 3e38;
  std::vector<Vortex> bad = {{{nan, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {nan, 0, 0}},    {{huge, 0, 0}, {1, 0, 0}},
                             {{0, 0, 0}, {0, 0, 0}},   {{0, 0, 0}, {1, 0, 0}, nan}, {{0, 0, 6}, {1, 0, 0}}};
  EXPECT_EQ(draw(with(&ViewSettings::arrows), bad).rgb, empty.rgb);
}

TEST_F(OverlayTest, ManyElementsAreThinnedOut) {
  std::vector<Vortex> elements;
  for (int i = 0; i < 60000; ++i) {
    const double turn = 6.28318530717959 * i / 60000;
    elements.push_back({{std::cos(turn), std::sin(turn), 0}, {-std::sin(turn), std::cos(turn), 0}, 0.001});
  }
  const Image empty = draw({});
  const Mark mark = markOf(empty, draw(with(&ViewSettings::arrows), elements));
  EXPECT_GT(mark.count, 1000);
  EXPECT_NEAR(mark.right - mark.left, 228, 12) << "all around the ring";
}

TEST_F(OverlayTest, BoxCornersLieWhereTheyProject) {
  TreeLook tree;
  tree.cells = {cube({0.1, -0.2, 0.3}, 0.5)};
  for (const Camera& camera : {frontCamera(), obliqueCamera()}) {
    const Image empty = draw({}, {}, tree, camera), image = draw(with(&ViewSettings::cells), {}, tree, camera);
    Mark corners;
    for (int k = 0; k < 8; ++k) {
      const fmm::Vec3 corner =
          tree.cells[0].centre + 0.5 * fmm::Vec3{k & 1 ? 1. : -1., k & 2 ? 1. : -1., k & 4 ? 1. : -1.};
      const auto at = projected(camera, corner);
      int strongest = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          strongest =
              std::max(strongest, difference(empty, image, static_cast<int>(at[0]) + dx, static_cast<int>(at[1]) + dy));
        }
      }
      EXPECT_GT(strongest, 25) << "corner " << k;
      corners.left = std::min(corners.left, at[0]);
      corners.right = std::max(corners.right, at[0]);
    }
    const Mark mark = markOf(empty, image);
    EXPECT_GT(mark.left, corners.left - 3);
    EXPECT_LT(mark.right, corners.right + 3);
    EXPECT_LT(mark.count, 4000) << "edges, not faces";
  }
}

TEST_F(OverlayTest, LevelsHaveColoursOfTheirOwn) {
  for (const bool onLight : {false, true}) {
    for (int a = 0; a < 8; ++a) {
      for (int b = a + 1; b < 8; ++b) {
        const LineColour p = levelColour(a, onLight), q = levelColour(b, onLight);
        EXPECT_GT(std::abs(p.red - q.red) + std::abs(p.green - q.green) + std::abs(p.blue - q.blue), 0.25F) << a << b;
      }
    }
  }
}

TEST_F(OverlayTest, ThePickedCellAndItsNearListStandOut) {
  TreeLook tree;
  tree.cells = {cube({-0.6, 0, 0}, 0.25, 3), cube({0, 0, 0}, 0.25, 3), cube({0.6, 0, 0}, 0.25, 3)};
  const ViewSettings view = with(&ViewSettings::cells);
  const Image empty = draw({}), plain = draw(view, {}, tree);
  tree.picked = 1;
  tree.near = {0, 1};
  const Image picked = draw(view, {}, tree);
  // The upper edge of each cube's front face.
  const auto strength = [&](const Image& image, double x) {
    const auto at = projected(frontCamera(), {x, 0.25, 0.25});
    int most = 0;
    for (int dy = -3; dy <= 3; ++dy)
      most = std::max(most, difference(empty, image, static_cast<int>(at[0]), static_cast<int>(at[1]) + dy));
    return most;
  };
  EXPECT_GT(strength(picked, 0), strength(plain, 0) + 60);
  EXPECT_GT(strength(picked, -0.6), strength(picked, 0.6) + 60);
  EXPECT_LT(strength(picked, 0.6), strength(plain, 0.6) - 30) << "the others step back";
}

TEST_F(OverlayTest, TheGridLiesInItsPlane) {
  floor_.height = -0.5;
  const Image empty = draw({}), image = draw(with(&ViewSettings::grid));
  const Mark mark = markOf(empty, image);
  EXPECT_GT(mark.count, 500);
  // Level with the camera's own height is the horizon; the floor lies below it.
  EXPECT_GT(mark.top, kHeight / 2);
  // From below it lies above.
  floor_.height = 0.5;
  EXPECT_LT(markOf(empty, draw(with(&ViewSettings::grid))).bottom, kHeight / 2);
  // A wall to the left.
  floor_.up = {1, 0, 0};
  floor_.height = -0.5;
  EXPECT_LT(markOf(empty, draw(with(&ViewSettings::grid))).right, kWidth / 2);
}

TEST_F(OverlayTest, AxesAreRedGreenAndBlue) {
  floor_.size = 1;
  const Image image = draw(with(&ViewSettings::axes), {}, std::nullopt, obliqueCamera());
  const std::array<fmm::Vec3, 3> axes = {{{0.5, 0, 0}, {0, 0.5, 0}, {0, 0, 0.5}}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto at = projected(obliqueCamera(), axes[axis]);
    const std::uint8_t* pixel = image.at(static_cast<int>(at[0]), static_cast<int>(at[1]));
    for (std::size_t c = 0; c < 3; ++c) {
      if (c == axis) continue;
      EXPECT_GT(pixel[axis], pixel[c] + 40) << axis;
    }
  }
}

TEST_F(OverlayTest, WhatIsSwitchedOffOrNotThereChangesNothing) {
  TreeLook tree;
  tree.cells = {cube({}, 0.5)};
  const std::vector<Vortex> elements = {{{}, {1, 0, 0}}};
  const auto none = streamOf({});
  renderer_.emplace(kWidth, kHeight);
  renderer_->draw({*none}, frontCamera(), {});
  const Image bare = renderer_->read();
  EXPECT_EQ(draw({}, elements, tree).rgb, bare.rgb);
  ViewSettings all;
  all.arrows = all.cells = all.grid = all.axes = true;
  renderer_->draw({*none}, frontCamera(), all);
  EXPECT_EQ(renderer_->read().rgb, bare.rgb);
  EXPECT_NE(draw(all, elements, tree).rgb, bare.rgb);
  EXPECT_EQ(draw({}, elements, tree).rgb, bare.rgb) << "something stays behind";
}

TEST_F(OverlayTest, EverythingShowsOnEveryBackground) {
  TreeLook tree;
  tree.cells = {cube({}, 0.5)};
  const std::vector<Vortex> elements = {{{}, {1, 0, 0}}};
  for (const Background background : {Background::dark, Background::light, Background::gradient}) {
    for (const auto part : {&ViewSettings::arrows, &ViewSettings::cells, &ViewSettings::grid, &ViewSettings::axes}) {
      ViewSettings view;
      view.background = background;
      const Image empty = draw(view, elements, tree, obliqueCamera());
      view.*part = true;
      EXPECT_GT(markOf(empty, draw(view, elements, tree, obliqueCamera())).count, 150) << toString(background);
    }
  }
}

TEST_F(OverlayTest, LooksTheSameAtEverySize) {
  TreeLook tree;
  tree.cells = {cube({}, 0.5)};
  ViewSettings view;
  view.cells = view.axes = true;
  const auto share = [&](int width, int height) {
    renderer_.emplace(width, height);
    const Image empty = draw({}, {}, tree, obliqueCamera()), image = draw(view, {}, tree, obliqueCamera());
    return markOf(empty, image).count / (static_cast<double>(width) * height);
  };
  const double large = share(1920, 1080);
  EXPECT_NEAR(share(1280, 720), large, 0.2 * large);
  EXPECT_NEAR(share(3840, 2160), large, 0.2 * large);
}

TEST_F(OverlayTest, TheSameBytesEveryTime) {
  TreeLook tree;
  tree.cells = {cube({}, 0.5), cube({0.1, 0.1, 0.1}, 0.2, 2)};
  std::vector<Vortex> elements;
  for (int i = 0; i < 3000; ++i) {
    const double turn = 0.1 * i;
    elements.push_back({{std::cos(turn), std::sin(turn), 0.0002 * i}, {-std::sin(turn), std::cos(turn), 0}, 0.05});
  }
  ViewSettings all;
  all.arrows = all.cells = all.grid = all.axes = true;
  const Image first = draw(all, elements, tree, obliqueCamera());
  renderer_.emplace(kWidth, kHeight);
  EXPECT_EQ(draw(all, elements, tree, obliqueCamera()).rgb, first.rgb);
}

TEST_F(OverlayTest, LeavesOpenGlAsItWas) {
  TreeLook tree;
  tree.cells = {cube({}, 0.5)};
  const Texture colour(GL_RGBA8, 32, 32, GL_LINEAR);
  const Framebuffer window(colour);
  glBindFramebuffer(GL_FRAMEBUFFER, window.name());
  ViewSettings all;
  all.arrows = all.cells = all.grid = all.axes = true;
  draw(all, {{{}, {1, 0, 0}}}, tree);
  GLint bound = 0, attached = -1;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  EXPECT_EQ(static_cast<GLuint>(bound), window.name());
  glGetNamedFramebufferAttachmentParameteriv(renderer_->framebuffer(), GL_DEPTH_ATTACHMENT,
                                             GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &attached);
  EXPECT_EQ(attached, GL_NONE);
  for (const GLenum state : {GL_BLEND, GL_DEPTH_TEST}) EXPECT_FALSE(glIsEnabled(state));
  GLboolean mask[4] = {};
  glGetBooleanv(GL_COLOR_WRITEMASK, mask);
  EXPECT_TRUE(mask[3]);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace
}  // namespace app
