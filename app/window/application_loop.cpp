// Scenes shown in an endless loop, one after the other or the same again.
#include <cmath>

#include "window/application_impl.h"

namespace app {
namespace {

constexpr double kVisit = 60;  // seconds without key or mouse after which a visitor has left

double secondsOf(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double>(d).count();
}

}  // namespace

/// True if scenes are shown in a loop, by the user's choice or after long idleness. A film is never cut by the loop.
bool Application::Impl::loops() const {
  if (film.recording() || film.finishing()) return false;
  const int minutes = panel.loop.idleMinutes;
  return panel.loop.on || (minutes > 0 && secondsOf(Clock::now() - lastTouch) > 60. * minutes);
}

/// True if the scene is set to restart, is still its own flow without rings that the user launched, and did not begin
/// from a state beyond its film.
bool Application::Impl::restarts() const {
  return document.scene.film.restarts && generation > 0 && simulation.state().launched.empty() &&
         begunAt < endOf(document.scene) && !film.recording() && !film.finishing();
}

/// True if a visitor of a kiosk has used the scene that is shown.
bool Application::Impl::visited() const {
  return options.kiosk && shownSince && lastTouch > *shownSince;
}

/// True if the scene is over: the flow has stopped, or the length of its film or its seconds by the clock have passed.
/// A loop that began by idleness also leaves a paused scene. In a kiosk, the loop waits until the visitor has left.
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
