#include <imgui.h>

#include "panel/panel_parts.h"

namespace app {
namespace {

constexpr int kSmallestFilm = 16, kLargestFilm = 8192;

}  // namespace

void drawLookControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  ViewSettings& view = context.scene().view;
  w.number("Point size", view.pointSize, {0.5, 12}, {"%.1f", true, "Pixels in a picture of 720 rows"});
  w.number("Brightness", view.brightness, {0.05, 20}, {"%.2f", true, "Factor on the light of every tracer"});
  w.choice("Colours", view.colourMap, context.state.colourMaps, "Colour map of the speed");
  w.choice("Background", view.background, {Background::dark, Background::light, Background::gradient},
           "What is behind; on light paper tracers take light away");
  if (w.button("Save picture")) context.requests.action = Action::screenshot;
  ImGui::SameLine();
  if (w.button("Keys")) context.requests.action = Action::help;
}

void drawOverlayControls(PanelContext& context) {
  context.widgets().check("Elements too", context.scene().view.drawElements, "Draw the vortex elements as well");
}

void drawCameraControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  w.check("Follow", context.scene().view.follow, "The camera moves along with the rings");
  if (w.button("Fit")) context.requests.action = Action::fit;
}

void drawFilmControls(PanelContext& context) {
  PanelWidgets& w = context.widgets();
  FilmSettings& film = context.scene().film;
  ImGui::BeginDisabled(context.readout.recording);
  w.text("Film file", context.state.filmName, "film.mp4, film.webm, or numbered pictures as frames/%05d.png");
  // Film encoders want even sizes.
  if (w.integer("Width", film.width, kSmallestFilm, kLargestFilm)) film.width -= film.width % 2;
  if (w.integer("Height", film.height, kSmallestFilm, kLargestFilm)) film.height -= film.height % 2;
  w.number("Film rate", film.framesPerSecond, {1, 240}, {"%.0f", true, "Frames a second"});
  ImGui::EndDisabled();
}

}  // namespace app
