#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "gl/gl_objects.h"
#include "state/picture_contents.h"

namespace app {

/// The ground in the colours of the shear that a wall has which the fluid sticks to: the vorticity there,
/// |omega| = |du/dz|, from the elements next to it and their images without flux (docs/math.md, a wall that the fluid
/// sticks to), next to its mean.
class WallShear {
 public:
  WallShear();
  /// Sums up the shear of contents.elements, whose strengths there are, on contents.floor, about its middle. Binds
  /// a framebuffer of its own. Throws GlError.
  void sum(const PictureContents& contents);
  /// Adds the ground to the bound framebuffer, with the blending that is set.
  void draw(const glm::mat4& viewProjection, bool onLight) const;

 private:
  static constexpr int kTexels = 256;

  Program sum_, draw_;
  MipTexture shear_;  ///< along both axes, and the sum of sizes
  Framebuffer framebuffer_;
  glm::vec3 middle_{0}, along_{0}, across_{0};  ///< of the square, and half its edges [L]
};

}  // namespace app
