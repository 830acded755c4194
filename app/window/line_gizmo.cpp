#include "window/line_gizmo.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kArrow = 70, kAxis = 105;  // screen coordinates at scale 1
constexpr double kReach = 8;                // distance from a handle, likewise
constexpr double kFlat = 12;                // an arrow that appears shorter than this cannot be dragged
constexpr std::array<fmm::Vec3, 3> kDirections = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

fmm::Vec3 unitOf(fmm::Vec3 v) {
  return (1 / fmm::norm(v)) * v;
}

/// Distance from a point to the segment between two others.
double distanceToLine(ScreenPoint p, ScreenPoint a, ScreenPoint b) {
  const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  const double part = square > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / square, 0., 1.) : 0;
  return distance(p, {a.x + part * x, a.y + part * y});
}

/// The same for a segment in space; infinite if an end is behind the camera.
double distanceTo(const PictureMap& map, ScreenPoint p, fmm::Vec3 from, fmm::Vec3 to) {
  const auto a = map.project(from), b = map.project(to);
  return a && b ? distanceToLine(p, *a, *b) : std::numeric_limits<double>::infinity();
}

double seenLength(const PictureMap& map, fmm::Vec3 from, fmm::Vec3 to) {
  const auto a = map.project(from), b = map.project(to);
  return a && b ? distance(*a, *b) : 0;
}

std::vector<fmm::Vec3> circleOf(const fmm::LineBase& line) {
  const fmm::Vec3 axis = unitOf(line.axis);
  const fmm::Vec3 other = std::abs(axis.x) < 0.6 ? fmm::Vec3{1, 0, 0} : fmm::Vec3{0, 1, 0};
  const fmm::Vec3 first = unitOf(fmm::cross(axis, other)), second = fmm::cross(axis, first);
  std::vector<fmm::Vec3> points;
  for (int k = 0; k <= LineHandles::kSides; ++k) {
    const double phi = 2 * kPi * k / LineHandles::kSides;
    points.push_back(line.centre + line.radius * (std::cos(phi) * first + std::sin(phi) * second));
  }
  return points;
}

std::size_t directionOf(LineHandle handle) {
  return static_cast<std::size_t>(handle) - static_cast<std::size_t>(LineHandle::alongX);
}

}  // namespace

LineHandles handlesOf(const Scene& scene, LinePlace place, const PictureMap& map, double scale) {
  const fmm::LineBase line = lineAt(scene, place);
  const double pixels = map.scaleAt(line.centre);
  const double unit = pixels > 0 ? scale / pixels : 0;
  LineHandles handles;
  handles.middle = line.centre;
  for (std::size_t k = 0; k < 3; ++k) handles.arrows[k] = line.centre + (kArrow * unit) * kDirections[k];
  handles.axis = line.centre + (kAxis * unit) * unitOf(line.axis);
  handles.circle = circleOf(line);
  handles.plane = place.isPatch();
  return handles;
}

std::optional<LineHandle> handleAt(const LineHandles& handles, const PictureMap& map, ScreenPoint at, double scale) {
  const double reach = kReach * scale;
  const auto middle = map.project(handles.middle), tip = map.project(handles.axis);
  if (!handles.plane && tip && distance(at, *tip) < reach) return LineHandle::axis;
  if (middle && distance(at, *middle) < reach) return LineHandle::middle;
  for (std::size_t k = 0; k < (handles.plane ? 2 : 3); ++k) {
    const bool flat = seenLength(map, handles.middle, handles.arrows[k]) < kFlat * scale;
    if (!flat && distanceTo(map, at, handles.middle, handles.arrows[k]) < reach)
      return static_cast<LineHandle>(static_cast<std::size_t>(LineHandle::alongX) + k);
  }
  for (std::size_t k = 0; k + 1 < handles.circle.size(); ++k)
    if (distanceTo(map, at, handles.circle[k], handles.circle[k + 1]) < reach) return LineHandle::circle;
  return std::nullopt;
}

void LineGizmo::press(LineHandle handle, const Scene& scene, LinePlace place, const PictureMap& map, ScreenPoint at,
                      double scale) {
  handle_ = handle;
  place_ = place;
  before_ = scene;
  line_ = lineAt(scene, place);
  handles_ = handlesOf(scene, place, map, scale);
  pressed_ = at;
}

void LineGizmo::putBack(Scene& scene) const {
  scene.lines = before_.lines;
  scene.launches = before_.launches;
  scene.patches = before_.patches;
  scene.tracerTube = before_.tracerTube;
}

void LineGizmo::cancel(Scene& scene) {
  if (dragging()) putBack(scene);
  handle_.reset();
}

/// How far the pointer has moved along the arrow as it appears [L].
double LineGizmo::alongArrow(const PictureMap& map, ScreenPoint at) const {
  const fmm::Vec3 tip = handles_.arrows[directionOf(*handle_)];
  const auto a = map.project(handles_.middle), b = map.project(tip);
  if (!a || !b) return 0;
  const double x = b->x - a->x, y = b->y - a->y, square = x * x + y * y;
  const double part = square > 0 ? ((at.x - pressed_.x) * x + (at.y - pressed_.y) * y) / square : 0;
  return part * fmm::norm(tip - handles_.middle);
}

/// The axis whose tip is under the pointer, on the same half of the sphere about the middle as before.
fmm::Vec3 LineGizmo::turnedAxis(const PictureMap& map, ScreenPoint at) const {
  const fmm::Vec3 forward = map.forward(), was = handles_.axis - handles_.middle;
  const double length = fmm::norm(was), away = fmm::dot(was, forward);
  fmm::Vec3 across = map.onPlane(at, handles_.middle) - map.onPlane(pressed_, handles_.middle) + was - away * forward;
  across = across - fmm::dot(across, forward) * forward;
  const double most = fmm::norm(across);
  if (most >= length) return across;
  return across + std::copysign(std::sqrt(length * length - most * most), away) * forward;
}

void LineGizmo::drag(Scene& scene, const PictureMap& map, ScreenPoint at) {
  if (!dragging()) return;
  putBack(scene);
  switch (*handle_) {
    case LineHandle::middle:
      return moveLine(scene, place_,
                      line_.centre + map.onPlane(at, line_.centre) - map.onPlane(pressed_, line_.centre));
    case LineHandle::alongX:
    case LineHandle::alongY:
    case LineHandle::alongZ:
      return moveLine(scene, place_, line_.centre + alongArrow(map, at) * kDirections[directionOf(*handle_)]);
    case LineHandle::axis:
      return turnLine(scene, place_, unitOf(turnedAxis(map, at)));
    case LineHandle::circle:
      break;
  }
  const auto middle = map.project(line_.centre);
  if (!middle || distance(*middle, pressed_) < 1) return;
  sizeLine(scene, place_, line_.radius * std::max(distance(*middle, at) / distance(*middle, pressed_), 0.02));
}

}  // namespace app
