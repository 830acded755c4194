// Scenes that are shown without end, one after the other or the same again.
#include <cmath>

#include "window/application_impl.h"

namespace app {
namespace {

double secondsOf(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

/// Are scenes shown in a loop, because the user said so or has been away for long? A film is not cut by it.
bool Application::Impl::loops() const {
  if (film.recording() || film.finishing()) return false;
  const int minutes = panel.loop.idleMinutes;
  return panel.loop.on || (minutes > 0 && secondsOf(Clock::now() - lastTouch) > 60. * minutes);
}

/// Does the scene say so, and has it not begun from a state beyond its film?
bool Application::Impl::restarts() const {
  return document.scene.film.restarts && generation > 0 && begunAt < endOf(document.scene) && !film.recording() &&
         !film.finishing();
}

/// A scene is at its end where the flow has stopped by itself, and at the length of its film; one that nobody has
/// touched for long although it is paused is left as well.
void Application::Impl::advanceLoop() {
  const bool on = loops() && generation > 0;
  const bool paused = !status.playing && status.stopped.empty();
  const bool pastFilm = std::abs(simulation.state().time) >= endOf(document.scene);
  const bool atEnd = !status.stopped.empty() || pastFilm;
  const bool ended = on ? (paused ? !panel.loop.on : atEnd) : restarts() && status.playing && pastFilm;
  if (loop.advance(secondsOf(Clock::now().time_since_epoch()), ended, generation)) showNextScene();
  if (loop.darkness() > 0) lastInput = Clock::now();  // pictures keep coming
}

void Application::Impl::showNextScene() {
  if (options.loop.size() > 1) {
    loopPlace = (loopPlace + 1) % options.loop.size();
    open(options.loop[loopPlace], options.overrides);
  } else {
    reset();
  }
  simulation.play();
}

}  // namespace app
