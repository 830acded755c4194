#pragma once

#include <optional>

#include "camera/camera_rays.h"
#include "gl/gl_objects.h"
#include "render/picture/density_volume.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

/// What is behind everything: what belongs to a background, or one colour in its place, or squares where a picture has
/// no ground.
struct GroundLook {
  Background background = Background::dark;
  std::optional<Colour> colour = {};  ///< sRGB
  bool leftOut = false;

  bool isBackdrop() const { return background == Background::gradient && !colour && !leftOut; }
  /// Does it change over the picture?
  bool changes() const { return isBackdrop() || leftOut; }
  /// Variant of ground.glsl.
  Program::Defines defines() const {
    if (leftOut) return {"SQUARES"};
    return isBackdrop() ? Program::Defines{"BACKDROP"} : Program::Defines{};
  }

  bool operator==(const GroundLook& other) const {
    return background == other.background && colour == other.colour && leftOut == other.leftOut;
  }
};

/// Sets the uniforms of ground.glsl, for the program in use and a picture of this size [pixels].
void setGround(const GroundLook& look, int width, int height);

/// Puts the ground into a picture: cleared where it has one colour, else drawn once and copied.
class Ground {
 public:
  /// Fills a picture of this size and of the format of `picture`. `framebuffer` is one that holds it. Throws GlError,
  /// FileError (shaders).
  void paint(const GroundLook& look, const Texture& picture, const Framebuffer& framebuffer, int width, int height);

 private:
  void draw(const GroundLook& look, GLenum format, int width, int height);

  ProgramVariants programs_{"ground.comp"};
  Texture drawn_;  ///< a ground that changes over the picture
  GroundLook look_;
  int width_ = 0, height_ = 0;
};

/// Is there a shadow of the smoke to draw: does the view want one, is the floor known, and does the first lamp stand
/// above it?
bool throwsShadow(const PictureContents& contents, const ViewSettings& view);

/// Sets what floor_shadow.glsl reads, for the program in use. contents.floor must be known.
void setFloorShadow(const PictureContents& contents, const ViewSettings& view, const CameraRays& rays,
                    const DensityVolume& volume);

}  // namespace app
