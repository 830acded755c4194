#include "window/body_desk.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace app {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kLag = 4;        // frames in which a body comes to where the pointer is
constexpr double kMostNodes = 1;  // spacings of the lattice that it moves in a step, at most
constexpr std::size_t kMostKeys = 20000;
constexpr double kNear = 8;  // screen coordinates from the centre of a body at which it is taken, however small it is

/// Distance from `eye` to a triangle along `way`, in lengths of it; infinite if there is none.
double distanceTo(const std::array<fmm::Vec3, 3>& corner, fmm::Vec3 eye, fmm::Vec3 way) {
  const fmm::Vec3 a = corner[1] - corner[0], b = corner[2] - corner[0], n = fmm::cross(way, b), from = eye - corner[0];
  const double det = fmm::dot(a, n), u = fmm::dot(from, n) / det;
  const fmm::Vec3 q = fmm::cross(from, a);
  const double v = fmm::dot(way, q) / det, t = fmm::dot(b, q) / det;
  return u >= 0 && v >= 0 && u + v <= 1 && t > 0 ? t : HUGE_VAL;  // false for an edge-on triangle, det = 0
}

double distanceTo(const Solid& solid, fmm::Vec3 eye, fmm::Vec3 way) {
  const auto own = [&solid](fmm::Vec3 x) {
    return fmm::Vec3{fmm::dot(x, solid.axes[0]), fmm::dot(x, solid.axes[1]), fmm::dot(x, solid.axes[2])};
  };
  const fmm::BodySurface& surface = *solid.surface;
  const fmm::Vec3 from = own(eye - solid.centre), along = own(way);
  double nearest = HUGE_VAL;
  for (const auto& t : surface.triangle)
    nearest =
        std::min(nearest, distanceTo({surface.corner[t[0]], surface.corner[t[1]], surface.corner[t[2]]}, from, along));
  return nearest;
}

/// The body in space that is seen at a point of the window, or else a small one beside it.
std::optional<std::size_t> solidAt(const std::vector<Solid>& solids, ScreenPoint at, const PictureMap& map) {
  std::optional<std::size_t> found;
  double nearest = HUGE_VAL;
  for (std::size_t k = 0; k < solids.size() && !solids[k].drawing; ++k) {
    const fmm::Vec3 way = map.onPlane(at, map.eye() + map.forward()) - map.eye();
    double away = distanceTo(solids[k], map.eye(), way);
    const std::optional<ScreenPoint> centre = map.project(solids[k].centre);
    if (centre && distance(*centre, at) < kNear) away = std::min(away, map.depth(solids[k].centre));
    if (away >= nearest) continue;
    nearest = away;
    found = k;
  }
  return found;
}

std::optional<std::size_t> outlineAt(const std::vector<std::vector<fmm::Vec3>>& outlines, fmm::Vec3 x) {
  for (std::size_t k = 0; k < outlines.size(); ++k)
    if (fmm::isInside(outlines[k], x)) return k;
  return std::nullopt;
}

}  // namespace

void BodyDesk::point(ScreenPoint at, const PictureMap& map, bool plane) {
  pointer_ = map.onPlane(at, through_);
  if (plane) pointer_.z = 0;
}

bool BodyDesk::onPointer(const PointerEvent& event, const PictureMap& map, bool covered, const FlowState& flow) {
  const ScreenPoint at{event.x, event.y};
  const bool plane = flow.solids.empty();
  if (plane) through_ = {};
  point(at, map, plane);
  if (held_ && *held_ >= flow.bodies.size() + flow.solids.size()) held_.reset();
  switch (event.kind) {
    case PointerEvent::Kind::move:
      return holds();
    case PointerEvent::Kind::press:
      if (holds()) return true;
      if (event.button != PointerEvent::kLeft || covered || !map.area().contains(at)) return false;
      held_ = plane ? outlineAt(flow.bodies, pointer_) : solidAt(flow.solids, at, map);
      if (held_ && !plane) {
        through_ = flow.solids[*held_].centre;
        point(at, map, plane);
      }
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
