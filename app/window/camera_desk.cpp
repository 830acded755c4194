#include "window/camera_desk.h"
#include "simulation/keep_pace.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <utility>

namespace app {
namespace {

constexpr double kEmptyShare = 0.25;  // radius of a ball that stands in for missing rings, over the camera's distance
constexpr double kPi = 3.14159265358979323846;
constexpr double kTurning = 0.3;       // seconds after a movement for which the camera counts as turning
constexpr double kLongestStep = 0.25;  // longest time step of a movement [s], so that a pause causes no jump

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

bool steersFlight(int key) {
  return std::any_of(kFlyKeys.begin(), kFlyKeys.end(),
                     [key](const FlyKey& candidate) { return key == candidate.key || key == candidate.other; });
}

CameraDesk::CameraDesk(const Scene& scene, Timeline& timeline)
    : timeline_(timeline), camera_(scene.camera), seen_(camera_.pose()) {
  adoptSettings(scene);
}

void CameraDesk::adoptSettings(const Scene& scene) {
  following_ = scene.view.follow;
  above_ = scene.settings.space == fmm::Space::plane;
  home_ = scene.camera;
}

Camera CameraDesk::following(const SimulationState& state) const {
  Camera moved = camera_;
  if (following_) moved.follow(state.shift);
  return moved;
}

fmm::Vec3 CameraDesk::shiftIn(const SimulationState& state) const {
  return following_ ? state.shift : fmm::Vec3{};
}

CameraReadout CameraDesk::readout() const {
  return {camera_.pose(), flying_, flight_.speed(), secondsSince(notice_)};
}

void CameraDesk::advance(const KeyDown& keyDown) {
  const double seconds = std::min(secondsSince(moved_), kLongestStep);
  moved_ = Clock::now();
  step_ = seconds;
  pace_ += seconds;
  glide_.advance(camera_, seconds);
  if (timeline_.playing) {
    app::advance(timeline_, seconds);
    if (const auto pose = poseAt(timeline_, timeline_.playhead)) camera_.moveTo(*pose);
    timeline_.left = false;
  }
  if (flying_) flight_.step(camera_, flyInput(keyDown), seconds);
  if (camera_.pose() == seen_) return;
  seen_ = camera_.pose();
  turned_ = moved_;
}

/// Like following the rings, this turn does not count as a movement.
void CameraDesk::orbit(double secondsPerTurn) {
  if (secondsPerTurn <= 0 || steers_ || moving()) return;
  if (above_) {
    camera_.roll(2 * kPi * step_ / secondsPerTurn);
  } else {
    camera_.orbit(2 * step_ / secondsPerTurn, 0);  // a picture's height is half a turn
  }
  seen_ = camera_.pose();
}

/// The framing changes only with the flow: while both stand still, the picture can be drawn at full quality.
bool CameraDesk::keepInSight(bool wanted, const SimulationState& state, double aspect) {
  const bool steered = std::exchange(steered_, false) || moving();
  if (!wanted || steered || state.generation == 0) {
    framing_.forget();
    return !(wanted && steered);
  }
  if (framedGeneration_ != state.generation) framing_.forget();
  Camera now = following(state);
  if (!framing_.known() || framedNumber_ != state.number) {
    framing_.follow(state.framed, now, std::min(pace_, kLongestStep));
    pace_ = 0;
  }
  framedGeneration_ = state.generation;
  framedNumber_ = state.number;
  now = framing_.framed(now, aspect);
  now.follow(-1. * shiftIn(state));
  camera_ = now;
  seen_ = camera_.pose();  // like following the rings, not a movement
  return true;
}

bool CameraDesk::turning() const {
  return secondsSince(turned_) < kTurning;
}

void CameraDesk::setFollowing(bool on, const SimulationState& state) {
  if (on == following_) return;
  glide_.stop();
  camera_.follow(on ? -1. * state.shift : state.shift);
  following_ = on;
}

void CameraDesk::beginSteering() {
  steered_ = steers_ = timeline_.left = true;
  glide_.stop();
  timeline_.playing = false;
}

void CameraDesk::drag(MouseAction action, double dx, double dy) {
  beginSteering();
  if (action == MouseAction::orbit && !above_) {
    camera_.orbit(dx, dy);
  } else {
    camera_.pan(dx, dy);
  }
}

void CameraDesk::scroll(double steps, bool control) {
  steered_ = true;
  if (actionFor(-1, false, control) == MouseAction::lens) return camera_.widen(-steps);
  if (flying_) {
    flight_.changeSpeed(steps);
    notice_ = Clock::now();
    return;
  }
  beginSteering();
  camera_.zoom(steps);
}

void CameraDesk::lookAround(double dx, double dy) {
  beginSteering();
  camera_.lookAround(dx, dy);
}

void CameraDesk::setFieldOfView(double degrees) {
  steered_ = true;
  camera_.setFieldOfView(degrees);
}

void CameraDesk::setFlying(bool on) {
  beginSteering();
  flying_ = on;
  armed_ = false;
  flight_.halt();
  notice_ = Clock::now();
}

FlyInput CameraDesk::flyInput(const KeyDown& keyDown) {
  armed_ |= !keyDown(GLFW_KEY_W);
  FlyInput input;
  for (const FlyKey& key : kFlyKeys) {
    if (keyDown(key.other) || (keyDown(key.key) && (armed_ || key.key != GLFW_KEY_W))) input.*key.axis += key.sign;
  }
  input.fast = keyDown(GLFW_KEY_LEFT_SHIFT) || keyDown(GLFW_KEY_RIGHT_SHIFT);
  return input;
}

/// Geometry for the preset views; at time 0 if the view follows the rings.
CameraSubject CameraDesk::subject(const SimulationState& state, const Scene& built) const {
  const fmm::Vec3 shift = shiftIn(state);
  CameraSubject subject;
  subject.centre = state.centroid - shift;
  subject.radius = state.extent + built.tracerTube;
  subject.travel = directionOfTravel(state.invariants.linearImpulse, built.rings());
  subject.up = built.camera.up;
  subject.ringCentre = state.ringCentre - shift;
  subject.ringRadius = state.ringExtent;
  subject.tubeRadius = built.tracerTube;
  if (state.elementCount > 0) return subject;
  subject.centre = subject.ringCentre = camera_.pose().target;  // no elements yet: use the present target
  subject.radius = subject.ringRadius = kEmptyShare * camera_.distance();
  return subject;
}

void CameraDesk::fit(const SimulationState& state, const Scene& built, double aspect,
                     const std::vector<fmm::LineBase>& pending) {
  if (state.generation == 0) return;
  beginSteering();
  CameraSubject seen = subject(state, built);
  for (const fmm::LineBase& line : pending) {  // the smallest ball about both
    const fmm::Vec3 way = line.centre - seen.centre;
    const double apart = fmm::norm(way), reach = line.radius + built.tracerTube;
    const double radius = std::max({seen.radius, reach, (apart + reach + seen.radius) / 2});
    if (apart > 0) seen.centre = seen.centre + (std::clamp(radius - seen.radius, 0., apart) / apart) * way;
    seen.radius = radius;
  }
  Camera fitted = above_ ? Camera(home_) : camera_;  // upright again
  fitted.setFieldOfView(camera_.fieldOfView());
  fitted.fit(seen.centre, seen.radius, aspect);
  glide_.start(camera_, fitted.pose());
}

void CameraDesk::show(CameraPreset preset, const SimulationState& state, const Scene& built, double aspect) {
  if (state.generation == 0) return;
  beginSteering();
  flight_.halt();
  if (!above_) return glide_.start(camera_, presetPose(preset, subject(state, built), camera_.fieldOfView(), aspect));
  Camera wanted(home_);
  const CameraSubject seen = subject(state, built);
  if (preset == CameraPreset::closeUp) wanted.fit(seen.ringCentre, seen.ringRadius + seen.tubeRadius, aspect);
  glide_.start(camera_, wanted.pose());
}

void CameraDesk::open(const Scene& scene) {
  framing_.forget();
  steered_ = steers_ = false;
  glide_.stop();
  flight_.halt();
  camera_.setPose(scene.camera);
  adoptSettings(scene);
}

void CameraDesk::obey(const TimelineRequests& requests) {
  steered_ |= requests.place || requests.glide;
  timeline_.left &= !requests.place && !requests.glide;
  if (requests.place) {
    glide_.stop();
    camera_.moveTo(*requests.place);
  }
  if (requests.glide) glide_.start(camera_, *requests.glide);
}

void CameraDesk::adopt(const CameraPath& path, ViewSettings& view, const SimulationState& state) {
  setFlight(timeline_, path.flight());
  timeline_.left = false;
  if (path.follow()) view.follow = *path.follow();
  setFollowing(view.follow, state);
  glide_.start(camera_, path.at(0));
}

void CameraDesk::followFlight(double seconds) {
  if (!timeline_.filmAlong || timeline_.keys.empty()) return;
  beginSteering();
  timeline_.left = false;
  timeline_.playhead = std::min(seconds, timeline_.duration);
  camera_.setPose(*poseAt(timeline_, seconds));
}

}  // namespace app
