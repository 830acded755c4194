#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gl/program_variants.h"
#include "render/picture/ground.h"
#include "render/picture/render_canvas.h"
#include "render/picture/vorticity_picture.h"

namespace app {

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

}  // namespace app
