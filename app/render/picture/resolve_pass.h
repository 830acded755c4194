#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "gl/gl_objects.h"
#include "render/picture/ground.h"
#include "render/picture/render_canvas.h"
#include "render/picture/vorticity_picture.h"

namespace app {

/// The factor on a picture's light, which never leaves the GPU: fixed, or measured on the picture.
class Exposure {
 public:
  /// `defines` are those of survey.comp and exposure.comp, which say what kind of picture it is. Throws GlError,
  /// FileError (shaders).
  explicit Exposure(const Program::Defines& defines = {});

  void fix(double factor);
  /// Looks at the coarse pixels of a picture; `bind` sets what survey.comp reads of it. `reference` is what
  /// exposure.comp holds the picture's mean against. Throws GlError.
  void measure(const RenderCanvas& canvas, double brightness, double reference, const std::function<void()>& bind);

  void bindStorage(GLuint binding) const { factor_.bindStorage(binding); }

 private:
  Program survey_, measure_;
  Buffer groupSums_;  ///< [kSurveyGroups][2] float
  Buffer factor_;     ///< one float
};

/// What every picture is made with.
struct ResolveInput {
  GroundLook ground;
  std::optional<double> elementHalf =
      {};                  ///< elements are drawn: density of theirs that covers half of what is behind them
  bool everyTile = false;  ///< is there something to draw beside the lit tiles?
  int sample = 0;          ///< as PictureContents has it: beyond the first one the exposure is kept
  int shots = 1;           ///< that the densities are the sum of
  const VorticityPicture* vorticity = nullptr;  ///< behind the tracers and before them; null: there is none
  bool again = false;                           ///< over another ground: all else is as it was drawn last
};

/// The last pass of a picture: the ground, and over it the tiles of the canvas that have something on them. A compute
/// shader does it, as data centres' GPUs, having few raster units, are slow at fragments.
class ResolvePass {
 public:
  explicit ResolvePass(std::string computeFile) : programs_(std::move(computeFile)) {}

  /// Draws canvas.picture. `bind` sets what the shader reads besides ground, tiles, elements and texture unit 0, the
  /// glow. Throws GlError, FileError (shaders).
  void draw(const RenderCanvas& canvas, Ground& ground, const Texture& glow, const ResolveInput& input,
            Program::Defines defines, const std::function<void()>& bind);

 private:
  ProgramVariants programs_;
};

/// Colours with alpha, or linear light, of pictures that are summed in linear light.
class Matte {
 public:
  /// What is made of the sums.
  struct Layers {
    bool transparent = false;  ///< from the picture over black and over white; else of one picture over its own ground
    bool linear = false;       ///< in linear light, multiplied by alpha; else sRGB, straight
  };
  enum Over { black, white };

  /// Throws GlError, FileError (shader).
  Matte(int width, int height, Layers layers);

  /// Adds a picture of this size in sRGB to the sum over that ground; the first one begins it. One over its own ground
  /// counts as over black.
  void add(GLuint picture, Over ground, bool first);
  /// Makes colours() of sums of so many pictures. `forPaper`: over white, not over black, they give the picture back
  /// exactly. Throws GlError.
  void finish(int samples, bool forPaper);
  /// RGBA32F where it is linear, else RGBA8.
  const Texture& colours() const { return colours_; }

 private:
  void dispatch() const;

  int width_, height_;
  Layers layers_;
  Program sum_;
  ProgramVariants matte_;
  std::array<Texture, 2> sums_;  ///< RGBA32F, by Over
  Texture colours_;
};

}  // namespace app
