#pragma once

#include <optional>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

class Solids;

/// The background of a picture: that of `background`, or one colour in its place, or squares for a picture without
/// ground. Paper has one colour, the others change over the picture.
struct GroundLook {
  Background background = Background::dark;
  std::optional<Colour> colour = {};  ///< sRGB
  bool leftOut = false;
  const Solids* solids = nullptr;  ///< bodies before it

  bool isBackdrop() const { return background == Background::gradient && !colour && !leftOut; }
  bool isNight() const { return background == Background::dark && !colour && !leftOut; }
  /// True if the ground varies over the picture.
  bool changes() const { return isBackdrop() || isNight() || leftOut || solids != nullptr; }
  /// Variant of ground.glsl.
  Program::Defines defines() const {
    Program::Defines all;
    if (leftOut) all.emplace_back("SQUARES");
    if (isNight()) all.emplace_back("NIGHT");
    if (isBackdrop()) all.emplace_back("BACKDROP");
    if (solids != nullptr) all.emplace_back("SOLIDS");
    return all;
  }

  bool operator==(const GroundLook& other) const {
    return background == other.background && colour == other.colour && leftOut == other.leftOut;
  }
};

/// Sets the uniforms of ground.glsl, for the program in use and a picture of this size [pixels].
void setGround(const GroundLook& look, int width, int height);

/// Fills a picture with the ground: cleared if it has one colour, else drawn once and copied.
class Ground {
 public:
  /// Fills a picture of this size and of the format of `picture`, the attachment of `framebuffer`. Throws GlError,
  /// FileError (shaders).
  void paint(const GroundLook& look, const Texture& picture, const Framebuffer& framebuffer, int width, int height);

 private:
  void draw(const GroundLook& look, GLenum format, int width, int height);

  ProgramVariants programs_{"ground.comp"};
  Texture drawn_;  ///< a ground that varies over the picture
  GroundLook look_;
  int width_ = 0, height_ = 0;
};

/// True if smoke and vorticity throw a shadow: the view wants it, the floor is known, and the first lamp stands above
/// the floor.
bool throwsShadow(const PictureContents& contents, const ViewSettings& view);

/// The square of the floor on which the vorticity's shadow falls, about the point below the flow.
struct ShadowSquare {
  fmm::Vec3 middle;         ///< [L]
  fmm::Vec3 across, along;  ///< its sides [L]
};
/// contents.flow.floor must be known.
ShadowSquare shadowSquare(const PictureContents& contents);

/// Sets uniforms and bindings of floor_shadow.glsl for the program in use. contents.flow.floor must be known.
void setFloorShadow(const PictureContents& contents, const ViewSettings& view, const CameraRays& rays,
                    const DensityVolume& volume);

/// The same for the variant with the shadow of the vorticity, whose picture is not bound.
void setShadowSquare(const PictureContents& contents);

}  // namespace app
