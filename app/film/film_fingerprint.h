#pragma once

#include <string>

#include "camera/camera_path.h"
#include "scene/film_clock.h"
#include "scene/scene.h"

namespace app {

/// Sixteen hexadecimal digits, a hash of everything that determines the pixels of picture k: the scene as simulated
/// (its counts and its backend, which must not be "automatic"), view, size, supersampling, the clock and the program's
/// version. Excluded are the film's length, the encoder's quality, texts, threads, and settings that a complete camera
/// path overrides. Runs with equal fingerprints make equal pictures.
std::string filmFingerprint(Scene scene, const FilmClock& clock, const CameraPath& camera);

}  // namespace app
