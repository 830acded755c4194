// The picture in the window and in the film that it records: where it lies, from where it is seen, and how it is drawn.
#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <utility>

#include "files/file_error.h"
#include "fmm/error.h"
#include "panel/windows/side_dock.h"
#include "window/application_impl.h"

namespace app {

PictureArea Application::Impl::pictureArea() const {
  const auto [width, height] = window.framebufferSize();
  const auto pixels = [&](double length) { return static_cast<int>(std::lround(length * window.pixelRatio())); };
  const int panelWidth = pixels(panel.area.high.x), lineHeight = pixels(panel.timeline.height);
  const int dock = panel.dock.isEmpty() ? width : std::min(width, pixels(panel.dock.low.x));
  const int right = dock - panelWidth >= kSmallestPicture ? dock : width;
  const int x = right - panelWidth >= kSmallestPicture ? panelWidth : 0;
  const int bottom = height - lineHeight >= kSmallestPicture ? lineHeight : 0;
  return {x, right - x, height - bottom, bottom};
}

ScreenArea Application::Impl::screenArea() const {
  const PictureArea area = pictureArea();
  const double ratio = window.pixelRatio();
  return {area.x / ratio, 0, area.width / ratio, area.height / ratio};
}

PictureMap Application::Impl::pictureMap() const {
  return {seen(), screenArea(), legendRoom()};
}

/// Height at the lower edge of the picture where legends stand, if texts have no room beside them.
double Application::Impl::legendRoom() const {
  constexpr double kRoomForBoth = 1000;  // width at scale 1
  const ScreenArea area = screenArea();
  return area.width < kRoomForBoth * gui.scale() ? picture.legendShare() * area.height : 0;
}

/// The map of the scene as it begins.
PictureMap Application::Impl::beginningMap() const {
  return {openedFor(camera.camera(), pictureArea().aspect()), screenArea(), legendRoom()};
}

void Application::Impl::drawScene() {
  ViewSettings& view = document.scene.view;
  const ViewSettings drawn = view;   // the user may change it meanwhile
  std::exception_ptr fromInterface;  // no failure of the picture
  const auto goOn = [&] {
    try {
      if (!fromInterface) meanwhile();
    } catch (...) {
      fromInterface = std::current_exception();
    }
  };
  try {
    const bool groundLeftOut = document.scene.film.transparent && !loops();  // as in films and stills
    picture.setFinish(document.scene.film.finish);
    picture.draw(seen(), drawn, pictureArea(), camera.turning(), groundLeftOut, goOn);
  } catch (const fmm::EnvironmentError& e) {  // the particles could not be read: the next picture is drawn without them
    say(e.what(), true);
  } catch (const FileError& e) {  // the colour map; the maps in the panel's list exist
    if (panel.colourMaps.empty()) throw;
    const std::string& first = panel.colourMaps.front();
    if (drawn.colourMap == first && drawn.vorticityMap == first) throw;
    say(e.what(), true);
    view.colourMap = view.vorticityMap = first;
    drawScene();
  }
  if (fromInterface) std::rethrow_exception(fromInterface);
}

/// The picture that fills the whole window when the panel is hidden.
Image Application::Impl::windowPicture() {
  const auto [width, height] = window.framebufferSize();
  const double aspect = height > 0 ? static_cast<double>(width) / height : 1;
  const Camera whole = openedFor(camera.keptInSight(viewpoint(), aspect), aspect);
  return picture.picture(whole, document.scene.view, {width, height});
}

void Application::Impl::drawFilm() {
  if (!film.recording() || generation == 0) return;
  const SimulationState& state = simulation.state();
  const Scene& scene = document.scene;
  const bool still = filmsStill(panel.timeline);
  if (still) {
    lastInput = Clock::now();  // pictures keep coming
    if (status.playing) simulation.pause();
    if (!simulation.idle()) return;
  }
  camera.followFlight(static_cast<double>(film.progress().frames) / scene.film.framesPerSecond);
  try {
    if (film.capture(state, picture.contents(scene.view), filmed(), scene.view, still)) toggleFilm();
  } catch (const std::exception& e) {
    say(e.what(), true);
    applySettings();  // the film's clock may have replaced them
  }
}

/// True if the film's frame is drawn into the window: the film has another format, and is recorded or being set up.
bool Application::Impl::framesFilm() const {
  const auto section = panel.openSections.find("Film");
  const bool open = panel.visible && section != panel.openSections.end() && section->second;
  constexpr double kAlike = 0.02;
  return (open || film.recording()) && std::abs(filmAspect() / pictureArea().aspect() - 1) > kAlike;
}

}  // namespace app
