#pragma once

#include "fmm/setting.h"
#include "scene/range.h"
#include "scene/scene_settings.h"

namespace app {

using fmm::Setting;

inline constexpr auto kParticleSettings = fmm::settingTable<ParticleSettings>(
    Setting{&ParticleSettings::elements, "elements", "elements", "Elements", "", Range{1, kLargestCount},
            "Number of vortex elements of all rings and knots together: more resolve finer waves of the cores."},
    Setting{&ParticleSettings::tracers, "tracers", "tracers", "Tracers", "", Range{0, kLargestCount},
            "Number of tracers: particles that move with the flow, like smoke, and are drawn."},
    Setting{&ParticleSettings::seed, "seed", "seed", "Seed", "", Range{0, kLargestWhole},
            "Seed of the random numbers: the same seed gives the same particles."},
    Setting{&ParticleSettings::tracerTube, "tracer_tube", "tracerTube", "Tracer tube", "L", kLength,
            "Tracers start within this distance of a ring's core line."});

inline constexpr auto kWidthSettings = fmm::settingTable<WidthSettings>(
    Setting{&WidthSettings::overlap, "overlap", "overlap", "Overlap", "", Range{0.7, 10},
            "Radius of an element over the spacing of elements: above 1 they blend into a smooth vorticity."},
    Setting{&WidthSettings::sigma, "sigma", "sigma", "Smoothing \u03c3", "L", kLength,
            "Radius over which an element's vorticity is spread."});

inline constexpr auto kPaceSettings = fmm::settingTable<PaceSettings>(
    Setting{&PaceSettings::stepsPerFrame, "steps_per_frame", "stepsPerFrame", "Steps/frame", "", Range{1, 10000},
            "Steps computed for each picture: more make the flow run faster on screen."});

inline constexpr auto kCameraSettings = fmm::settingTable<CameraPose>(
    Setting{&CameraPose::eye, "eye", "eye", "Eye", "L", kCoordinate, "Where the camera stands."},
    Setting{&CameraPose::target, "target", "target", "Target", "L", kCoordinate, "Point that the camera looks at."},
    Setting{&CameraPose::up, "up", "up", "Up", "", kCoordinate, "Direction that points up in the picture."},
    Setting{&CameraPose::fieldOfView, "field_of_view", "fieldOfView", "Field of view", "\u00b0", Range{1, 170},
            "Vertical angle of the picture: small ones flatten it, wide ones exaggerate depth."});

inline constexpr auto kFilmSettings = fmm::settingTable<FilmSettings>(
    Setting{&FilmSettings::seconds, "seconds", "seconds", "Length", "s", fmm::above(0, 86400),
            "Length of the film and of the camera's time line."},
    Setting{&FilmSettings::framesPerSecond, "fps", "framesPerSecond", "Film rate", "1/s", Range{1, 1000},
            "Pictures in a second of film."},
    Setting{&FilmSettings::size, "size", "size", "Size", "px", Range{16, 16384},
            "Pixels of the film, whatever the window's: 1280x720, 1920x1080, 2560x1440, 3840x2160, square 1080x1080, "
            "upright 1080x1920, or your own."},
    Setting{&FilmSettings::finish, "finish", "finish", "Finish", "", Range{},
            "Of films and the window: draft draws coarser in half the time of good; final draws finer in four times "
            "the time, films with at least 2 x 2 samples a pixel."},
    Setting{&FilmSettings::supersampling, "supersampling", "supersampling", "Antialiasing", "", Range{1, 8},
            "Each pixel is the mean of this many squared samples: finer and calmer points, but that many times the "
            "drawing."},
    Setting{&FilmSettings::quality, "quality", "quality", "Quality", "", Range{0, 100},
            "Of videos: 0 is small, 75 good, 100 large with brightness nearly lossless; colours of mp4 and webm have "
            "half the resolution at any quality; PNG and APNG lose nothing."},
    Setting{&FilmSettings::shots, "shots", "shots", "Motion-blur samples", "", Range{1, 256},
            "Each picture is the mean of this many shots, spread over the open shutter and the lens for motion blur "
            "and depth of field; antialiasing samples are spread over the shots."},
    Setting{&FilmSettings::shutter, "shutter", "shutter", "Shutter", "", Range{0, 1},
            "Fraction of the time between pictures for which the shutter is open; ringlet run computes each shot at "
            "its own time, in the window all shots show one time."},
    Setting{&FilmSettings::aperture, "aperture", "aperture", "Aperture", "L", Range{0, kLongest},
            "Diameter of the lens: a wider lens blurs more of what is out of focus; 0: all is sharp."},
    Setting{&FilmSettings::focus, "focus", "focus", "Focus", "L", Range{0, kLongest},
            "Distance from the camera at which the picture is sharp; 0: the distance of the target."},
    Setting{&FilmSettings::transparent, "transparent", "transparent", "Transparent", "", Range{},
            "Leaves the background out, for laying the film over another picture: with webm, mov, apng, numbered PNG "
            "and EXR."},
    Setting{&FilmSettings::endsByItself, "ends_by_itself", "endsByItself", "Stop at length", "", Range{},
            "Ends the film at its length; otherwise it runs until Stop."},
    Setting{&FilmSettings::restarts, "restarts", "restarts", "Restart", "", Range{},
            "In the window the scene restarts after its film's length, unless rings were launched into it; a saved "
            "state of a "
            "later time runs on."},
    Setting{&FilmSettings::timePerSecond, "time_per_second", "timePerSecond", "Pace", "T/s",
            fmm::above(0, kLargestNumber), "Simulated time in a second of film, exactly."});

constexpr const auto& settingsOf(const ParticleSettings*) {
  return kParticleSettings;
}
constexpr const auto& settingsOf(const WidthSettings*) {
  return kWidthSettings;
}
constexpr const auto& settingsOf(const PaceSettings*) {
  return kPaceSettings;
}
constexpr const auto& settingsOf(const CameraPose*) {
  return kCameraSettings;
}
constexpr const auto& settingsOf(const FilmSettings*) {
  return kFilmSettings;
}

}  // namespace app
