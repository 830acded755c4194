#include <fmt/format.h>
#include <imgui.h>

#include "panel/panel_parts.h"

namespace app {
namespace {

constexpr int kSmallestFilm = 16, kLargestFilm = 8192;

}  // namespace

void drawLookControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  w.number("Point size", view.pointSize, {0.5, 12},
           {"%.1f", true, "Diameter of a tracer's splat in a picture of 720 rows; it grows with the picture.", "px"});
  w.number("Brightness", view.brightness, {0.05, 20}, {"%.2f", true, "Factor on the light of every tracer.", ""});
  w.choice("Background", view.background, {Background::dark, Background::light, Background::gradient},
           "What is behind: on dark ground tracers shine, on light paper they take light away.");
}

void drawOverlayControls(PanelContext& context) {
  context.widgets().check("Elements too", context.scene().view.drawElements,
                          "Draws the vortex elements too, the particles that carry the vorticity.");
}

void drawFilmControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  FilmSettings& film = context.scene().film;
  ImGui::BeginDisabled(context.readout.recording);
  w.text("Film file", context.state.filmName,
         "Its ending says what the film is: film.mp4, film.webm, or numbered pictures as frames/%05d.png.");
  // Film encoders want even sizes.
  if (w.integer("Width", film.width, kSmallestFilm, kLargestFilm, "Width of the film, whatever the window's.", "px"))
    film.width -= film.width % 2;
  if (w.integer("Height", film.height, kSmallestFilm, kLargestFilm, "Height of the film, whatever the window's.", "px"))
    film.height -= film.height % 2;
  w.number("Film rate", film.framesPerSecond, {1, 240}, {"%.0f", true, "Pictures in a second of film.", "1/s"});
  ImGui::EndDisabled();
  if (w.button("Save picture", fmt::format("Writes the picture without the panel as the next ringlet-0001.png.\nKey {}",
                                           keysOf(Action::screenshot))))
    context.requests.action = Action::screenshot;
}

std::string lookSummary(PanelContext& context) {
  const ViewSettings& view = context.scene().view;
  return fmt::format("{}, {}", view.colourMap, toString(view.background));
}

std::string filmSummary(PanelContext& context) {
  const FilmSettings& film = context.scene().film;
  return fmt::format("{}\u00d7{}, {:g}/s", film.width, film.height, film.framesPerSecond);
}

}  // namespace app
