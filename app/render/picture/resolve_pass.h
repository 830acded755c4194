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

/// The factor on a picture's light, fixed or measured on the picture. It stays on the GPU.
class Exposure {
 public:
  /// `defines` of survey.comp and exposure.comp choose the kind of picture. Throws GlError, FileError (shaders).
  explicit Exposure(const Program::Defines& defines = {});

  void fix(double factor);
  /// Measures `pixels` pixels; `bind` binds the input of survey.comp. `reference` is the mid tone or
  /// spot density of exposure.comp. Throws GlError.
  void measure(std::size_t pixels, double brightness, double reference, const std::function<void()>& bind);

  void bindStorage(GLuint binding) const { factor_.bindStorage(binding); }

 private:
  Program survey_, measure_;
  Buffer groupSums_;  ///< [kSurveyGroups][2] float
  Buffer factor_;     ///< one float
};

/// Input of every picture.
struct ResolveInput {
  GroundLook ground;
  std::optional<double> elementHalf = {};  ///< if elements are drawn: their density that covers half of the background
  const Exposure* streaks = nullptr;       ///< optical depth of a line if streaks are drawn
  bool everyTile = false;                  ///< true if more than the lit tiles must be drawn
  int sample = 0;                          ///< see PictureContents; beyond sample 0 the exposure is kept
  int shots = 1;                           ///< number of shots summed in the densities
  const VorticityPicture* vorticity = nullptr;  ///< drawn behind and before the tracers; null: none
  bool again = false;                           ///< redraw over another ground; all else is as in the last draw
};

/// The last pass of a picture: the ground, and over it the tiles of the canvas that are not empty. It is a compute
/// shader, as data-centre GPUs have few raster units and are slow at fragments.
class ResolvePass {
 public:
  explicit ResolvePass(std::string computeFile) : programs_(std::move(computeFile)) {}

  /// Draws canvas.picture. `bind` binds the shader's input besides ground, tiles, elements and the glow (texture unit
  /// 0). Throws GlError, FileError (shaders).
  void draw(const RenderCanvas& canvas, Ground& ground, const Texture& glow, const ResolveInput& input,
            Program::Defines defines, const std::function<void()>& bind);

 private:
  ProgramVariants programs_;
};

/// Makes colours with alpha, or in linear light, from pictures summed in linear light.
class Matte {
 public:
  /// Kind of result.
  struct Layers {
    bool transparent = false;  ///< alpha from pictures over black and over white; else opaque, over its own ground
    bool linear = false;       ///< linear light, premultiplied by alpha; else sRGB, not premultiplied
  };
  enum Over { black, white };

  /// Throws GlError, FileError (shader).
  Matte(int width, int height, Layers layers);

  /// Adds an sRGB picture of this size to the sum over `ground`; `first` starts the sum. An opaque picture counts as
  /// over black.
  void add(GLuint picture, Over ground, bool first);
  /// Makes colours() from the sums of `samples` pictures. `forPaper`: they reproduce the picture exactly over white,
  /// not over black. Throws GlError.
  void finish(int samples, bool forPaper);
  /// RGBA32F if linear, else RGBA8.
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
