// What the interactive program writes: scenes, pictures, diagnostics, films.
#include <fmt/format.h>

#include <filesystem>

#include "files/file_name.h"
#include "files/free_name.h"
#include "files/png_file.h"
#include "scene/scene_file.h"
#include "simulation/diagnostics_csv.h"
#include "window/application_impl.h"
#include "window/new_files.h"

namespace app {

void Application::Impl::save(bool overwrite) {
  panel.saveName = withEnding(panel.saveName, ".toml");
  panel.confirmOverwrite = !overwrite && std::filesystem::exists(panel.saveName);
  if (panel.confirmOverwrite) return;
  Scene scene = panel.scene;
  scene.camera = camera.pose();
  try {
    saveScene(scene, panel.saveName, overwrite);
    say("Saved " + panel.saveName, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::saveScreenshot() {
  try {
    if (generation == 0) return;
    const std::string name = freeNumberedName("ringlet", ".png");
    writePng(name, windowPicture());
    say("Saved " + name, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// The simulation's thread writes it, and tells later.
void Application::Impl::saveState() {
  if (generation == 0) return;
  Scene look = panel.scene;
  look.camera = camera.pose();
  simulation.save(panel.built.name, look);
  say("Saving the state ...", false);
}

void Application::Impl::saveDiagnostics(bool overwrite) {
  DiagnosticsWindow& asked = panel.diagnostics;
  asked.csvName = withEnding(asked.csvName, ".csv");
  asked.confirmOverwrite = !overwrite && std::filesystem::exists(asked.csvName);
  if (asked.confirmOverwrite) return;
  try {
    writeDiagnosticsCsv(diagnostics, asked.csvName, overwrite ? Existing::replace : Existing::keep);
    asked.message = fmt::format("Saved {} rows to {}", diagnostics.rows(), asked.csvName);
    asked.isError = false;
  } catch (const std::exception& e) {
    asked.message = e.what();
    asked.isError = true;
  }
}

void Application::Impl::toggleFilm() {
  if (film.recording()) {
    const bool held = film.clock().has_value();
    film.stop();
    if (held) applySettings();
    panel.filmName = freeName(panel.filmName);
    return;
  }
  if (film.finishing()) return say("The last film is still being finished", true);
  if (isTaken(panel.filmName))
    return say(fmt::format("{} is there already: choose another film file", panel.filmName), true);
  try {
    const Scene& scene = panel.scene;
    film.start(panel.filmName, scene.film, scene.settings.timeStep, scene.stepsPerFrame);
    if (film.clock()) applySettings();
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

}  // namespace app
