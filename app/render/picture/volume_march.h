#pragma once

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_quality.h"
#include "scene/view_settings.h"

namespace app {

/// Rays a pixel, along each side, that show what there is in a volume of so many cells, in a picture of this height.
double raysPerPixel(const RenderQuality& quality, std::size_t cells, int height);

/// The picture of a lit density volume: light towards the eye and the part of the ground that shines through.
class VolumeMarch {
 public:
  /// Throws GlError, FileError (shaders).
  VolumeMarch();

  /// Draws the volume as seen along `rays` for a picture of this size. `palette` are the 256 colours in linear light,
  /// `sample` counts the pictures of a supersampled one. Throws GlError.
  void draw(const DensityVolume& volume, const CameraRays& rays, const ViewSettings& view, const RenderQuality& quality,
            const Texture& palette, int width, int height, int sample);

  /// Makes the image one of this size, for another march to draw into.
  const Texture& imageOf(int width, int height);

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
