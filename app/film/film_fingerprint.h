#pragma once

#include <string>

#include "camera/camera_path.h"
#include "scene/film_clock.h"
#include "scene/scene.h"

namespace app {

/// Sixteen hexadecimal digits that are the same for two runs if each of their pictures is: a hash of all that decides
/// the pixels of picture k. That is the scene as it is simulated (its counts and its backend, which must not be
/// "automatic"), what is seen and from where, size, supersampling, the clock, and the program's version. Left out are
/// the film's length, the encoder's quality, texts, threads, and what a camera path that says all makes meaningless.
std::string filmFingerprint(Scene scene, const FilmClock& clock, const CameraPath& camera);

}  // namespace app
