#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "fmm/types.h"
#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/vorticity_picture.h"
#include "state/particle_stream.h"

namespace app {

/// A line between two points in space, of constant width in the picture. Layout as in lines.vert.
struct Line {
  float from[3];         ///< [L]
  std::uint32_t colour;  ///< from packColour()
  float to[3];           ///< [L]
  float width;           ///< in pixels of a picture of 720 rows
};

/// sRGB from 0 to 1, and opacity.
struct LineColour {
  float red = 1, green = 1, blue = 1;
  float cover = 1;
};
std::uint32_t packColour(const LineColour& colour);

Line makeLine(fmm::Vec3 from, fmm::Vec3 to, const LineColour& colour, double width);

/// What a picture shows, which hides lines behind it.
struct Veils {
  const VorticityPicture* vorticity = nullptr;  ///< null: none, like the others
  const DensityVolume* smoke = nullptr;         ///< with its transmittance from the eye
  const Solids* solids = nullptr;               ///< bodies in space
  bool throughVolume = false;                   ///< the vorticity's volume hides lines, too, not only slice and surface
  /// Points of light.
  struct Points {
    const Buffer* density = nullptr;     ///< of the canvas
    const Exposure* exposure = nullptr;  ///< of the picture
    GLuint distances = 0;                ///< DepthPicture
    double scale = 1;                    ///< factor from fixed point to tracers
  };
  std::optional<Points> points = {};

  bool hidesByVolumes() const { return vorticity != nullptr || smoke != nullptr || points; }
  /// Variants of lines.frag.
  Program::Defines defines() const;
};

/// View parameters of a batch of lines.
struct LineView {
  glm::mat4 viewProjection;
  int width = 0, height = 0;  ///< of the picture, pixels
  glm::vec4 focus{0};         ///< point [L] around which lines fade, and the distance of their end; 0: no fading
  /// Depths [L] where lines begin and end to fade, to `behind` times their cover.
  float nearest = 0, farthest = 0, behind = 1;
  bool rim = false;  ///< outlines of bodies, in the colours of the veils' vorticity, which must be there
  Veils veils = {};
  CameraRays rays = {};  ///< of the picture
};

/// Lines in a GL buffer, drawn anti-aliased as two triangles each, independent of the driver's line widths.
class LineBatch {
 public:
  void set(const std::vector<Line>& lines);
  std::size_t count() const { return count_; }
  /// Draws into the bound framebuffer with the current blending and depth test; colours are premultiplied by their
  /// cover. `program` is made of lines.vert and lines.frag, with FADING if the view has a focus, RIM if it is of rims,
  /// and what its veils define. Throws GlError.
  void draw(const Program& program, const LineView& view) const;

 private:
  Buffer buffer_;
  std::size_t count_ = 0;
};

/// Position and scale of arrows.
struct ArrowView {
  glm::mat4 viewProjection;
  glm::vec3 eye{0};                             ///< [L]
  double pixels = 1;                            ///< size of a length of 1 at a distance of 1, pixels
  int height = 0;                               ///< of the picture, pixels
  bool onLight = false;                         ///< true for a light background
  double size = 1;                              ///< factor on the arrows' lengths
  double distance = 0;                          ///< from the eye to the centre of the ball that holds the elements [L]
  double extent = 0;                            ///< radius of that ball [L]; 0: unknown
  const VorticityPicture* vorticity = nullptr;  ///< vorticity that may hide the arrows; null: none
  CameraRays rays = {};                         ///< of the picture
};

/// An evenly picked subset of the vortex elements as arrows along their strength. About kUsual are drawn if the flow
/// fills the picture: fewer from afar, more from nearby, up to kMost, so that arrows have room; a smaller `size` allows
/// more. An arrow's length grows with |alpha| over the mean |alpha| of the subset, up to twice the mean.
class ArrowBatch {
 public:
  static constexpr std::size_t kMost = 12000, kUsual = 500;

  /// Throws GlError, FileError (shaders).
  ArrowBatch();
  /// `strengths` belong to the elements at `positions`, in the same order. The bound framebuffer needs a cleared depth
  /// buffer, which receives the depth of the arrows. Throws GlError, FileError (shaders).
  void draw(const ParticleStream& positions, const ParticleStream& strengths, const ArrowView& view);

 private:
  void drawParts(const ArrowView& view, std::size_t count, std::size_t arrows, std::size_t stride);

  Program measure_;
  std::map<Program::Defines, Program> programs_;
  Buffer scale_;  ///< one vec4, written by arrow_scale.comp
};

}  // namespace app
