#pragma once

#include <cstdint>
#include <optional>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/lit_tiles.h"
#include "scene/scene_settings.h"
#include "scene/view_settings.h"

namespace app {

/// The surface at every pixel of a picture, over the light of a march whose rays are fewer.
class VorticitySurface {
 public:
  /// Makes the images for pictures of this size, and marches of `rays` rays, unless they are there. Throws GlError.
  void resize(PictureSize picture, PictureSize rays);

  /// Binds the images that the march writes: linear light and transmittance, and the distances of the surface.
  void bindImages() const;
  /// Draws the surface after the march into `image`. The volume, the look and, with a `dye`, its light are bound.
  /// `rings`: if not 0, the surface has the volume's colours, which are those of so many rings; `tints`: the volume
  /// has a grid of them. Throws GlError, FileError.
  void draw(const CameraRays& rays, const ViewSettings& view, const Texture& image, bool dye, std::uint32_t rings,
            bool tints);
  /// Distances of the surface at every pixel, nearest first, as of the last draw().
  const Texture& hits() const { return hits_; }

 private:
  PictureSize picture_ = {0, 0}, rays_ = {0, 0};
  Texture light_, rayHits_, hits_;
  std::optional<LitTiles> tiles_;
  ZeroFill zero_;
  Program marks_;
  ProgramVariants programs_{"vorticity_surface.comp"};
};

}  // namespace app
