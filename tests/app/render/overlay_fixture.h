#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/support/picture_support.h"

namespace app {

/// Pictures of arrows, cells, grid and axes over no tracers at all, and where they differ.
class OverlayTest : public test::DrawTest {
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

  static Camera obliqueCamera();
  /// A view with one of its switches on.
  static ViewSettings with(bool ViewSettings::*part);

  /// A picture of all contents that the switches of `view` turn on.
  Image draw(const ViewSettings& view, const std::vector<Vortex>& elements = {},
             const std::optional<TreePicture>& tree = std::nullopt, const Camera& camera = test::frontCamera());

  /// Difference of one pixel between two pictures: the sum over its bytes.
  static int difference(const Image& a, const Image& b, int x, int y);
  static Mark markOf(const Image& a, const Image& b);
  /// Pixel coordinates of a point, y downwards.
  static std::array<double, 2> projected(const Camera& camera, fmm::Vec3 p, int width = kWidth, int height = kHeight);

  Floor floor_;
  double extent_ = 0;                    ///< of the flow about the origin; 0: not known
  std::vector<test::Particle> tracers_;  ///< of the picture: none unless a test gives some
  std::optional<SceneRenderer> renderer_;
};

}  // namespace app
