#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kZoomStep = 0.9;
constexpr double kZoomRange = 1e4;          // zoom stays within this factor of the distance of the last pose or fit
constexpr double kPoleCosine = 0.9999;      // nearer to the axis than that, `up` comes from the picture, not the axis
constexpr double kSmallestDistance = 1e-9;  // relative to the coordinates

fmm::Vec3 normalised(fmm::Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}
bool isFinite(fmm::Vec3 a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}
/// The coordinate axis that is most nearly perpendicular to `a`.
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
/// The part of `a` perpendicular to the unit vector `direction`, made a unit vector.
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
  fieldOfView_ = std::isfinite(pose.fieldOfView) ? std::clamp(pose.fieldOfView, 1.0, 170.0) : 35.0;
  referenceDistance_ = distance();
}

CameraPose Camera::pose() const {
  const fmm::Vec3 direction = normalised(target_ - eye_);
  const bool atPole = std::abs(fmm::dot(direction, axis_)) > kPoleCosine;
  const double side = fmm::dot(up_, axis_) < 0 ? -1 : 1;
  return {eye_, target_, atPole ? up_ : side * axis_, fieldOfView_};
}

void Camera::orbit(double dx, double dy) {
  // Upside down the axis is turned the other way, so that the picture follows the hand in either case.
  const double yaw = (fmm::dot(up_, axis_) < 0 ? dx : -dx) * kPi;
  const double pitch = -dy * kPi;
  fmm::Vec3 offset = rotated(eye_ - target_, axis_, yaw);
  up_ = rotated(up_, axis_, yaw);
  const fmm::Vec3 right = normalised(fmm::cross(up_, offset));
  offset = rotated(offset, right, pitch);
  up_ = perpendicularPart(rotated(up_, right, pitch), normalised(offset));
  eye_ = target_ + offset;
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
  const double vertical = fieldOfView_ * kPi / 360;
  const double horizontal = std::atan(std::tan(vertical) * aspect);
  target_ = centre;
  eye_ = centre + (radius / std::sin(std::min(vertical, horizontal))) * backwards;
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

glm::mat4 Camera::viewProjection(double aspect) const {
  const glm::dmat4 view = glm::lookAt(toGlm(eye_), toGlm(target_), toGlm(up_));
  const glm::dmat4 lens = glm::translate(glm::dmat4(1), glm::dvec3(lensX_, lensY_, 0));
  return glm::mat4(lens * glm::perspective(fieldOfView_ * kPi / 180, aspect, nearPlane(), farPlane()) * view);
}

double Camera::distance() const {
  return fmm::norm(eye_ - target_);
}

void Camera::clampDistance() {
  const fmm::Vec3 offset = eye_ - target_;
  const double now = fmm::norm(offset);
  const double allowed = std::clamp(now, referenceDistance_ / kZoomRange, referenceDistance_ * kZoomRange);
  if (now > 0 && allowed != now) eye_ = target_ + (allowed / now) * offset;
}

}  // namespace app
