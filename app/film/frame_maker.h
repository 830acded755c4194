#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

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

/// Appearance of the frames of a film.
struct FrameSettings {
  FilmSettings film;  ///< its rate turns frame numbers into the camera path's time
  ViewSettings view;
  CameraPath camera;  ///< a single key if the camera is at rest
  bool cuda = false;  ///< the flow runs on the GPU: draw on the same one
  Matte::Layers layers = {};
  double shotGap = 0;  ///< from one shot to the next, as a fraction of the time between frames
};

/// Draws the pictures of a flow without a window, on the thread that constructs it.
class FrameMaker {
 public:
  /// Throws GlError (no OpenGL), FileError (shaders).
  explicit FrameMaker(const FrameSettings& settings);
  /// From now on pictures show the tracers of all ranks: every rank draws its own, rank 0 gets the sum. `ranks` is a
  /// separate channel and must outlive this object.
  void shareWith(fmm::Ranks& ranks);

  /// Copies what a picture needs from the flow, which may then change; `framing` is that of the picture (framingAt()).
  /// Throws GlError, fmm::EnvironmentError.
  void load(Flow& flow, const Framing& framing = {});
  /// Draws the loaded state as the next shot of frame `number`, except the last one. Throws as draw() does.
  void shoot(std::int64_t number);
  /// Draws the loaded state as frame `number` of the film, or as its last shot after shoot(). At most kMostPending - 1
  /// pictures may be pending. Throws GlError, FileError.
  void draw(std::int64_t number);
  static constexpr std::size_t kMostPending = FilmRenderer::kMostPending;
  /// Pictures drawn, but not yet taken.
  std::size_t pending() const { return renderer_.pending(); }
  /// Waits for the oldest pending picture and returns it. Throws GlError.
  Image take() { return renderer_.take(); }

  /// Where the tracers have been, as of the last load(), for streaks of a film that goes on later.
  TrailPlaces trails() const { return picture_.trails().read(); }
  /// Goes on with these before the first load().
  void goOnFrom(TrailPlaces trails) { picture_.trails().restore(std::move(trails)); }

  const std::string& rendererName() const { return rendererName_; }
  /// What passes through host memory although GPUs compute, and why, and what the pictures lack; may be empty.
  std::string note();
  /// True if the GPUs of several ranks add up their pictures directly.
  bool sumsOnGpus() const { return ranks_ && ranks_->sumsOnGpus(); }
  /// Time that this rank spent in sums of pictures over ranks, waiting included [s].
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
  int shot_ = 0;               ///< the next shot of the present frame
  std::int64_t pictures_ = 0;  ///< drawn
};

}  // namespace app
