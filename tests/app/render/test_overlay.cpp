// The overlay over the tracers, judged by properties of the pictures.

#include "app/render/overlay_fixture.h"
#include "gl/gl_objects.h"
#include "render/overlay/overlay_lines.h"
#include "render/overlay/tree_boxes.h"
#include "support/test.h"

namespace app {
namespace {

TEST_F(OverlayTest, BoxCornersLieWhereTheyProject) {
  TreePicture tree;
  tree.cells = {test::cube({0.1, -0.2, 0.3}, 0.5)};
  for (const Camera& camera : {test::frontCamera(), obliqueCamera()}) {
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

TEST_F(OverlayTest, AxesLieBehindWhatIsNearer) {
  floor_.size = 1;
  extent_ = 2;
  for (const ViewMode mode : {ViewMode::points, ViewMode::density, ViewMode::both}) {
    const auto marked = [&](float z) {  // what the y axis adds to the picture behind or before a cloud of tracers
      tracers_.clear();
      std::mt19937 random(1);
      std::uniform_real_distribution<float> at(-0.5F, 0.5F);
      for (int i = 0; i < 60000; ++i)
        tracers_.push_back({0.6F * at(random), 0.55F + 0.6F * at(random), z + 0.2F * at(random), 0.5F});
      ViewSettings view;
      view.mode = mode;
      view.opacity = 10;
      const Image without = draw(view);
      view.axes = true;
      const Image with = draw(view);
      const auto axis = projected(test::frontCamera(), {0, 0.55, 0});
      int sum = 0;
      for (int y = -20; y <= 20; ++y)
        sum += difference(without, with, static_cast<int>(axis[0]), static_cast<int>(axis[1]) + y);
      return sum;
    };
    const int behind = marked(0.6F), before = marked(-0.6F);
    EXPECT_GT(before, 2000) << toString(mode);
    EXPECT_LT(behind, before / 3) << toString(mode);
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
  TreePicture tree;
  tree.cells = {test::cube({-0.6, 0, 0}, 0.25, 3), test::cube({0, 0, 0}, 0.25, 3), test::cube({0.6, 0, 0}, 0.25, 3)};
  const ViewSettings view = with(&ViewSettings::cells);
  const Image empty = draw({}), plain = draw(view, {}, tree);
  tree.picked = 1;
  tree.near = {0, 1};
  const Image picked = draw(view, {}, tree);
  // The upper edge of each cube's front face.
  const auto strength = [&](const Image& image, double x) {
    const auto at = projected(test::frontCamera(), {x, 0.25, 0.25});
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
  // The horizon is level with the camera; a floor below the camera lies below the horizon.
  EXPECT_GT(mark.top, kHeight / 2);
  // A floor above the camera lies above the horizon.
  floor_.height = 0.5;
  EXPECT_LT(markOf(empty, draw(with(&ViewSettings::grid))).bottom, kHeight / 2);
  // A wall to the left.
  floor_.up = {1, 0, 0};
  floor_.height = -0.5;
  EXPECT_LT(markOf(empty, draw(with(&ViewSettings::grid))).right, kWidth / 2);
}

TEST_F(OverlayTest, AGroundThatTheFluidSticksToShowsItsShear) {
  floor_.height = -0.5;
  floor_.size = 0.3;
  const std::vector<Vortex> elements = {{{0.3, -0.48, 0}, {0, 0, 1}}, {{-0.3, 0.4, 0}, {0, 0, 1}}};
  const ViewSettings view = with(&ViewSettings::grid);
  const Image slips = draw(view, elements);
  floor_.sticks = true;
  const Image sticks = draw(view, elements), grid = draw({}, elements);
  const auto brighter = [&](fmm::Vec3 place) {
    const auto at = projected(test::frontCamera(), place);
    return difference(slips, sticks, static_cast<int>(at[0]), static_cast<int>(at[1]));
  };
  EXPECT_GT(brighter({0.3, -0.5, 0}), 30) << "under the element next to it";
  EXPECT_LT(brighter({-0.3, -0.5, 0}), 10) << "under the one far above";
  EXPECT_EQ(draw({}, elements).rgb, grid.rgb) << "with the grid alone";
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
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5)};
  const std::vector<Vortex> elements = {{{}, {1, 0, 0}}};
  const auto none = test::streamOf({});
  renderer_.emplace(kWidth, kHeight);
  renderer_->draw({*none}, test::frontCamera(), {});
  const Image bare = renderer_->read();
  EXPECT_EQ(draw({}, elements, tree).rgb, bare.rgb);
  ViewSettings all;
  all.arrows = all.cells = all.grid = all.axes = true;
  renderer_->draw({*none}, test::frontCamera(), all);
  EXPECT_EQ(renderer_->read().rgb, bare.rgb);
  EXPECT_NE(draw(all, elements, tree).rgb, bare.rgb);
  EXPECT_EQ(draw({}, elements, tree).rgb, bare.rgb) << "something stays behind";
}

TEST_F(OverlayTest, EverythingShowsOnEveryBackground) {
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5)};
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
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5)};
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
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5), test::cube({0.1, 0.1, 0.1}, 0.2, 2)};
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

TEST_F(OverlayTest, BoxesAreMadeAnewForAnotherTreeOrGroundOnly) {
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5), test::cube({0.1, 0.1, 0.1}, 0.2, 2)};
  TreeBoxes boxes;
  for (int i = 0; i < 4; ++i) boxes.show(tree, false);
  EXPECT_EQ(boxes.built(), 1u);
  EXPECT_EQ(boxes.all().count(), 24u);
  tree.cells[1].tracers += 7;
  boxes.show(TreePicture(tree), false);
  EXPECT_EQ(boxes.built(), 1u) << "what is in a cell does not show";

  std::size_t built = 1;
  const auto expectNew = [&](bool onLight, const char* what) {
    boxes.show(tree, onLight);
    boxes.show(tree, onLight);
    EXPECT_EQ(boxes.built(), ++built) << what;
  };
  expectNew(true, "ground");
  tree.cells[1].centre.x += 1e-3;
  expectNew(true, "a cell's place");
  tree.picked = 1;
  tree.near = {1};
  expectNew(true, "the picked leaf");
  EXPECT_EQ(boxes.chosen().count(), 24u) << "with its halo";
  tree.cells.pop_back();
  tree.picked.reset();
  tree.near.clear();
  expectNew(true, "fewer cells");
  EXPECT_EQ(boxes.all().count(), 12u);
  EXPECT_EQ(boxes.chosen().count(), 0u);
}

TEST_F(OverlayTest, ATreeThatChangesInItsPlaceIsDrawnAsItIs) {
  const ViewSettings cells = with(&ViewSettings::cells);
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5)};
  const Image before = draw(cells, {}, tree);
  EXPECT_EQ(draw(cells, {}, tree).rgb, before.rgb);
  tree.cells[0].halfEdges = {0.8, 0.8, 0.8};
  const Image after = draw(cells, {}, tree);
  renderer_.emplace(kWidth, kHeight);
  EXPECT_EQ(draw(cells, {}, tree).rgb, after.rgb);
  EXPECT_GT(markOf(before, after).count, 500);
}

TEST_F(OverlayTest, LeavesOpenGlAsItWas) {
  TreePicture tree;
  tree.cells = {test::cube({}, 0.5)};
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
