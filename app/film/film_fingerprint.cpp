#include "film/film_fingerprint.h"

#include <fmt/format.h>

#include <cassert>

#include "files/text_hash.h"
#include "scene/scene_file.h"

namespace app {
namespace {

/// The film's keys that do not change a picture as in every film.
void forgetLength(FilmSettings& film) {
  const FilmSettings any;
  film.seconds = any.seconds;
  film.quality = any.quality;
  film.endsByItself = any.endsByItself;
  film.timePerSecond.reset();  // the clock says it
}

}  // namespace

std::string filmFingerprint(Scene scene, const FilmClock& clock, const CameraPath& camera) {
  assert(scene.settings.backend != fmm::Backend::automatic);
  CameraFlight flight = camera.flight();
  scene.view.follow = flight.follow.value_or(scene.view.follow);
  flight.follow.reset();
  scene.camera = {};
  scene.title.clear();
  scene.note.clear();
  forgetLength(scene.film);
  return fmt::format("{:016x}", textHash(fmt::format("{}\n{}\nclock {} {} {} {}\n{}", RINGLET_VERSION,
                                                     formatScene(scene), clock.start, clock.interval,
                                                     clock.stepsPerFrame, clock.timeStep, formatCameraFlight(flight))));
}

}  // namespace app
