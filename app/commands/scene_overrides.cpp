#include <tuple>

#include "commands/commands.h"

namespace app {
namespace {

template <class Value, class Target>
void replace(const std::optional<Value>& value, Target& target) {
  if (value) target = *value;
}

}  // namespace

void SceneOverrides::applyTo(Scene& scene) const {
  replace(seed, scene.seed);
  replace(elements, scene.elements);
  replace(tracers, scene.tracers);
  replace(backend, scene.settings.backend);
  replace(precision, scene.settings.precision);
  replace(solver, scene.settings.solver);
  replace(tolerance, scene.settings.tolerance);
  replace(threads, scene.settings.threads);
  replace(view, scene.view.mode);
  replace(background, scene.view.background);
}

bool SceneOverrides::any() const {
  return seed || elements || tracers || backend || precision || solver || tolerance || threads || view || background;
}

void FilmOverrides::applyTo(FilmSettings& film) const {
  if (size) std::tie(film.width, film.height) = *size;
  replace(framesPerSecond, film.framesPerSecond);
  replace(supersampling, film.supersampling);
  replace(quality, film.quality);
  replace(timePerSecond, film.timePerSecond);
}

}  // namespace app
