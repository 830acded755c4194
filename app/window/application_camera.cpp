#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "files/file_name.h"
#include "window/application_impl.h"

namespace app {
namespace {

constexpr double kEmptyShare = 0.25;   // of the distance: radius of a ball that stands for rings where there are none
constexpr double kLongestStep = 0.25;  // seconds: after a pause the camera goes on from where it was

struct FlyKey {
  int key, other;  // by place: W A S D of a US keyboard, and arrows
  double FlyInput::*axis;
  double sign;
};
constexpr std::array<FlyKey, 6> kFlyKeys = {{
    {GLFW_KEY_D, GLFW_KEY_RIGHT, &FlyInput::right, 1},
    {GLFW_KEY_A, GLFW_KEY_LEFT, &FlyInput::right, -1},
    {GLFW_KEY_W, GLFW_KEY_UP, &FlyInput::forward, 1},
    {GLFW_KEY_S, GLFW_KEY_DOWN, &FlyInput::forward, -1},
    {GLFW_KEY_E, GLFW_KEY_PAGE_UP, &FlyInput::up, 1},
    {GLFW_KEY_Q, GLFW_KEY_PAGE_DOWN, &FlyInput::up, -1},
}};

}  // namespace

/// Moves the camera on by the time since the last picture.
void Application::Impl::advanceCamera() {
  const Clock::time_point now = Clock::now();
  const double seconds = std::min(std::chrono::duration<double>(now - cameraMoved).count(), kLongestStep);
  cameraMoved = now;
  glide.advance(camera, seconds);
  if (panel.timeline.playing) {
    app::advance(panel.timeline, seconds);
    if (const auto pose = poseAt(panel.timeline, panel.timeline.playhead)) camera.moveTo(*pose);
  }
  if (flying) flight.step(camera, flyInput(), seconds);
  if (glide.active() || flying || panel.timeline.playing) lastInput = now;  // pictures keep coming
}

/// The user steers: what moved the camera by itself ends.
void Application::Impl::takeTheStick() {
  glide.stop();
  panel.timeline.playing = false;
}

void Application::Impl::drag(MouseAction action, double dx, double dy) {
  takeTheStick();
  if (action == MouseAction::orbit) {
    camera.orbit(dx, dy);
  } else {
    camera.pan(dx, dy);
  }
}

void Application::Impl::scroll(double steps, bool control) {
  if (actionFor(-1, false, control) == MouseAction::lens) return camera.widen(-steps);
  if (flying) {
    flight.changeSpeed(steps);
    flightNotice = Clock::now();
    return;
  }
  takeTheStick();
  camera.zoom(steps);
}

void Application::Impl::look(double dx, double dy) {
  takeTheStick();
  camera.look(dx, dy);
}

/// What the views at a key look at, as at time 0 where the view follows the rings.
CameraSubject Application::Impl::cameraSubject() const {
  const SimulationState& state = simulation.state();
  const fmm::Vec3 shift = following ? state.shift : fmm::Vec3{};
  CameraSubject subject;
  subject.centre = state.centroid - shift;
  subject.radius = state.extent + panel.built.tracerTube;
  subject.travel = directionOfTravel(state.invariants.linearImpulse, panel.built.rings());
  subject.up = panel.built.camera.up;
  subject.ringCentre = state.ringCentre - shift;
  subject.ringRadius = state.ringExtent;
  subject.tubeRadius = panel.built.tracerTube;
  if (state.elementCount > 0) return subject;
  subject.centre = subject.ringCentre = camera.pose().target;  // nothing there yet: what is looked at now
  subject.radius = subject.ringRadius = kEmptyShare * camera.distance();
  return subject;
}

void Application::Impl::fit() {
  if (simulation.state().generation == 0) return;
  takeTheStick();
  const CameraSubject subject = cameraSubject();
  Camera fitted = camera;
  fitted.fit(subject.centre, subject.radius, pictureArea().aspect());
  glide.start(camera, fitted.pose());
}

void Application::Impl::show(CameraPreset preset) {
  if (simulation.state().generation == 0) return;
  takeTheStick();
  flight.halt();
  glide.start(camera, presetPose(preset, cameraSubject(), camera.fieldOfView(), pictureArea().aspect()));
}

void Application::Impl::setFlying(bool on) {
  takeTheStick();
  flying = on;
  flightArmed = false;
  flight.halt();
  flightNotice = Clock::now();
  window.captureMouse(on);
  gui.ignoreMouse(on);
}

bool Application::Impl::steersFlight(int key) {
  return std::any_of(kFlyKeys.begin(), kFlyKeys.end(),
                     [key](const FlyKey& candidate) { return key == candidate.key || key == candidate.other; });
}

FlyInput Application::Impl::flyInput() {
  flightArmed |= !window.keyDown(GLFW_KEY_W);
  FlyInput input;
  for (const FlyKey& key : kFlyKeys) {
    if (window.keyDown(key.other) || (window.keyDown(key.key) && (flightArmed || key.key != GLFW_KEY_W)))
      input.*key.axis += key.sign;
  }
  input.fast = window.keyDown(GLFW_KEY_LEFT_SHIFT) || window.keyDown(GLFW_KEY_RIGHT_SHIFT);
  return input;
}

CameraReadout Application::Impl::cameraReadout() const {
  return {camera.pose(), flying, flight.speed(), std::chrono::duration<double>(Clock::now() - flightNotice).count()};
}

/// Puts the camera there at once.
void Application::Impl::placeCamera(const CameraPose& pose) {
  glide.stop();
  flight.halt();
  camera.setPose(pose);
}

/// Switching "follow" must not make the picture jump.
void Application::Impl::keepViewOverFollowChange() {
  const bool wanted = panel.scene.view.follow;
  if (wanted == following) return;
  const fmm::Vec3 shift = simulation.state().shift;
  glide.stop();
  camera.follow(wanted ? -1. * shift : shift);
  following = wanted;
}

void Application::Impl::obeyTimeline(const TimelineRequests& requests) {
  if (requests.place) {
    glide.stop();
    camera.moveTo(*requests.place);
  }
  if (requests.glide) glide.start(camera, *requests.glide);
  if (requests.save) saveFlight(requests.overwrite);
  if (requests.load) loadFlight();
}

void Application::Impl::saveFlight(bool overwrite) {
  Timeline& line = panel.timeline;
  line.path = withEnding(line.path, ".toml");
  line.confirmOverwrite = !overwrite && std::filesystem::exists(line.path);
  if (line.confirmOverwrite) return;
  try {
    saveCameraFlight(flightOf(line, panel.scene.view.follow), line.path, overwrite);
    say("Saved " + line.path, false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

void Application::Impl::loadFlight() {
  try {
    const CameraPath path = CameraPath::load(panel.timeline.path, camera.pose());
    setFlight(panel.timeline, path.flight());
    if (path.follow()) panel.scene.view.follow = *path.follow();
    keepViewOverFollowChange();
    glide.start(camera, path.at(0));
    say(fmt::format("Loaded {}: {} keys", panel.timeline.path, path.keys().size()), false);
  } catch (const std::exception& e) {
    say(e.what(), true);
  }
}

/// Where films go along the flight, the camera is where the film's next picture needs it.
void Application::Impl::followFlight() {
  Timeline& line = panel.timeline;
  if (!line.filmAlong || line.keys.empty()) return;
  const double time = static_cast<double>(film.progress().frames) / panel.scene.film.framesPerSecond;
  takeTheStick();
  line.playhead = std::min(time, line.duration);
  camera.setPose(*poseAt(line, time));
}

}  // namespace app
