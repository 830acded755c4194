#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "film/recorder.h"
#include "render/camera.h"
#include "render/scene_renderer.h"
#include "scene/scene.h"

namespace app {

/// What a film's picture shows.
struct FilmFrame {
  std::uint64_t number = 0;  ///< of the simulation frame
  PictureContents contents;
  const Camera& camera;
  const ViewSettings& view;
};

/// Films what the window shows: each simulation frame once, at the film's own size, without panel. One film at a time;
/// the last one may still be closing while nothing new is recorded. Needs the window's OpenGL context.
class FilmSession {
 public:
  /// Finishes a running film.
  ~FilmSession();

  bool recording() const { return recorder_ != nullptr; }
  bool finishing() const { return finishing_.valid(); }
  std::size_t frames() const { return recorder_ ? recorder_->frames() : 0; }

  /// Starts a film that is neither recording nor finishing. Throws UserError, RecorderError, GlError.
  void start(const std::string& path, const FilmSettings& film);
  /// Draws and hands over this frame unless its number is the one recorded last. Blocks only while the encoder is
  /// behind. Throws RecorderError; the film is then closed with what it has.
  void capture(const FilmFrame& frame);
  /// Closes the film in the background.
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
  std::unique_ptr<Recorder> recorder_;
  std::optional<SceneRenderer> renderer_;
  std::optional<std::uint64_t> lastNumber_;
  std::future<Outcome> finishing_;
};

}  // namespace app
