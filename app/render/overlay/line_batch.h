#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "render/picture/vorticity_picture.h"
#include "state/particle_stream.h"

namespace app {

/// A line between two points of space, of constant width on the picture. Laid out as lines.vert reads it.
struct Line {
  float from[3];         ///< [L]
  std::uint32_t colour;  ///< of packColour()
  float to[3];           ///< [L]
  float width;           ///< in pixels of a picture of 720 rows
};

/// sRGB from 0 to 1, and how much of what is behind is covered.
struct LineColour {
  float red = 1, green = 1, blue = 1;
  float cover = 1;
};
std::uint32_t packColour(const LineColour& colour);

Line makeLine(fmm::Vec3 from, fmm::Vec3 to, const LineColour& colour, double width);

/// How a batch of lines meets the picture.
struct LineView {
  glm::mat4 viewProjection;
  int width = 0, height = 0;  ///< of the picture, pixels
  glm::vec4 focus{0};         ///< point [L] about which lines fade out, and the distance where they end; 0: no fading
  /// Depths [L] from which and up to which lines step back to `behind` of their cover.
  float nearest = 0, farthest = 0, behind = 1;
  const VorticityPicture* vorticity = nullptr;  ///< what stands before the lines; null: nothing does
  CameraRays rays = {};                         ///< of the picture
};

/// Lines in a GL buffer, drawn anti-aliased by two triangles each, whatever widths the driver's own lines have.
class LineBatch {
 public:
  void set(const std::vector<Line>& lines);
  std::size_t count() const { return count_; }
  /// Draws into the bound framebuffer with the blending and depth test that are set; colours come multiplied by their
  /// cover. `program` is of lines.vert and lines.frag, with FADING where the view has a focus, and VORTICITY
  /// where it has that. Throws GlError.
  void draw(const Program& program, const LineView& view) const;

 private:
  Buffer buffer_;
  std::size_t count_ = 0;
};

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
