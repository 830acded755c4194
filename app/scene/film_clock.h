#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace app {

/// Times of a film's pictures: picture k shows the flow at time start + k * interval, which the solver reaches by equal
/// steps.
struct FilmClock {
  double start = 0;       ///< of picture 0 [T]
  double interval = 0;    ///< between pictures [T]; negative if time runs backwards
  int stepsPerFrame = 1;  ///< 1 to kMostFilmSteps
  double timeStep = 0;    ///< interval / stepsPerFrame [T]
  int shots = 1;          ///< exposures of a picture, the last one at its time
  int shotSteps = 0;      ///< between shots; 0: all shots are at the picture's time

  /// Time from a shot, 0 to shots - 1, to its picture's time, as a fraction of the interval.
  double shotLead(int shot) const { return static_cast<double>((shots - 1 - shot) * shotSteps) / stepsPerFrame; }
  double timeOfShot(std::int64_t picture, int shot) const {
    return shot == shots - 1 ? timeOf(picture) : timeOf(picture) - shotLead(shot) * interval;
  }
  double timeOf(std::int64_t picture) const { return start + static_cast<double>(picture) * interval; }
  /// True if a solver with this time step and these steps per frame follows this clock.
  bool drives(double dt, int steps) const { return dt == timeStep && steps == stepsPerFrame; }
};

constexpr int kMostFilmSteps = 10000;

/// Shots of a picture: film.shots rounded up to a multiple of the samples per pixel, unless 1.
int filmShots(const FilmSettings& film);

/// Pictures of a film of film.seconds at film.framesPerSecond: their product, rounded; at least 1.
std::int64_t filmLength(const FilmSettings& film);

/// The clock of a film for a solver with the time step `timeStep` (not 0) and `stepsPerFrame` steps per picture. With
/// film.timePerSecond the interval is timePerSecond / framesPerSecond, with the sign of `timeStep`, in the fewest equal
/// steps no longer than |timeStep|: ceil(interval / |timeStep|). Else it is stepsPerFrame * timeStep. Shots spread over
/// the shutter's time are taken at ends of steps: the number of steps per picture is raised to the next multiple of m =
/// ceil(shots / shutter), and shots are interval/m apart. The flow equals that of a film without blur with that number
/// of steps. Applied to its own time step and steps, the clock is unchanged. Throws UserError for more than
/// kMostFilmSteps steps per picture.
FilmClock filmClock(const FilmSettings& film, double timeStep, int stepsPerFrame);

}  // namespace app
