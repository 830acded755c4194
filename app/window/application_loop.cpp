// Scenes that are shown without end, one after the other or the same again.
#include <cmath>

#include "window/application_impl.h"

namespace app {
namespace {

constexpr double kVisit = 60;  // seconds without key or mouse after which a visitor has left

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

/// Has a visitor of a kiosk played with the scene that is shown?
bool Application::Impl::visited() const {
  return options.kiosk && shownSince && lastTouch > *shownSince;
}

/// A scene of a loop is at its end where the flow has stopped by itself, and at the length of its film or after its
/// seconds by the clock; one that nobody has touched for long although it is paused is left as well. A visitor of a
/// kiosk is waited for.
bool Application::Impl::sceneEnded() const {
  const Clock::time_point now = Clock::now();
  const bool pastFilm = std::abs(simulation.state().time) >= endOf(document.scene);
  if (!loops()) return restarts() && status.playing && pastFilm;
  if (visited()) return secondsOf(now - lastTouch) > kVisit;
  if (!status.stopped.empty()) return true;
  const double each = panel.loop.eachSeconds;
  const bool over = each > 0 ? shownSince && secondsOf(now - *shownSince) > each : pastFilm;
  return status.playing ? over : !panel.loop.on;
}

void Application::Impl::advanceLoop() {
  if (loop.advance(secondsOf(Clock::now().time_since_epoch()), generation > 0 && sceneEnded(), generation))
    showNextScene();
  if (loop.remains() > 0) lastInput = Clock::now();  // pictures keep coming
}

void Application::Impl::showNextScene() {
  picture.hold();
  if (options.loop.size() > 1 || options.kiosk) {
    loopPlace = (loopPlace + 1) % options.loop.size();
    open(options.loop[loopPlace], options.overrides);
  } else {
    reset();
  }
  simulation.play();
}

}  // namespace app
