#include "film/film_session.h"

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <utility>

namespace app {

FilmSession::~FilmSession() {
  stop();
  wait();
}

void FilmSession::start(const std::string& path, const FilmSettings& film) {
  assert(!recording() && !finishing());
  RecorderSettings settings;
  settings.path = path;
  settings.width = film.width;
  settings.height = film.height;
  settings.fps = film.framesPerSecond;
  auto recorder = std::make_unique<Recorder>(settings);
  renderer_.emplace(film.width, film.height);
  recorder_ = std::move(recorder);
  lastNumber_.reset();
}

void FilmSession::capture(const FilmFrame& frame) {
  if (!recording() || lastNumber_ == frame.number) return;
  renderer_->draw(frame.contents, frame.camera, frame.view);
  try {
    recorder_->add(renderer_->read());
  } catch (...) {
    recorder_.reset();
    renderer_.reset();
    throw;
  }
  lastNumber_ = frame.number;
}

void FilmSession::stop() {
  if (!recording()) return;
  renderer_.reset();
  finishing_ = std::async(std::launch::async, [recorder = std::move(recorder_)]() -> Outcome {
    const std::string film = fmt::format("{} ({} frames)", recorder->path(), recorder->frames());
    try {
      recorder->finish();
    } catch (const std::exception& e) {
      return {e.what(), true};
    }
    return {recorder->warning().empty() ? "Saved " + film : recorder->warning(), !recorder->warning().empty()};
  });
}

std::optional<FilmSession::Outcome> FilmSession::takeOutcome() {
  if (!finishing() || finishing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  return finishing_.get();
}

void FilmSession::wait() {
  if (finishing()) finishing_.wait();
}

}  // namespace app
