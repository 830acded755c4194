#include "camera/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kZoomStep = 0.9;
constexpr double kZoomRange = 1e4;          // limit of the zoom: factor on the distance of the last pose or fit
constexpr double kPoleCosine = 0.9999;      // nearer to the axis than this, pose() takes `up` from the picture instead
constexpr double kSmallestDistance = 1e-9;  // relative to the coordinates
constexpr double kRollSine = 1e-3;          // a picture rolled by less than this counts as upright
constexpr double kLowest = 1, kWidest = 170;  // field of view [degrees]
constexpr double kSteepest = 89 * kPi / 180;  // elevation of the line of sight while looking around

fmm::Vec3 normalised(fmm::Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}
bool isFinite(fmm::Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
/// The coordinate axis most nearly perpendicular to `a`.
fmm::Vec3 perpendicularAxis(fmm::Vec3 a) {
  const double x = std::abs(a.x), y = std::abs(a.y), z = std::abs(a.z);
  if (y <= x && y <= z) return {0, 1, 0};
  return z <= x ? fmm::Vec3{0, 0, 1} : fmm::Vec3{1, 0, 0};
}
/// `a` turned by `angle` about the unit vector `axis` (Rodrigues' formula).
fmm::Vec3 rotated(fmm::Vec3 a, fmm::Vec3 axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * a + s * fmm::cross(axis, a) + ((1 - c) * fmm::dot(axis, a)) * axis;
}
/// Unit vector along the part of `a` perpendicular to the unit vector `direction`.
fmm::Vec3 perpendicularPart(fmm::Vec3 a, fmm::Vec3 direction) {
  return normalised(a - fmm::dot(a, direction) * direction);
}
glm::dvec3 toGlm(fmm::Vec3 a) {
  return {a.x, a.y, a.z};
}

}  // namespace

void Camera::setPose(const CameraPose& pose) {
  target_ = isFinite(pose.target) ? pose.target : fmm::Vec3{};
  eye_ = isFinite(pose.eye) ? pose.eye : target_;
  if (!(fmm::norm(eye_ - target_) > kSmallestDistance * fmm::norm(target_))) {
    eye_ = target_ + fmm::Vec3{0, 0, std::max(1.0, fmm::norm(target_))};
  }
  const fmm::Vec3 direction = normalised(target_ - eye_);
  axis_ = isFinite(pose.up) && fmm::norm(pose.up) > 0 ? normalised(pose.up) : fmm::Vec3{0, 1, 0};
  if (fmm::norm(fmm::cross(direction, axis_)) < 1e-6) axis_ = perpendicularAxis(direction);
  up_ = perpendicularPart(axis_, direction);
  fieldOfView_ = 35;
  setFieldOfView(pose.fieldOfView);
  referenceDistance_ = distance();
}

void Camera::moveTo(const CameraPose& pose) {
  const fmm::Vec3 before = axis_;
  setPose(pose);
  const fmm::Vec3 right = fmm::cross(normalised(target_ - eye_), up_);
  if (std::abs(fmm::dot(right, before)) < kRollSine) axis_ = before;
}

CameraPose Camera::pose() const {
  const fmm::Vec3 direction = normalised(target_ - eye_);
  const bool atPole = std::abs(fmm::dot(direction, axis_)) > kPoleCosine;
  return {eye_, target_, atPole ? up_ : side() * axis_, fieldOfView_};
}

void Camera::orbit(double dx, double dy) {
  // Upside down, the axis turns the other way, so that the picture always follows the hand.
  const double yaw = -side() * dx * kPi;
  const double pitch = -dy * kPi;
  fmm::Vec3 offset = rotated(eye_ - target_, axis_, yaw);
  up_ = rotated(up_, axis_, yaw);
  const fmm::Vec3 right = normalised(fmm::cross(up_, offset));
  offset = rotated(offset, right, pitch);
  up_ = perpendicularPart(rotated(up_, right, pitch), normalised(offset));
  eye_ = target_ + offset;
}

void Camera::roll(double angle) {
  const fmm::Vec3 direction = normalised(target_ - eye_);
  axis_ = up_ = rotated(up_, direction, angle);
}

void Camera::pan(double dx, double dy) {
  const double height = 2 * distance() * std::tan(fieldOfView_ * kPi / 360);
  const fmm::Vec3 right = normalised(fmm::cross(target_ - eye_, up_));
  follow((-dx * height) * right + (dy * height) * up_);
}

void Camera::zoom(double steps) {
  const double limited = std::clamp(steps, -1000.0, 1000.0);
  eye_ = target_ + std::pow(kZoomStep, limited) * (eye_ - target_);
  clampDistance();
}

void Camera::fit(fmm::Vec3 centre, double radius, double aspect) {
  if (!isFinite(centre) || !(radius > 0) || !std::isfinite(radius) || !(aspect > 0)) return;
  const fmm::Vec3 backwards = normalised(eye_ - target_);
  target_ = centre;
  eye_ = centre + fitDistance(radius, fieldOfView_, aspect) * backwards;
  referenceDistance_ = distance();
}

void Camera::follow(fmm::Vec3 shift) {
  if (!isFinite(shift)) return;
  eye_ = eye_ + shift;
  target_ = target_ + shift;
}

void Camera::shiftLens(double x, double y) {
  lensX_ = x;
  lensY_ = y;
}

void Camera::moveOnLens(double right, double up, double focus, double aspect) {
  const fmm::Vec3 shift = right * fmm::cross(normalised(target_ - eye_), up_) + up * up_;
  eye_ = eye_ + shift;
  target_ = target_ + shift;
  const double half = focus * std::tan(fieldOfView_ * kPi / 360);  // half the picture's height at that depth
  lensX_ += right / (half * aspect);
  lensY_ += up / half;
}

void Camera::lookAround(double dx, double dy) {
  const double height = fieldOfView_ * kPi / 180;
  fmm::Vec3 sight = rotated(target_ - eye_, axis_, -side() * dx * height);
  up_ = rotated(up_, axis_, -side() * dx * height);
  const fmm::Vec3 direction = normalised(sight);
  const double elevation = side() * std::asin(std::clamp(fmm::dot(direction, axis_), -1.0, 1.0));
  const double limit = std::max(kSteepest, std::abs(elevation));  // a view that begins at a pole may stay there
  const double pitch = std::clamp(elevation - dy * height, -limit, limit) - elevation;
  const fmm::Vec3 right = normalised(fmm::cross(direction, up_));
  sight = rotated(sight, right, pitch);
  up_ = perpendicularPart(rotated(up_, right, pitch), normalised(sight));
  target_ = eye_ + sight;
}

void Camera::walk(double right, double up, double forward) {
  const fmm::Vec3 direction = normalised(target_ - eye_);
  follow(right * fmm::cross(direction, up_) + (side() * up) * axis_ + forward * direction);
}

void Camera::setFieldOfView(double degrees) {
  if (std::isfinite(degrees)) fieldOfView_ = std::clamp(degrees, kLowest, kWidest);
}

void Camera::widen(double steps) {
  const double limited = std::clamp(steps, -1000.0, 1000.0);
  setFieldOfView(360 / kPi * std::atan(std::pow(kZoomStep, -limited) * std::tan(fieldOfView_ * kPi / 360)));
}

double Camera::fitDistance(double radius, double fieldOfView, double aspect) {
  const double vertical = fieldOfView * kPi / 360;
  const double horizontal = std::atan(std::tan(vertical) * aspect);
  return radius / std::sin(std::min(vertical, horizontal));
}

glm::mat4 Camera::viewProjection(double aspect) const {
  const glm::dmat4 view = glm::lookAt(toGlm(eye_), toGlm(target_), toGlm(up_));
  const glm::dmat4 lens = glm::translate(glm::dmat4(1), glm::dvec3(lensX_, lensY_, 0));
  return glm::mat4(lens * glm::perspective(fieldOfView_ * kPi / 180, aspect, nearPlane(), farPlane()) * view);
}

fmm::Vec3 Camera::right() const {
  return fmm::cross(normalised(target_ - eye_), up_);
}

double Camera::distance() const {
  return fmm::norm(eye_ - target_);
}

Camera openedFor(Camera camera, double aspect) {
  if (!(aspect > 0) || aspect >= 1) return camera;
  const double half = std::tan(camera.fieldOfView() * kPi / 360) / aspect;
  camera.setFieldOfView(360 / kPi * std::atan(half));
  return camera;
}

void Camera::clampDistance() {
  const fmm::Vec3 offset = eye_ - target_;
  const double now = fmm::norm(offset);
  const double allowed = std::clamp(now, referenceDistance_ / kZoomRange, referenceDistance_ * kZoomRange);
  if (now > 0 && allowed != now) eye_ = target_ + (allowed / now) * offset;
}

}  // namespace app
