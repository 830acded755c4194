#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "document/scene_document.h"
#include "window/application.h"
#include "window/body_desk.h"
#include "window/camera_desk.h"
#include "window/desks.h"
#include "window/gui.h"
#include "window/picture_desk.h"
#include "window/thumbnails.h"
#include "window/window.h"

namespace app {

/// Events per second, updated every half second.
class RateMeter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts `events` that happened now; 0 keeps the rate up to date when nothing happens.
  void add(int events, Clock::time_point now = Clock::now()) {
    count_ += events;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    if (seconds < kWindow) return;
    rate_ = count_ / seconds;
    count_ = 0;
    start_ = now;
  }
  double rate() const { return rate_; }

 private:
  static constexpr double kWindow = 0.5;  // seconds

  Clock::time_point start_ = Clock::now();
  int count_ = 0;
  double rate_ = 0;
};

/// The parts of the interactive program: the document with the scene that everything follows, the simulation, and a
/// desk each for picture, camera, film, rings, lines and cells. application.cpp composes a frame,
/// application_picture.cpp its picture; application_actions.cpp carries out the user's actions, application_edits.cpp
/// those that change the scene or write files; application_loop.cpp shows scenes without end.
struct Application::Impl {
  using Clock = std::chrono::steady_clock;

  Impl(const FlowStart& start, const ApplicationOptions& given);

  // application.cpp
  bool frame();
  void live();
  void show();
  void meanwhile();
  using Act = void (Impl::*)();
  /// For what needs the renderer while a picture is made: it comes before that picture is shown, once.
  void postpone(Act act) {
    if (std::find(postponed.begin(), postponed.end(), act) == postponed.end()) postponed.push_back(act);
  }
  void awaitNextFrame();
  void leaveInTime();
  bool takeState();
  void takeLaunches();
  void askForParts();
  void drawGui();
  void observeEdits();
  PanelReadout readout() const;

  // application_picture.cpp
  void drawScene();
  void drawFilm();
  bool framesFilm() const;
  Image windowPicture();
  PictureArea pictureArea() const;
  ScreenArea screenArea() const;
  double fittedAspect() const { return std::max(1., pictureArea().aspect()); }  // seen() widens narrower ones
  double legendRoom() const;
  PictureMap pictureMap() const;
  PictureMap beginningMap() const;
  std::optional<LinePlace> shownLine() const { return panel.visible ? panel.line : std::nullopt; }
  Camera viewpoint() const { return camera.following(simulation.state()); }
  Camera seen() const { return openedFor(viewpoint(), pictureArea().aspect()); }
  double filmAspect() const {
    return static_cast<double>(document.scene.film.size.width) / document.scene.film.size.height;
  }
  Camera filmed() const { return openedFor(camera.keptInSight(viewpoint(), filmAspect()), filmAspect()); }

  // application_actions.cpp
  WindowHandlers makeHandlers();
  bool allowed(Action action) const;
  bool covered(double x, double y) const;
  void perform(Action action);
  void toggleShown(const char* what, bool& on, const std::string& whyNothing = {});
  void escape();
  void quit();
  void obey(const PanelRequests& requests);
  void collectMessages();
  void say(const std::string& text, bool isError) { app::say(panel, text, isError); }
  void clearMessage();
  void clearToast();
  void sayWhile(const std::function<bool()>& lasts, const std::string& text, bool isError, bool isWarning = false);
  bool confirmed(const std::string& question, bool isError);
  void sayLost();
  void setFlying(bool on);
  void toggleAim();
  void placeVortex();
  void toggleGallery();
  bool aim(const PointerEvent& event);
  bool onPointer(const PointerEvent& event);
  void dropLine();
  void drop(const std::vector<std::string>& paths);
  void takeFlight();
  void launch(const RingLaunch& ring);
  void togglePanel();
  void resizeInterface(double factor);

  // application_loop.cpp
  bool loops() const;
  bool restarts() const;
  bool visited() const;
  bool sceneEnded() const;
  void advanceLoop();
  void showNextScene();

  // application_edits.cpp
  void dropBody();
  void toggleFilm();
  void saveScreenshot();
  void saveStill();
  void savePlots();
  void saveState();
  void keepLayout();
  void finishRun();

  void edit(fmm::Settings edited);
  void turnTime();
  void toggleSolver();
  void toggleBackend();
  void togglePrecision();
  void applySettings();
  void open(const std::string& nameOrPath, const std::function<void(Scene&)>& change = {});
  void openNeighbour(int step);
  void adopt(FlowStart start);
  void reset();
  void stepBack();
  void undo();
  void redo();
  void restore(const EditHistory::Step& step);
  bool takeBack(const RingLaunch& ring);

  ApplicationOptions options;
  LayoutKeeper layoutKeeper;
  PanelState panel;
  SceneDocument document;
  Window window;
  Gui gui;
  PictureDesk picture;
  CameraDesk camera;
  RingDesk rings;
  LineDesk lines;
  BodyDesk bodies;
  CellDesk cells;
  FilmDesk film;
  Thumbnails thumbnails;
  Simulation simulation;
  SimulationStatus status;
  StageHistory history;
  SceneLoop loop;
  std::size_t loopPlace = 0;  ///< index in options.loop of the scene shown
  DiagnosticsTable diagnostics;
  std::shared_ptr<const Checkpoint> resumed;  ///< state from which the flow that is on its way goes on; may be null
  RateMeter displayRate, simulationRate;

  std::uint64_t generation = 0, number = 0;  ///< of the state taken last
  double begunAt = 0;                        ///< time of the first state of that generation [T]
  std::uint64_t launchesSeen = 0;            ///< launched rings of that generation already recorded
  bool takingBack = false;                   ///< a launch is being undone, and the flow before it has not arrived yet
  std::string warning;                       ///< warning of the state taken last
  std::string passing;                       ///< a message that disappears when ...
  std::function<bool()> passingLasts;        ///< ... this becomes false
  int framesShown = 0;
  std::optional<Clock::time_point> firstShown;  ///< when framesShown became 1
  Clock::time_point frameStart = Clock::now();
  Clock::time_point lastShown = Clock::now();  ///< start of the last show()
  std::vector<Act> postponed;
  bool drawing = false;  ///< a picture is being made, and the interface goes on
  std::uint64_t timesShown = 0;
  Clock::time_point lastInput = Clock::now();
  Clock::time_point lastTouch = Clock::now();   ///< last use of keys or mouse
  bool unanswered = false;                      ///< the last key press triggered no action; its typed sign may
  std::array<bool, 3> besidePanel = {};         ///< windows shown beside the panel when it was hidden
  std::optional<Clock::time_point> shownSince;  ///< when the present generation was first shown
};

}  // namespace app
