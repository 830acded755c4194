#pragma once

#include <memory>

#include "camera/camera.h"
#include "render/overlay/line_batch.h"
#include "scene/view_settings.h"
#include "state/picture_contents.h"

namespace app {

/// A framebuffer with a picture in it (8-bit sRGB).
struct OverlayTarget {
  unsigned framebuffer = 0;
  int width = 0, height = 0;  ///< pixels
};

/// True if the overlay has lines that what the picture shows may hide: grid and axes.
bool hasLines(const PictureContents& contents, const ViewSettings& view);

/// Draws over the picture of the tracers: vortex elements as arrows, the solver's tree, a ground grid, axes. Windows,
/// films and screenshots look the same; line widths scale with the picture's height. Needs a current OpenGL 4.5
/// context, the same one from construction to destruction. Parts that are switched off cost nothing.
class Overlay {
 public:
  Overlay();
  ~Overlay();
  Overlay(Overlay&&) noexcept;
  Overlay& operator=(Overlay&&) noexcept;

  /// Draws the parts that `view` switches on and `contents` provides: grid and axes behind all `veils`, arrows and
  /// boxes behind the vorticity's slice and surfaces alone. Throws GlError, FileError (shaders).
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
            const OverlayTarget& target, const Veils& veils = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
