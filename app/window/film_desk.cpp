#include "window/film_desk.h"

#include <fmt/format.h>

#include "files/user_error.h"
#include "window/new_files.h"

namespace app {

bool FilmDesk::toggle(std::string& name, const Scene& scene) {
  if (recording()) {
    const bool held = hasClock();
    session_.stop();
    name = freeName(name);
    return held;
  }
  if (finishing()) throw UserError("The last film is still being finished");
  if (isTaken(name)) throw UserError(fmt::format("{} is there already: choose another film file", name));
  session_.start(name, scene.film, scene.settings.timeStep, scene.stepsPerFrame);
  return hasClock();
}

bool FilmDesk::capture(const SimulationState& state, PictureContents contents, const Camera& camera,
                       const ViewSettings& view, bool still) {
  const double fixedStep = state.settings.courant == 0 ? state.settings.timeStep : 0;
  session_.capture({state.number, fixedStep, state.stepsPerFrame, contents, camera, view, still});
  return session_.complete();
}

Image FilmDesk::still(const PictureContents& contents, const Camera& camera, const ViewSettings& view,
                      const FilmSettings& film) {
  FilmRenderer renderer(film.size.width, film.size.height, film.supersampling, {film.transparent}, lensOf(film));
  renderer.draw(contents, camera, view);
  return renderer.take();
}

void FilmDesk::setClock(fmm::Settings& settings, int& stepsPerFrame) const {
  const auto clock = session_.clock();
  if (!clock) return;
  settings.timeStep = clock->timeStep;
  settings.courant = 0;
  stepsPerFrame = clock->stepsPerFrame;
}

std::optional<FilmSession::Outcome> FilmDesk::takeOutcome(std::string& name) {
  auto outcome = session_.takeOutcome();
  if (outcome) name = freeName(name);  // all its files are there now
  return outcome;
}

std::string FilmDesk::finish() {
  session_.stop();
  session_.wait();
  const auto outcome = session_.takeOutcome();
  return outcome && outcome->failed ? outcome->message : "";
}

}  // namespace app
