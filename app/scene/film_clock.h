#pragma once

#include <cstdint>

#include "scene/scene.h"

namespace app {

/// When the pictures of a film are taken: picture k shows the flow at time start + k * interval, which the solver
/// reaches by equal steps.
struct FilmClock {
  double start = 0;       ///< of picture 0 [T]
  double interval = 0;    ///< from one picture to the next [T]; negative where time runs backwards
  int stepsPerFrame = 1;  ///< 1 to kMostFilmSteps
  double timeStep = 0;    ///< interval / stepsPerFrame [T]
  int shots = 1;          ///< that a picture is exposed in, the last one at its time
  int shotSteps = 0;      ///< from one shot to the next; 0: all are of the picture's time

  /// Part of the interval by which a shot, 0 to shots - 1, lies before its picture's time.
  double shotLead(int shot) const { return static_cast<double>((shots - 1 - shot) * shotSteps) / stepsPerFrame; }
  double timeOfShot(std::int64_t picture, int shot) const {
    return shot == shots - 1 ? timeOf(picture) : timeOf(picture) - shotLead(shot) * interval;
  }
  double timeOf(std::int64_t picture) const { return start + static_cast<double>(picture) * interval; }
  /// Does a solver with this time step and these steps a frame go by this clock?
  bool drives(double dt, int steps) const { return dt == timeStep && steps == stepsPerFrame; }
};

constexpr int kMostFilmSteps = 10000;

/// Shots of a picture: as many as film.shots, and so many more that each sample of a pixel has as many.
int filmShots(const FilmSettings& film);

/// Pictures of a film of film.seconds at film.framesPerSecond: their product, rounded; at least 1.
std::int64_t filmLength(const FilmSettings& film);

/// The clock of a film with a solver whose time step is `timeStep` (not 0) and takes `stepsPerFrame` steps a picture.
/// With film.timePerSecond the interval is timePerSecond / framesPerSecond, with the sign of `timeStep`, in as few
/// equal steps as are no longer than |timeStep|: ceil(interval / |timeStep|). Else it is stepsPerFrame * timeStep.
/// Where shots are spread over the shutter's time, they stand at ends of steps: the steps of a picture are the fewest,
/// no fewer than those, that m = ceil(shots / shutter) divides, and shots lie a m-th of the interval apart. The flow is
/// that of a film without blur in so many steps a picture.
/// The clock of a clock's own time step and steps is the same clock again.
/// Throws UserError where that takes more than kMostFilmSteps steps a picture.
FilmClock filmClock(const FilmSettings& film, double timeStep, int stepsPerFrame);

}  // namespace app
