#include "film/film_session.h"

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <utility>

#include "files/file_name.h"

namespace app {

FilmSession::~FilmSession() {
  stop();
  wait();
}

void FilmSession::start(const std::string& path, const FilmSettings& film, double timeStep, int stepsPerFrame) {
  assert(!recording() && !finishing());
  std::optional<FilmClock> clock;
  FilmSettings atOnce = film;
  atOnce.shutter = 0;
  if (film.timePerSecond) clock = filmClock(atOnce, timeStep, stepsPerFrame);
  RecorderSettings settings;
  settings.path = path;
  settings.film = film;
  auto recorder = std::make_unique<Recorder>(settings);
  renderer_.emplace(film, layersFor(settings));
  recorder_ = std::move(recorder);
  lastNumber_.reset();
  clock_ = clock;
  progress_ = {};
  progress_.length = static_cast<std::size_t>(filmLength(film));
  progress_.endsByItself = film.endsByItself;
  progress_.framesPerSecond = film.framesPerSecond;
}

void FilmSession::capture(const FilmFrame& frame) {
  if (!recording() || complete() || (lastNumber_ == frame.number && !frame.still)) return;
  const bool first = !lastNumber_;
  if (first && clock_ && !frame.still && !clock_->drives(frame.timeStep, frame.stepsPerFrame)) return;
  try {
    renderer_->draw(frame.contents, frame.camera, frame.view);
    recordDrawn(FilmRenderer::kMostPending - 1);
  } catch (...) {
    recorder_.reset();
    renderer_.reset();
    throw;
  }
  lastNumber_ = frame.number;
  if (first) firstFrame_ = Clock::now();
  ++progress_.frames;
  progress_.seconds = std::chrono::duration<double>(Clock::now() - firstFrame_).count();
}

/// Records the oldest pictures until at most `left` transfers from OpenGL are pending.
void FilmSession::recordDrawn(std::size_t left) {
  while (renderer_->pending() > left) recorder_->add(renderer_->take());
}

void FilmSession::stop() {
  if (!recording()) return;
  std::string trouble;
  try {
    recordDrawn(0);
  } catch (const std::exception& e) {
    trouble = e.what();
  }
  renderer_.reset();
  finishing_ = std::async(std::launch::async, [recorder = std::move(recorder_), trouble]() -> Outcome {
    const std::string count = frameCount(static_cast<std::int64_t>(recorder->frames()));
    const std::string film = fmt::format("{} ({})", withFolder(recorder->path()), count);
    try {
      recorder->finish();
    } catch (const std::exception& e) {
      return {e.what(), true};
    }
    if (!trouble.empty()) return {trouble, true};
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
