#pragma once

#include <optional>
#include "camera/camera_rays.h"

#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "render/picture/render_quality.h"
#include "scene/view_settings.h"

namespace app {

class Solids;

/// Rays per pixel, along each side, that resolve a volume of this many cells in a picture of this height.
double raysPerPixel(const RenderQuality& quality, std::size_t cells, int height);

/// The picture of a lit density volume: light towards the eye, and the part of the ground that shines through. With
/// RenderQuality::overTime the rays shift in each picture and are averaged with earlier pictures of the same smoke:
/// successive coarse pictures become as smooth as fine ones.
class VolumeMarch {
 public:
  /// Draws the volume as seen along `rays` for a picture of this size. `palette` is the 256 colours in linear light,
  /// `sample` counts the supersamples of a picture. Throws GlError, FileError (shaders).
  void draw(const DensityVolume& volume, const CameraRays& rays, const ViewSettings& view, const RenderQuality& quality,
            const Texture& palette, int width, int height, int sample, const Solids* solids);
  /// Discards earlier pictures, as the flow has changed.
  void forget() { former_.reset(); }

  /// Resizes the image for another march to draw into it.
  const Texture& imageOf(int width, int height);

  /// RGBA16F: linear light, transmittance; sampled linearly, it fills the picture.
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
  std::optional<Program> reproject_;  ///< made at first use, like the next
  Texture fresh_, seenAt_, before_;   ///< overTime: rays as seen, their depth, the previous image
  int freshWidth_ = 0, freshHeight_ = 0, beforeWidth_ = 0, beforeHeight_ = 0;
  std::optional<CameraRays> former_;  ///< rays of the last picture; empty: none
  int turn_ = 0;                      ///< counts pictures with overTime, modulo the period
  int width_ = 0, height_ = 0;
};

}  // namespace app
