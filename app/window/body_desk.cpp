#include "window/body_desk.h"

#include <algorithm>
#include <cmath>

namespace app {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kLag = 4;        // frames in which a body comes to where the pointer is
constexpr double kMostNodes = 1;  // spacings of the lattice that it moves in a step, at most
constexpr std::size_t kMostKeys = 20000;

}  // namespace

bool BodyDesk::onPointer(const PointerEvent& event, const PictureMap& map, bool covered,
                         const std::vector<std::vector<fmm::Vec3>>& outlines) {
  const ScreenPoint at{event.x, event.y};
  pointer_ = map.onPlane(at, {});
  pointer_.z = 0;
  if (held_ && *held_ >= outlines.size()) held_.reset();
  switch (event.kind) {
    case PointerEvent::Kind::move:
      return holds();
    case PointerEvent::Kind::press:
      if (holds()) return true;
      if (event.button != PointerEvent::kLeft || covered || !map.area().contains(at)) return false;
      for (std::size_t k = 0; k < outlines.size() && !held_; ++k)
        if (fmm::isInside(outlines[k], pointer_)) held_ = k;
      pressed_ = pointer_;
      grip_.reset();
      time_ = -HUGE_VAL;
      return holds();
    case PointerEvent::Kind::release:
      if (!holds() || event.button != PointerEvent::kLeft) return false;
      held_.reset();
      return true;
    case PointerEvent::Kind::wheel:
      return holds();
  }
  return false;
}

bool BodyDesk::follow(const SimulationState& state, std::vector<fmm::Body>& bodies) {
  if (!held_ || *held_ >= bodies.size() || state.time == time_) return false;
  if (!grip_ && pointer_ == pressed_) return false;  // a click moves nothing
  fmm::Body& body = bodies[*held_];
  const fmm::BodyPose now = body.poseAt(state.time);
  if (!grip_) grip_ = pressed_ - now.centre;
  time_ = state.time;
  const double frame = state.settings.timeStep * std::max(1, state.stepsPerFrame), lag = kLag * frame;
  const fmm::Vec3 way = pointer_ - *grip_ - now.centre;
  const double most = kMostNodes * state.lattice.spacing * lag / state.settings.timeStep;
  const double part = most > 0 && fmm::norm(way) > most ? most / fmm::norm(way) : 1;
  std::vector<fmm::BodyKey>& path = body.path;
  while (!path.empty() && path.back().time >= state.time) path.pop_back();
  if (path.size() >= kMostKeys) path.erase(path.begin() + 1, path.begin() + kMostKeys / 2);
  const double angle = now.angle / kDegree;
  path.push_back({state.time, now.centre, angle});
  path.push_back({state.time + lag, now.centre + part * way, angle});
  return true;
}

}  // namespace app
