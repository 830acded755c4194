#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "camera/camera.h"
#include "files/image.h"
#include "render/picture/render_quality.h"
#include "render/picture/shot_mean.h"
#include "scene/scene.h"
#include "state/picture_contents.h"

namespace app {

/// What a picture is made for.
enum class PictureUse {
  show,  ///< 8-bit sRGB
  work   ///< half floats of sRGB values, from which alpha, linear light and depth can be made
};

/// Draws particles into a picture of its own (sRGB), the same bits in a window as without one. Tracers are
/// splatted by compute shader with integer atomics, so that the picture does not depend on their order; exposure
/// follows the picture, so that it looks alike for few and many tracers, small and large pictures, near and far.
/// Needs a current OpenGL 4.5 context, the same one from construction to destruction.
class SceneRenderer {
 public:
  /// Throws GlError, FileError (shaders), std::invalid_argument for a size outside 1 to 16384.
  SceneRenderer(int width, int height, PictureUse use = PictureUse::show);
  ~SceneRenderer();
  SceneRenderer(SceneRenderer&&) noexcept;
  SceneRenderer& operator=(SceneRenderer&&) noexcept;

  /// The picture is undefined until the next draw(). Throws as the constructor does.
  void resize(int width, int height);
  int width() const;
  int height() const;

  /// Draws one picture. Particles that are not finite or not in front of the camera are left out. Throws GlError,
  /// FileError (colour map).
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  /// The same in several exposures: expose() for each in turn, with contents and camera of its own moment, and
  /// develop() for the picture of their mean light, with those of the picture for what lies over it. All shots have one
  /// view. Both throw as draw() does.
  void expose(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void develop(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  /// Draws the picture of the last draw() or develop() again, with the same contents, camera and view but for its
  /// background colour.
  void redraw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  /// Makes depth() of the last draw() or expose(), of a picture for work, with the same contents, camera and view;
  /// behind it comes draw(), not redraw(). Throws GlError, FileError (shader).
  void drawDepth(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  /// From now on every draw() is one of all ranks together, each of which gives its tracers (PictureContents::others);
  /// only the rank that makes the picture has one. Null: of this process alone. It must outlive the last draw().
  void shareWith(PictureSum* ranks);

  /// How finely the density is computed from now on; fullQuality() from the start.
  void setQuality(const RenderQuality& quality);

  /// GL name of the framebuffer that holds the picture, for drawing over it.
  unsigned framebuffer() const;
  /// GL name of the texture behind it: RGBA8 or RGBA16F in sRGB, the first row is the lowest.
  unsigned picture() const;
  /// GL name of a texture R32F of its size: mean distance of the tracers on a pixel from the camera [L], those in smoke
  /// counted as far as they are seen, or that of the vorticity's slice or surface before them; infinite where there is
  /// nothing.
  unsigned depth() const;
  /// The picture as it is now.
  Image read() const;
  /// Copies the picture into another framebuffer (0: the window's) of this size, scaled to fit with its proportions
  /// kept; the rest becomes black.
  void presentTo(unsigned targetFramebuffer, int targetWidth, int targetHeight) const;

  /// Tracers on each pixel in units of densityUnit(), rows from bottom to top, as of the last draw(); for tests and
  /// measurements.
  std::vector<std::uint32_t> readDensity() const;
  /// What one tracer at the target's distance adds to the pixels that it touches, together.
  double densityUnit() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
