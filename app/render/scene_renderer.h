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

/// Purpose of a picture.
enum class PictureUse {
  show,  ///< 8-bit sRGB
  work   ///< half floats of sRGB values, for alpha, linear light and depth
};

/// Draws particles into a picture of its own (sRGB), with the same bits with and without a window. Tracers are splatted
/// by a compute shader with integer atomics, so that the picture does not depend on their order. The exposure adapts,
/// so that pictures look alike for few and many tracers, small and large pictures, near and far views. Needs a current
/// OpenGL 4.5 context, the same one from construction to destruction.
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
  /// Height of the legends at the lower edge of the last picture [pixels]; 0 without any.
  int legendHeight() const;

  /// Draws one picture. Particles that are not finite or not in front of the camera are skipped. Throws GlError,
  /// FileError (colour map).
  void draw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  /// The same in several exposures: expose() for each shot in turn, with contents and camera of its moment, then
  /// develop() for the picture of their mean light, with the contents and camera of the overlay. All shots have the
  /// same view. Both throw as draw() does.
  void expose(const PictureContents& contents, const Camera& camera, const ViewSettings& view, Shot shot);
  void develop(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  /// Repeats the last draw() or develop() with another background colour; contents, camera and view must otherwise be
  /// the same.
  void redraw(const PictureContents& contents, const Camera& camera, const ViewSettings& view);
  /// Makes depth() for the last draw() or expose() of a picture for work, with the same contents, camera and view. The
  /// next call must be draw(), not redraw(). Throws GlError, FileError (shader).
  void drawDepth(const PictureContents& contents, const Camera& camera, const ViewSettings& view);

  /// Makes every draw() a collective call of all ranks, each with its own tracers (FlowState::otherTracers); only the
  /// rank that makes the picture gets one. `ranks` must outlive the last draw(). Null: this process alone.
  void shareWith(PictureSum* ranks);

  /// Sets the quality of the density; the initial value is fullQuality().
  void setQuality(const RenderQuality& quality);

  /// GL name of the framebuffer that holds the picture, to draw over it.
  unsigned framebuffer() const;
  /// GL name of the picture's texture: RGBA8 or RGBA16F in sRGB, the first row is the lowest.
  unsigned picture() const;
  /// GL name of an R32F texture of the same size: mean distance of the tracers on a pixel from the camera [L], weighted
  /// in smoke by visibility, or the distance of the vorticity's slice or surface or of a body if it is nearer; infinite
  /// on empty pixels.
  unsigned depth() const;
  /// Reads the current picture.
  Image read() const;

  /// Tracers on each pixel in units of densityUnit(), rows from bottom to top, as of the last draw(); for tests and
  /// measurements.
  std::vector<std::uint32_t> readDensity() const;
  /// Total weight that one tracer at the target's distance adds to its pixels.
  double densityUnit() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace app
