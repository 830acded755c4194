#pragma once

#include <memory>

#include "camera/camera.h"
#include "render/picture/vorticity_picture.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

/// A framebuffer with a picture in it (8-bit sRGB).
struct OverlayTarget {
  unsigned framebuffer = 0;
  int width = 0, height = 0;  ///< pixels
};

/// What is drawn over the picture of the tracers: vortex elements as arrows, the solver's tree, a ground grid, axes.
/// The same in windows, films and screenshots; line widths go with the picture's height. Needs a current OpenGL 4.5
/// context, the same one from construction to destruction. What is switched off costs nothing.
class Overlay {
 public:
  Overlay();
  ~Overlay();
  Overlay(Overlay&&) noexcept;
  Overlay& operator=(Overlay&&) noexcept;

  /// Draws what `view` switches on and `contents` has, behind what the last march has met of `vorticity` (null: there
  /// is none). Throws GlError, FileError (shaders).
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
            const OverlayTarget& target, const VorticityPicture* vorticity = nullptr);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
