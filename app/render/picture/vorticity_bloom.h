#pragma once

#include "gl/gl_objects.h"
#include "render/picture/lit_tiles.h"
#include "scene/scene_settings.h"

namespace app {

/// Light of the vorticity that is too strong for a screen, spread wide over its surroundings.
class VorticityBloom {
 public:
  /// Spreads the excess of `light`, a picture of `picture` pixels, by this strength, and marks the tiles that it
  /// reaches. Throws GlError, FileError.
  void draw(const Texture& light, PictureSize picture, double strength, const LitTiles& lit);
  void bind(GLuint unit) const { spread_.bind(unit); }

 private:
  void resize(PictureSize size);

  ProgramVariants programs_{"vorticity_bloom.comp"};
  PictureSize size_ = {0, 0};
  Texture excess_, rows_, spread_;  ///< RGBA16F: the excess, blurred along the rows, then also along the columns
};

}  // namespace app
