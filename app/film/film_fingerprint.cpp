#include "film/film_fingerprint.h"

#include <fmt/format.h>

#include <cassert>

#include "files/text_hash.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

/// Resets the film's keys that do not affect a picture.
void forgetLength(FilmSettings& film) {
  const FilmSettings any;
  film.seconds = any.seconds;
  film.quality = any.quality;
  film.endsByItself = any.endsByItself;
  film.restarts = any.restarts;
  film.timePerSecond.reset();  // contained in the clock
}

/// Hashes the contents of given files, which may have changed since, instead of their paths.
void addGiven(Scene& scene, std::string& text) {
  const auto add = [&](const auto& values) {
    const std::string_view bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
    text += fmt::format("\n{:016x}", textHash(bytes));
  };
  for (const GivenElements& given : scene.given) {
    if (!given.content) continue;
    const fmm::Elements& elements = given.content->elements;
    add(elements.position);
    add(elements.strength);
    add(elements.coreRadius);
    add(elements.ring);
  }
  scene.given.clear();
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
  std::string given;
  addGiven(scene, given);
  return fmt::format(
      "{:016x}",
      textHash(fmt::format("{}\n{}\nclock {} {} {} {}\n{}{}", RINGLET_VERSION, formatScene(scene), clock.start,
                           clock.interval, clock.stepsPerFrame, clock.timeStep, formatCameraFlight(flight), given)));
}

}  // namespace app
