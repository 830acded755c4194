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

int filmShots(const FilmSettings& film) {
  const int samples = film.samples() * film.samples();
  return film.shots == 1 ? 1 : (film.shots + samples - 1) / samples * samples;
}

namespace {

constexpr double kRoundOff = 1e-12;  // an interval of 3 dt takes 3 steps despite rounding

/// Adds shots to the clock, with more and shorter steps if necessary.
FilmClock withShots(FilmClock clock, const FilmSettings& film) {
  clock.shots = filmShots(film);
  if (clock.shots == 1 || film.shutter == 0) return clock;
  const double parts = std::ceil(clock.shots / film.shutter * (1 - kRoundOff));
  const double steps = parts * std::ceil(clock.stepsPerFrame / parts);
  if (!(steps <= kMostFilmSteps))
    throw UserError(
        fmt::format("film: {} shots in {:.6g} of the time between pictures are {:.6g} steps a picture; "
                    "allowed: up to {}",
                    clock.shots, film.shutter, steps, kMostFilmSteps));
  clock.shotSteps = static_cast<int>(steps / parts);
  if (static_cast<int>(steps) == clock.stepsPerFrame) return clock;
  clock.stepsPerFrame = static_cast<int>(steps);
  clock.timeStep = clock.interval / steps;
  if (!film.timePerSecond) clock.interval = clock.stepsPerFrame * clock.timeStep;  // same bits as from the new steps
  return clock;
}

}  // namespace

FilmClock filmClock(const FilmSettings& film, double timeStep, int stepsPerFrame) {
  assert(timeStep != 0 && stepsPerFrame > 0);
  if (!film.timePerSecond) return withShots({0, stepsPerFrame * timeStep, stepsPerFrame, timeStep}, film);
  const double interval = *film.timePerSecond / film.framesPerSecond;
  const double steps = std::max(1.0, std::ceil(interval / std::abs(timeStep) * (1 - kRoundOff)));
  if (!(steps <= kMostFilmSteps))
    throw UserError(fmt::format(
        "film: {:.6g} units of time a second of film at {:.6g} pictures a second are {:.6g} steps of {:.6g} "
        "a picture; allowed: up to {}",
        *film.timePerSecond, film.framesPerSecond, steps, timeStep, kMostFilmSteps));
  const double signedInterval = std::copysign(interval, timeStep);
  return withShots({0, signedInterval, static_cast<int>(steps), signedInterval / steps}, film);
}

}  // namespace app
