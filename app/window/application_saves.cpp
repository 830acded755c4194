// What the interactive program writes at a key or a button: films, pictures, plots and states.
#include <algorithm>
#include <exception>
#include <string>

#include "files/free_name.h"
#include "files/output_lock.h"
#include "files/png_file.h"
#include "window/application_impl.h"

namespace app {

void Application::Impl::toggleFilm() {
  try {
    FilmSettings& settings = document.scene.film;
    const Timeline& line = panel.timeline;
    if (!film.recording() && line.filmAlong &&
        !line.keys.empty())  // as long as the flight, which keys may have made longer
      settings.seconds = std::max(settings.seconds, line.duration);
    if (film.toggle(panel.filmName, document.scene)) applySettings();
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::saveScreenshot() {
  try {
    if (generation == 0) return;
    const std::string name = freeNumberedName("ringlet", ".png");
    writePng(name, windowPicture());
    say("Saved " + withFolder(name), false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// As a picture of the film would be, of the state that is shown.
void Application::Impl::saveStill() {
  try {
    if (generation == 0) return;
    const std::string name = freeNumberedName("ringlet", ".png");
    const ViewSettings& view = document.scene.view;
    writePng(name, FilmDesk::still(picture.contents(view), filmed(), view, document.scene.film));
    say("Saved " + withFolder(name), false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// As they stand on the screen.
void Application::Impl::savePlots() {
  const auto& rects = panel.widgets.rects();
  const auto place = rects.find("Plots");
  if (place == rects.end()) return;
  try {
    const std::string name = freeNumberedName("plots", ".png");
    writePng(name, window.pixels(place->second.low.x, place->second.low.y, place->second.high.x, place->second.high.y));
    panel.diagnostics.message = "Saved " + withFolder(name);
    panel.diagnostics.isError = false;
  } catch (const std::exception& e) {
    panel.diagnostics.message = e.what();
    panel.diagnostics.isError = true;
  }
}

/// The simulation's thread writes it, and tells later.
void Application::Impl::saveState() {
  if (generation == 0) return;
  Scene seen = document.scene;
  seen.camera = camera.camera().pose();
  simulation.save(document.built.name, seen);
  say("Saving the state ...", false);
}

}  // namespace app
