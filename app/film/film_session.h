#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "camera/camera.h"
#include "film/film_progress.h"
#include "film/film_renderer.h"
#include "film/recorder.h"
#include "scene/film_clock.h"
#include "scene/scene.h"

namespace app {

/// A frame to be filmed.
struct FilmFrame {
  std::uint64_t number = 0;  ///< of the simulation frame
  double timeStep = 0;       ///< of the simulation [T]; 0 if its steps are not fixed
  int stepsPerFrame = 1;     ///< steps from this frame to the next
  PictureContents contents;
  const Camera& camera;
  const ViewSettings& view;
  bool still = false;  ///< the flow stands and the camera moves: a new picture whatever its number
};

/// Films the window's scene: each simulation frame once, at the film's own size, without the panel. One film at a time;
/// the previous one may still be closing while none is recorded. Needs the window's OpenGL context.
class FilmSession {
 public:
  /// Finishes a running film.
  ~FilmSession();

  bool recording() const { return recorder_ != nullptr; }
  bool finishing() const { return finishing_.valid(); }
  const FilmProgress& progress() const { return progress_; }
  /// True if the film has its full length and is to end by itself.
  bool complete() const { return recording() && progress_.endsByItself && progress_.frames >= progress_.length; }
  /// The clock that the simulation must follow for the film's simulated time to be exact; empty if it is free.
  std::optional<FilmClock> clock() const { return recording() ? clock_ : std::nullopt; }

  /// Starts a film of a scene with this time step and steps per frame; call it only if no film is recording or
  /// finishing. If film.timePerSecond is given, the film waits for the first frame that follows clock(). Throws
  /// UserError, RecorderError, GlError.
  void start(const std::string& path, const FilmSettings& film, double timeStep, int stepsPerFrame);
  /// Draws and records this frame unless its number is the last one recorded. Blocks only while the encoder is behind.
  /// Throws RecorderError after closing the film with the frames recorded so far.
  void capture(const FilmFrame& frame);
  /// Closes the film in the background. Throws nothing: errors are in the outcome.
  void stop();
  /// The outcome of a film closed since the last call, once known.
  struct Outcome {
    std::string message;
    bool failed = false;
  };
  std::optional<Outcome> takeOutcome();
  /// Waits until the film is closed.
  void wait();

 private:
  using Clock = std::chrono::steady_clock;

  void recordDrawn(std::size_t left);

  std::unique_ptr<Recorder> recorder_;
  std::optional<FilmRenderer> renderer_;
  std::optional<std::uint64_t> lastNumber_;
  std::optional<FilmClock> clock_;
  FilmProgress progress_;
  Clock::time_point firstFrame_;
  std::future<Outcome> finishing_;
};

}  // namespace app
