#pragma once

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <map>

#include "gl/gl_objects.h"
#include "particles/particle_stream.h"
#include "render/picture/vorticity_picture.h"

namespace app {

/// Where and how large arrows are drawn.
struct ArrowView {
  glm::mat4 viewProjection;
  glm::vec3 eye{0};      ///< [L]
  double pixels = 1;     ///< that a length of 1 at a distance of 1 takes up
  int height = 0;        ///< of the picture, pixels
  bool onLight = false;  ///< is the picture's ground light?
  double size = 1;       ///< factor on the arrows' lengths
  double distance = 0;   ///< from the eye to the middle of the ball that holds the elements [L] ...
  double extent = 0;     ///< ... and the radius of that ball [L]; 0: not known
  const VorticityPicture* vorticity = nullptr;  ///< what stands before the arrows; null: nothing does
  CameraRays rays = {};                         ///< of the picture
};

/// Vortex elements as arrows along their strength, evenly picked. About kUsual are drawn where the flow fills the
/// picture, at least as many as give each other room: fewer from afar, more from nearby, up to kMost, and as many more
/// as `size` makes them shorter. An arrow's length grows with |alpha| beside the mean of those drawn, up to twice that.
class ArrowBatch {
 public:
  static constexpr std::size_t kMost = 12000, kUsual = 500;

  /// Throws GlError, FileError (shaders).
  ArrowBatch();
  /// `strengths` belong to the elements at `positions`, in the same order. Needs a depth buffer that was cleared, in
  /// the bound framebuffer; leaves the depth of the arrows in it. Throws GlError, FileError (shaders).
  void draw(const ParticleStream& positions, const ParticleStream& strengths, const ArrowView& view);

 private:
  void drawParts(const ArrowView& view, std::size_t count, std::size_t arrows, std::size_t stride);

  Program measure_;
  std::map<Program::Defines, Program> programs_;
  Buffer scale_;  ///< one vec4, of arrow_scale.comp
};

}  // namespace app
