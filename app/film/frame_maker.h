#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "camera/camera_path.h"
#include "camera/framing.h"
#include "files/image.h"
#include "film/film_renderer.h"
#include "film/rank_picture.h"
#include "gl/headless_context.h"
#include "simulation/flow.h"
#include "state/flow_picture.h"
#include "state/flow_state.h"

namespace app {

/// How the frames of a film look.
struct FrameSettings {
  int width = 1280;  ///< pixels
  int height = 720;
  double framesPerSecond = 30;  ///< turns frame numbers into the camera path's time
  ViewSettings view;
  CameraPath camera;      ///< a single key for a camera at rest
  bool cuda = false;      ///< the flow will run on the GPU: draw on the same one
  int supersampling = 1;  ///< each pixel is the mean of this many squared
  Matte::Layers layers = {};
  FilmLens lens = {};
  double shotGap = 0;  ///< from one shot to the next, as part of the time between frames
};

/// Makes the pictures of a flow without a window, on the thread that constructs it.
class FrameMaker {
 public:
  /// Throws GlError (no OpenGL), FileError (shaders).
  explicit FrameMaker(const FrameSettings& settings);
  /// From now on pictures are those of all ranks' tracers; every rank draws them, and rank 0 has them. `ranks`: a
  /// channel of their own, which outlives this.
  void shareWith(fmm::Ranks& ranks);

  /// Takes note of where the flow is at this time of the film [frames], where the view keeps it in sight: of every
  /// frame, drawn or not, in turn.
  void aim(Flow& flow, double frame);
  /// Takes over what a picture shows of the flow, which is free again afterwards. Throws GlError,
  /// fmm::EnvironmentError.
  void load(Flow& flow);
  /// Draws what was loaded as the next shot of frame `number` of the film, but not its last. Throws as draw() does.
  void shoot(std::int64_t number);
  /// Draws what was loaded as frame `number` of the film, or as its last shot; where it had none, as all of them. At
  /// most kMostPending - 1 pictures wait to be taken. Throws GlError, FileError.
  void draw(std::int64_t number);
  static constexpr std::size_t kMostPending = FilmRenderer::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return renderer_.pending(); }
  /// The oldest of them; waits until OpenGL has it. Throws GlError.
  Image take() { return renderer_.take(); }

  const std::string& rendererName() const { return rendererName_; }
  /// What takes the way through host memory though GPUs compute, and why; empty: nothing.
  std::string note();
  /// Do the GPUs of several ranks add up their pictures?
  bool sumsOnGpus() const { return ranks_ && ranks_->sumsOnGpus(); }
  /// How long this rank was at the sums of pictures over ranks, and waited for the others in them [s].
  double sumSeconds() { return ranks_ ? ranks_->seconds() : 0; }

 private:
  Camera cameraAt(double frame) const;
  PictureContents contents();

  FrameSettings settings_;
  HeadlessContext context_;
  std::string rendererName_;
  std::optional<RankPicture> ranks_;
  FilmRenderer renderer_;
  FlowPicture picture_;
  FlowState state_;
  Framing framing_;
  int shot_ = 0;               ///< the next one of the frame that is drawn
  std::int64_t pictures_ = 0;  ///< drawn
};

}  // namespace app
