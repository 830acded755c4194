#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>

#include "gl/gl_objects.h"
#include "particles/particle_stream.h"

namespace app {

/// Where and how large arrows are drawn.
struct ArrowView {
  glm::mat4 viewProjection;
  glm::vec3 eye{0};      ///< [L]
  double pixels = 1;     ///< that a length of 1 at a distance of 1 takes up
  int height = 0;        ///< of the picture, pixels
  bool onLight = false;  ///< is the picture's ground light?
};

/// Vortex elements as arrows along their strength. At most kMost are drawn, evenly picked, so that the picture stays
/// readable; an arrow's length grows with |alpha| beside the mean of those drawn, up to twice that.
class ArrowBatch {
 public:
  static constexpr std::size_t kMost = 1200;

  /// Throws GlError, FileError (shaders).
  ArrowBatch();
  /// `strengths` belong to the elements at `positions`, in the same order. Needs a depth buffer that was cleared, in
  /// the bound framebuffer; leaves the depth of the arrows in it. Throws GlError.
  void draw(const ParticleStream& positions, const ParticleStream& strengths, const ArrowView& view) const;

 private:
  Program measure_, solid_, fringe_;
  Buffer scale_;  ///< one vec4, of arrow_scale.comp
};

}  // namespace app
