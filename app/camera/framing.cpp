#include "camera/framing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace app {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kFree = 0.12;                     // margin on either side, as a fraction of the picture
constexpr double kBand = 0.2;                      // growth without a motion of the camera, over half the extent
constexpr double kBackSeconds = 0.8;               // time constant with which the camera backs off beyond it [s]
constexpr double kOut = 0.004;                     // fraction of the points that may lie outside
constexpr double kTurned = 1e-6;                   // distance above which two unit vectors count as different
constexpr std::array<double, 2> kSigns = {1, -1};  // signs of the two opposite sides

/// The extent of the points along a direction, without the few outermost ones.
double reachOf(const FramedPoints& framed, fmm::Vec3 direction, std::vector<double>& places) {
  places.clear();
  for (const fmm::Vec3& x : framed.points) places.push_back(fmm::dot(x - framed.centre, direction));
  const auto out = static_cast<std::ptrdiff_t>(kOut * static_cast<double>(places.size()));
  std::nth_element(places.begin(), places.end() - 1 - out, places.end());
  return *(places.end() - 1 - out) + framed.margin * fmm::norm(direction);
}

}  // namespace

void Framing::follow(const FramedPoints& framed, const Camera& camera, double seconds) {
  if (framed.points.empty()) return;
  const CameraPose pose = camera.pose();
  const fmm::Vec3 sight = pose.target - pose.eye, forward = (1 / fmm::norm(sight)) * sight;
  const fmm::Vec3 right = camera.right(), up = fmm::cross(right, forward);
  const bool turned = fmm::norm(forward - forward_) > kTurned || fmm::norm(up - up_) > kTurned;
  const bool anew = !known_ || turned;
  const double part = 1 - std::exp(-std::max(seconds, 0.) / kBackSeconds);
  const std::array<double, 2> band = {kBand * halfAcross(0), kBand * halfAcross(2)};
  std::vector<double> places;
  for (std::size_t side = 0; side < reaches_.size(); ++side) {
    const fmm::Vec3 aside = kSigns[side % 2] * (side < 2 ? right : up);
    for (std::size_t i = 0; i < kSlopes.size(); ++i) {
      const double now = reachOf(framed, aside - kSlopes[i] * forward, places);
      double& kept = reaches_[side][i];
      kept = anew ? now : kept + part * std::max(now - kept - band[side / 2], 0.);
    }
  }
  centre_ = framed.centre;
  forward_ = forward;
  up_ = up;
  known_ = true;
}

double Framing::along(const Reach& reach, double slope) {
  std::size_t i = 0;
  while (i + 2 < kSlopes.size() && slope > kSlopes[i + 1]) ++i;
  const double part = (slope - kSlopes[i]) / (kSlopes[i + 1] - kSlopes[i]);
  return reach[i] + part * (reach[i + 1] - reach[i]);
}

/// An eye at c sees a point x at the slope (x - c) . side / (x - c) . forward. On both sides it is within s if c .
/// (side - s forward) is at least the reach along side - s forward; the nearest eye is where both bounds meet.
double Framing::depthAt(std::size_t side, double slope) const {
  return (along(reaches_[side], slope) + along(reaches_[side + 1], slope)) / (2 * slope);
}

/// Sideways offset of the eye at this depth that leaves equal margins on both sides.
double Framing::asideAt(std::size_t side, double depth, double slope) const {
  double low = 0;
  for (int i = 0; i < 30; ++i) {  // bisection for the slope of an exact fit: depthAt() falls with the slope
    const double middle = 0.5 * (low + slope);
    (depthAt(side, middle) > depth ? low : slope) = middle;
  }
  return 0.5 * (along(reaches_[side], slope) - along(reaches_[side + 1], slope));
}

/// Half the extent of the points across the line of sight.
double Framing::halfAcross(std::size_t side) const {
  return 0.5 * (along(reaches_[side], 0) + along(reaches_[side + 1], 0));
}

Camera Framing::framed(Camera camera, double aspect) const {
  if (!known_ || !(aspect > 0)) return camera;
  const double half = (1 - 2 * kFree) * std::tan(camera.fieldOfView() * kPi / 360) / std::min(aspect, 1.);
  const double depth = std::max(depthAt(0, half * aspect), depthAt(2, half));
  const double away = std::max(halfAcross(0) / (half * aspect), halfAcross(2) / half);  // from the eye to the points
  if (!(away > 0)) return camera;
  CameraPose pose = camera.pose();
  const fmm::Vec3 aside = asideAt(0, depth, half * aspect) * fmm::cross(forward_, up_) + asideAt(2, depth, half) * up_;
  pose.eye = centre_ + aside - depth * forward_;
  pose.target = pose.eye + away * forward_;
  camera.moveTo(pose);
  return camera;
}

std::vector<double> Framing::numbers() const {
  if (!known_) return {};
  std::vector<double> numbers;
  for (const fmm::Vec3& v : {centre_, forward_, up_}) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  for (const Reach& reach : reaches_) numbers.insert(numbers.end(), reach.begin(), reach.end());
  return numbers;
}

void Framing::restore(const std::vector<double>& numbers) {
  constexpr std::size_t kVectors = 9;
  known_ = numbers.size() == kVectors + reaches_.size() * kSlopes.size();
  if (!known_) return;
  auto next = numbers.begin();
  for (fmm::Vec3* v : {&centre_, &forward_, &up_}) {
    *v = {next[0], next[1], next[2]};
    next += 3;
  }
  for (Reach& reach : reaches_) {
    std::copy_n(next, reach.size(), reach.begin());
    next += static_cast<std::ptrdiff_t>(reach.size());
  }
}

}  // namespace app
