#pragma once

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_quality.h"
#include "scene/view_settings.h"

namespace app {

/// The picture of a lit density volume: light towards the eye and the part of the ground that shines through.
class VolumeMarch {
 public:
  /// Throws GlError, FileError (shaders).
  VolumeMarch();

  /// Draws the volume as seen along `rays` for a picture of this size. `palette` are the 256 colours in linear light,
  /// `sample` counts the pictures of a supersampled one. Throws GlError.
  void draw(const DensityVolume& volume, const CameraRays& rays, const ViewSettings& view, const RenderQuality& quality,
            const Texture& palette, int width, int height, int sample);

  /// RGBA16F: linear light, part that passes through; read linearly it fills the picture.
  const Texture& image() const { return image_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  Program program_;
  Texture image_;
  int width_ = 0, height_ = 0;
};

}  // namespace app
