#pragma once

#include "gl/gl_objects.h"
#include "gl/program_variants.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_canvas.h"

namespace app {

/// Means of the tracers on the pixels of a picture over 2 x 2, 4 x 4, ... of them, as grain.glsl reads them: where
/// tracers are many they are seen as sharp as they stand, where the flow has torn them apart they are spread until
/// they meet. Sums of whole numbers go in, so that the picture stays the same in any order.
class GrainPyramid {
 public:
  /// From canvas.density, on which one tracer at the target's distance counts `unit`, for what the volume shows of
  /// them; so many pixels [1/L] are a length at the camera's target. Throws GlError,
  /// FileError (shaders).
  void build(const RenderCanvas& canvas, const DensityVolume& volume, double unit, double pixelsPerLength);

  /// Binds it for resolve_smoke.comp, the program in use. `grain` (0 to 1) keeps single tracers apart.
  void bind(double grain) const;

 private:
  void resize(const RenderCanvas& canvas);
  void setLevels() const;
  void guide(const RenderCanvas& canvas, const DensityVolume& volume);

  ProgramVariants pyramid_{"grain_pyramid.comp"}, guided_{"grain_guide.comp"};
  MipTexture levels_;  ///< RG32F, with tints RGBA32F
  Texture guide_;      ///< RGBA16F, a texel each coarse pixel: what grain_guide.comp says
  Texture tints_;      ///< the same of the tints, where sums are of them
  int width_ = 0, height_ = 0;
  bool tinted_ = false;
  double unit_ = 1, pixelsPerLength_ = 1;
};

}  // namespace app
