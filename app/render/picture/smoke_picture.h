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

/// Sets the uniforms of smoke_light.glsl for the program in use: lamps, ambient light, phase function.
void setSmokeLight(const ViewSettings& view);

/// Means of the tracers over 2 x 2, 4 x 4, ... pixels of a picture, as grain.glsl reads them: dense tracers appear as
/// sharp as they are; where the flow has torn them apart they are blurred until they overlap. The input is integer
/// sums, so the picture does not depend on their order.
class GrainPyramid {
 public:
  /// Builds the pyramid from canvas.density, where a tracer at the target's distance counts `unit`, and its guide from
  /// `volume`. `pixelsPerLength`: pixels per length at the camera's target [1/L]. Throws GlError, FileError (shaders).
  void build(const RenderCanvas& canvas, const DensityVolume& volume, double unit, double pixelsPerLength);

  /// Binds the pyramid for resolve_smoke.comp, the program in use. `grain` (0 to 1) keeps single tracers visible.
  void bind(double grain) const;

 private:
  void resize(const RenderCanvas& canvas);
  void setLevels() const;
  void guide(const RenderCanvas& canvas, const DensityVolume& volume);

  ProgramVariants pyramid_{"grain_pyramid.comp"}, guided_{"grain_guide.comp"};
  MipTexture levels_;  ///< RG32F, with tints RGBA32F
  Texture guide_;      ///< RGBA16F, one texel per coarse pixel: result of grain_guide.comp
  Texture tints_;      ///< the same for tints, if sums are of tints
  int width_ = 0, height_ = 0;
  bool tinted_ = false;
  double unit_ = 1, pixelsPerLength_ = 1;
};

/// Input of a picture of smoke.
struct SmokeInput {
  const DensityVolume& volume;
  const CameraRays& rays;
  const ViewSettings& view;
  const RenderQuality& quality;
  const Palette& palette;
  double distance;                  ///< of the camera from its target [L]
  const PictureContents& contents;  ///< its tracers are in canvas.density if the view shows both
  std::size_t tracers;              ///< number of tracers in the first shot
  VorticityPicture* vorticity;      ///< drawn in the same march; null: none
};

/// Makes a picture of a density volume and the tracers in it: march, glow, exposure, tone map. The constructor throws
/// GlError, FileError (shaders).
class SmokePicture {
 public:
  /// Marches through the volume for one of the shots that draw() averages. `sample` counts the marches of one picture.
  /// Throws GlError.
  void expose(const RenderCanvas& canvas, const SmokeInput& smoke, int sample, Shot shot);
  /// Draws the picture; canvas.lit must mark the tiles with tracers. Throws GlError, FileError.
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
  Texture rows_, glow_;  ///< blurred along the rows, then also along the columns
  int glowWidth_ = 0, glowHeight_ = 0;
};

}  // namespace app
