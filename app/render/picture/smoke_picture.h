#pragma once

#include "camera/camera_rays.h"
#include "particles/picture_contents.h"
#include "render/picture/coarse_blur.h"
#include "render/picture/density_volume.h"
#include "render/picture/exposure.h"
#include "render/picture/grain_pyramid.h"
#include "render/picture/ground.h"
#include "render/picture/palette.h"
#include "render/picture/render_canvas.h"
#include "render/picture/render_quality.h"
#include "render/picture/resolve_pass.h"
#include "render/picture/shot_mean.h"
#include "render/picture/volume_march.h"
#include "render/picture/vorticity_picture.h"
#include "scene/view_settings.h"

namespace app {

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
