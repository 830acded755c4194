#include "window/picture_map.h"

#include <cmath>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;

fmm::Vec3 normalised(fmm::Vec3 a) {
  return (1 / fmm::norm(a)) * a;
}

}  // namespace

PictureMap::PictureMap(const Camera& camera, const ScreenArea& area) : area_(area) {
  const CameraPose pose = camera.pose();
  eye_ = pose.eye;
  forward_ = normalised(pose.target - pose.eye);
  right_ = normalised(fmm::cross(forward_, pose.up));
  up_ = fmm::cross(right_, forward_);
  focus_ = area.height / 2 / std::tan(pose.fieldOfView * kPi / 360);
}

fmm::Vec3 PictureMap::onPlane(ScreenPoint at, fmm::Vec3 through) const {
  const double x = at.x - area_.x - area_.width / 2, y = area_.y + area_.height / 2 - at.y;
  const double away = depth(through);
  return eye_ + away * (forward_ + (x / focus_) * right_ + (y / focus_) * up_);
}

std::optional<ScreenPoint> PictureMap::project(fmm::Vec3 point) const {
  const double away = depth(point);
  if (!(away > 0)) return std::nullopt;
  const fmm::Vec3 offset = point - eye_;
  return ScreenPoint{area_.x + area_.width / 2 + focus_ * fmm::dot(offset, right_) / away,
                     area_.y + area_.height / 2 - focus_ * fmm::dot(offset, up_) / away};
}

double PictureMap::scaleAt(fmm::Vec3 point) const {
  const double away = depth(point);
  return away > 0 ? focus_ / away : 0;
}

}  // namespace app
