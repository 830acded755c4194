#pragma once

#include <chrono>
#include <string>

#include "camera/camera.h"
#include "camera/camera_glide.h"
#include "camera/camera_presets.h"
#include "camera/fly_control.h"
#include "document/edit_history.h"
#include "film/film_session.h"
#include "gl/draw_timer.h"
#include "particles/flow_picture.h"
#include "render/quality_control.h"
#include "render/scene_renderer.h"
#include "window/application.h"
#include "window/gui.h"
#include "window/layout_keeper.h"
#include "window/rate_meter.h"
#include "window/ring_tool.h"
#include "window/window.h"

namespace app {

/// Where the picture lies in the window [pixels]: all of it, or what the panel leaves free.
struct PictureArea {
  int x = 0;
  int width = 0;
  int height = 0;
  int bottom = 0;  ///< rows below it

  double aspect() const { return height > 0 ? static_cast<double>(width) / height : 1; }
};

/// The parts of the interactive program and how they talk. application.cpp makes a frame of them,
/// application_actions.cpp does what the user asks for.
struct Application::Impl {
  using Clock = std::chrono::steady_clock;

  Impl(const FlowStart& start, const ApplicationOptions& given);

  // application.cpp
  bool frame();
  void awaitNextFrame();
  bool takeState();
  PictureArea pictureArea() const;
  void drawScene();
  void drawPicture(const ViewSettings& view, int width, int height, const RenderQuality& wanted);
  void present();
  Image windowPicture();
  void drawFilm();
  void drawGui();
  void observeEdits();
  void keepLayout();
  void finishRun();
  Camera followingCamera() const;
  PanelReadout readout() const;

  // application_rings.cpp
  PictureMap pictureMap() const;
  void toggleAim();
  bool aim(const PointerEvent& event);
  void carryAim();
  void drawAim();
  void launch(const RingLaunch& ring);
  void keepLaunches();
  // application_overlay.cpp
  void askForParts();
  bool picksCells() const;
  void pickAt(double x, double y);
  void pickNext();
  void pick(std::optional<std::size_t> leaf);
  CellReadout cellReadout() const;

  // application_camera.cpp
  void advanceCamera();
  void drag(MouseAction action, double dx, double dy);
  void scroll(double steps, bool control);
  void look(double dx, double dy);
  void fit();
  void show(CameraPreset preset);
  void setFlying(bool on);
  static bool steersFlight(int key);
  FlyInput flyInput();
  CameraSubject cameraSubject() const;
  CameraReadout cameraReadout() const;
  void obeyTimeline(const TimelineRequests& requests);
  void saveFlight(bool overwrite);
  void loadFlight();
  void takeTheStick();
  void followFlight();
  void placeCamera(const CameraPose& pose);
  void keepViewOverFollowChange();

  // application_actions.cpp
  WindowHandlers makeHandlers();
  bool covered(double x, double y) const;
  void perform(Action action);
  void obey(const PanelRequests& requests);
  void turnTime();
  void toggleSolver();
  void toggleBackend();
  void togglePrecision();
  void edit(fmm::Settings edited);
  void applySettings();
  void collectMessages();
  void leave();
  void say(const std::string& text, bool isError);

  // application_files.cpp
  void save(bool overwrite);
  void saveScreenshot();
  void saveState();
  void saveDiagnostics(bool overwrite);
  void toggleFilm();

  // application_edits.cpp
  void open(const std::string& nameOrPath);
  void adopt(FlowStart start);
  void rememberEdits();
  void undo();
  void redo();
  void restore(const EditHistory::Step& step);
  void readLooks();
  void nextLook();
  void keepLook();

  /// What the picture was last drawn from, besides the particles.
  struct Drawn {
    std::uint64_t updates = 0;
    CameraPose camera;
    ViewSettings view;
    std::pair<int, int> size;

    bool operator==(const Drawn& other) const {
      return updates == other.updates && camera == other.camera && view == other.view && size == other.size;
    }
  };

  ApplicationOptions options;
  LayoutKeeper layoutKeeper;
  PanelState panel;
  Window window;
  Gui gui;
  SceneRenderer renderer;
  FlowPicture picture;
  Camera camera;  ///< as at time 0; where the view follows the rings it is shifted along when drawing
  CameraGlide glide;
  FlyControl flight;
  bool flying = false, flightArmed = false;  ///< armed: the key that began the flight was let go
  Simulation simulation;
  SimulationStatus status;
  FilmSession film;
  StageHistory history;
  EditHistory edits;
  DiagnosticsTable diagnostics;
  RateMeter displayRate, simulationRate;

  Scene requested;  ///< of the last reset
  RingTool ringTool;
  std::optional<ScreenPoint> pointer;  ///< where the mouse is
  fmm::Vec3 aimShift;                  ///< of the following camera, as the ring that is aimed has it
  bool following = true;
  std::uint64_t generation = 0, number = 0, updates = 0;
  std::optional<ParticleName> picked;  ///< it lies in the leaf whose near list is shown
  std::optional<Drawn> drawn;
  Clock::time_point lastDrawn = Clock::now();
  bool reduced = false;    ///< was that less than full quality?
  QualityControl quality;  ///< of the density
  DrawTimer drawTimer;
  int framesShown = 0;
  Clock::time_point frameStart = Clock::now();
  Clock::time_point lastInput = Clock::now();
  Clock::time_point cameraMoved = Clock::now();  ///< by advanceCamera()
  Clock::time_point flightNotice = Clock::now();
};

}  // namespace app
