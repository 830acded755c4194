#pragma once

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/coarse_blur.h"
#include "render/picture/colour_scale.h"
#include "render/picture/density_volume.h"
#include "render/picture/ground.h"
#include "render/picture/render_canvas.h"
#include "render/picture/render_quality.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/shot_mean.h"
#include "render/picture/volume_march.h"
#include "render/picture/vorticity_picture.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

/// Unit vector to the first lamp (0) or the second one (1).
fmm::Vec3 lampDirection(const ViewSettings& view, int lamp);

/// Sets the uniforms of smoke_light.glsl, for the program in use: the lamps, what is ambient, the phase function.
void setSmokeLight(const ViewSettings& view);

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

/// What a picture of smoke is made from.
struct SmokeInput {
  const DensityVolume& volume;
  const CameraRays& rays;
  const ViewSettings& view;
  const RenderQuality& quality;
  const Palette& palette;
  double distance;                  ///< of the camera from its target [L]
  const PictureContents& contents;  ///< its tracers are in canvas.density where the view shows both
  std::size_t tracers;              ///< of the first shot
  VorticityPicture* vorticity;      ///< in the same march; null: there is none
};

/// Makes a picture of a density volume, and of the tracers in it: march, glow, exposure, tone map. Made, it throws
/// GlError, FileError (shaders).
class SmokePicture {
 public:
  /// Looks through the volume, as one of the shots whose mean light draw() makes a picture of. `sample` counts looks at
  /// one picture. Throws GlError.
  void expose(const RenderCanvas& canvas, const SmokeInput& smoke, int sample, Shot shot);
  /// On a canvas on which canvas.lit marks the tiles of tracers. Throws GlError, FileError.
  void draw(RenderCanvas& canvas, Ground& ground, const SmokeInput& smoke, const ResolveInput& input);

 private:
  void setExposure(const RenderCanvas& canvas, const ViewSettings& view);
  void bindMarched(const RenderCanvas& canvas, GLint location);
  void bloom(const RenderCanvas& canvas);

  Exposure exposure_{Program::Defines{"SMOKE"}};
  CoarseBlur blur_{"bloom.comp"};
  VolumeMarch march_;
  GrainPyramid grains_;
  ShotMean shots_;
  ResolvePass resolve_{"resolve_smoke.comp"};
  Texture rows_, glow_;  ///< blurred along the rows, and along the columns
  int glowWidth_ = 0, glowHeight_ = 0;
};

}  // namespace app
