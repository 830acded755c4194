#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "camera/camera.h"
#include "files/image.h"
#include "fmm/tree_view.h"
#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "gl/headless_context.h"
#include "render/scene_renderer.h"

namespace app {

/// Pictures of arrows, cells, grid and axes over no tracers at all, and where they differ.
class OverlayTest : public testing::Test {
 protected:
  static constexpr int kWidth = 640, kHeight = 360;

  /// An element for arrows.
  struct Vortex {
    fmm::Vec3 position, strength;
    double coreRadius = 0.2;
  };
  /// Where two pictures differ visibly: number of pixels, box about them, mean position. y downwards.
  struct Mark {
    int count = 0;
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    double meanX = 0, meanY = 0;
  };

  static void SetUpTestSuite() { context_ = std::make_unique<HeadlessContext>(); }
  static void TearDownTestSuite() { context_.reset(); }
  void TearDown() override { checkGl("overlay test"); }

  /// At (0, 0, 5), looking at the origin, where the middle of the picture is; x to the right, y up.
  static Camera frontCamera();
  static Camera obliqueCamera();
  /// A view with one of its switches on.
  static ViewSettings with(bool ViewSettings::*part);
  /// A cube of the tree; a leaf without a parent.
  static fmm::TreeCell cube(fmm::Vec3 centre, double halfEdge, int level = 0);
  static std::unique_ptr<ParticleStream> streamOf(const std::vector<std::array<float, 4>>& values);

  /// A picture of all contents that the switches of `view` turn on.
  Image draw(const ViewSettings& view, const std::vector<Vortex>& elements = {},
             const std::optional<TreePicture>& tree = std::nullopt, const Camera& camera = frontCamera());

  /// Difference of one pixel between two pictures: the sum over its bytes.
  static int difference(const Image& a, const Image& b, int x, int y);
  static Mark markOf(const Image& a, const Image& b);
  /// Pixel coordinates of a point, y downwards.
  static std::array<double, 2> projected(const Camera& camera, fmm::Vec3 p, int width = kWidth, int height = kHeight);

  Floor floor_;
  double extent_ = 0;                          ///< of the flow about the origin; 0: not known
  std::vector<std::array<float, 4>> tracers_;  ///< of the picture: none unless a test gives some
  std::optional<SceneRenderer> renderer_;
  static std::unique_ptr<HeadlessContext> context_;
};

}  // namespace app
