#include <tuple>

#include "commands/commands.h"
#include "scene/look_file.h"

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
  if (look) applyLook(loadLook(*look), scene.view);
  replace(view, scene.view.mode);
  replace(background, scene.view.background);
}

bool SceneOverrides::any() const {
  return seed || elements || tracers || backend || precision || solver || tolerance || threads || look || view ||
         background;
}

void FilmOverrides::applyTo(FilmSettings& film) const {
  if (size) std::tie(film.width, film.height) = *size;
  replace(framesPerSecond, film.framesPerSecond);
  replace(supersampling, film.supersampling);
  replace(quality, film.quality);
  replace(timePerSecond, film.timePerSecond);
}

}  // namespace app
