#include "document/scene_loop.h"

#include <algorithm>
#include <cmath>

#include "scene/film_clock.h"

namespace app {

double endOf(const Scene& scene) {
  const FilmSettings& film = scene.film;
  const double interval = film.timePerSecond ? *film.timePerSecond / film.framesPerSecond
                                             : scene.stepsPerFrame * std::abs(scene.settings.timeStep);
  return static_cast<double>(filmLength(film)) * interval;
}

bool SceneLoop::advance(double now, bool ended, std::uint64_t generation) {
  const double step = std::clamp(now - last_, 0., kFade / 4) / kFade;  // a picture that took long is no flash
  last_ = now;
  if (waiting_) {
    waiting_ = generation == left_ && now - waitingSince_ < kLongestWait;
    return false;
  }
  remains_ = std::max(0., remains_ - step);
  if (!ended || generation == left_) return false;
  waiting_ = true;
  waitingSince_ = now;
  left_ = generation;
  remains_ = 1;
  return true;
}

}  // namespace app
