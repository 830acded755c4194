#pragma once

#include <optional>
#include "camera/camera_rays.h"

#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_quality.h"
#include "scene/view_settings.h"

namespace app {

/// Rays a pixel, along each side, that show what there is in a volume of so many cells, in a picture of this height.
double raysPerPixel(const RenderQuality& quality, std::size_t cells, int height);

/// The picture of a lit density volume: light towards the eye and the part of the ground that shines through. With
/// RenderQuality::overTime its rays go through other places each time, and what the pictures before have seen of the
/// same smoke is kept: coarse pictures in a row come out as smooth as fine ones.
class VolumeMarch {
 public:
  /// Draws the volume as seen along `rays` for a picture of this size. `palette` are the 256 colours in linear light,
  /// `sample` counts the pictures of a supersampled one. Throws GlError, FileError
  /// (shaders).
  void draw(const DensityVolume& volume, const CameraRays& rays, const ViewSettings& view, const RenderQuality& quality,
            const Texture& palette, int width, int height, int sample);
  /// What was seen before is not of the same flow.
  void forget() { former_.reset(); }

  /// Makes the image one of this size, for another march to draw into.
  const Texture& imageOf(int width, int height);

  /// RGBA16F: linear light, part that passes through; read linearly it fills the picture.
  const Texture& image() const { return image_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  void look(const DensityVolume& volume, const CameraRays& rays, const RenderQuality& quality, int sample);
  void castOn(int width, int height);
  void setWithin(GLint location) const;
  void keep(const CameraRays& rays);

  ProgramVariants programs_{"march.comp"};
  Texture image_;
  std::optional<Program> reproject_;  ///< made when it is first needed, like the next
  Texture fresh_, seenAt_, before_;   ///< of rays over time: as seen, where, the last picture they came to
  int freshWidth_ = 0, freshHeight_ = 0, beforeWidth_ = 0, beforeHeight_ = 0;
  std::optional<CameraRays> former_;  ///< of the last picture; empty: there is none
  int turn_ = 0;                      ///< of the rays over time
  int width_ = 0, height_ = 0;
};

}  // namespace app
