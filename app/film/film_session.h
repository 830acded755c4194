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

/// What a film's picture shows.
struct FilmFrame {
  std::uint64_t number = 0;  ///< of the simulation frame
  double timeStep = 0;       ///< that the simulation has [T]; 0 where its steps are not fixed ...
  int stepsPerFrame = 1;     ///< ... and the steps that it takes to the next frame
  PictureContents contents;
  const Camera& camera;
  const ViewSettings& view;
  bool still = false;  ///< the flow stands and the camera moves: it is a picture of its own whatever its number
};

/// Films what the window shows: each simulation frame once, at the film's own size, without panel. One film at a time;
/// the last one may still be closing while nothing new is recorded. Needs the window's OpenGL context.
class FilmSession {
 public:
  /// Finishes a running film.
  ~FilmSession();

  bool recording() const { return recorder_ != nullptr; }
  bool finishing() const { return finishing_.valid(); }
  const FilmProgress& progress() const { return progress_; }
  /// Is it as long as it is to be, and wants to be stopped?
  bool complete() const { return recording() && progress_.endsByItself && progress_.frames >= progress_.length; }
  /// What the simulation must go by so that the film's simulated time is exact; empty: it is free.
  std::optional<FilmClock> clock() const { return recording() ? clock_ : std::nullopt; }

  /// Starts a film that is neither recording nor finishing, of a scene with this time step and steps a frame. Where
  /// film.timePerSecond is given, the first frame is the first one that goes by clock(). Throws UserError,
  /// RecorderError, GlError.
  void start(const std::string& path, const FilmSettings& film, double timeStep, int stepsPerFrame);
  /// Draws and hands over this frame unless its number is the one recorded last. Blocks only while the encoder is
  /// behind. Throws RecorderError; the film is then closed with what it has.
  void capture(const FilmFrame& frame);
  /// Closes the film in the background. Throws nothing: what goes wrong is the outcome.
  void stop();
  /// The outcome of a film that was closed since the last call, once it is known.
  struct Outcome {
    std::string message;
    bool failed = false;
  };
  std::optional<Outcome> takeOutcome();
  /// Waits until the film that is being closed is whole.
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
