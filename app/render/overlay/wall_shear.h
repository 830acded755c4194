#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "gl/gl_objects.h"
#include "state/picture_contents.h"

namespace app {

/// The ground coloured by the shear of a no-slip wall relative to its mean: the vorticity on the wall, |omega| =
/// |du/dz|, from the nearby elements and their images without flux (docs/math.md, a wall that the fluid sticks to).
class WallShear {
 public:
  WallShear();
  /// Sums the shear of contents.elements (with contents.strengths) on contents.flow.floor, around its middle. Binds a
  /// framebuffer of its own. Throws GlError.
  void sum(const PictureContents& contents);
  /// Draws the ground into the bound framebuffer with the current blending.
  void draw(const glm::mat4& viewProjection, bool onLight) const;

 private:
  static constexpr int kTexels = 256;

  Program sum_, draw_;
  MipTexture shear_;  ///< components along both axes, and the sum of magnitudes
  Framebuffer framebuffer_;
  glm::vec3 middle_{0}, along_{0}, across_{0};  ///< centre of the square, and half its edges [L]
};

}  // namespace app
