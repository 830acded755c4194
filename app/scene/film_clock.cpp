#include "scene/film_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "files/user_error.h"

namespace app {

std::int64_t filmLength(const FilmSettings& film) {
  return std::max<std::int64_t>(1, std::llround(film.seconds * film.framesPerSecond));
}

FilmClock filmClock(const FilmSettings& film, double timeStep, int stepsPerFrame) {
  assert(timeStep != 0 && stepsPerFrame > 0);
  if (!film.timePerSecond) return {0, stepsPerFrame * timeStep, stepsPerFrame, timeStep};
  constexpr double kRoundOff = 1e-12;  // an interval of 3 dt is 3 steps, however it was rounded
  const double interval = *film.timePerSecond / film.framesPerSecond;
  const double steps = std::max(1.0, std::ceil(interval / std::abs(timeStep) * (1 - kRoundOff)));
  if (!(steps <= kMostFilmSteps))
    throw UserError(fmt::format(
        "film: {:.6g} units of time a second of film at {:.6g} pictures a second are {:.6g} steps of {:.6g} "
        "a picture; allowed: up to {}",
        *film.timePerSecond, film.framesPerSecond, steps, timeStep, kMostFilmSteps));
  const double signedInterval = std::copysign(interval, timeStep);
  return {0, signedInterval, static_cast<int>(steps), signedInterval / steps};
}

}  // namespace app
