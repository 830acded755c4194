#include "camera/camera_path.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace app {

CameraPath::CameraPath(CameraFlight flight) : flight_(std::move(flight)) {
  const std::vector<CameraKey>& keys = flight_.keys;
  assert(!keys.empty());
  assert(std::adjacent_find(keys.begin(), keys.end(),
                            [](const CameraKey& a, const CameraKey& b) { return !(a.time < b.time); }) == keys.end());
  assert(!flight_.loop || keys.back().time - keys.front().time < *flight_.loop);
  if (keys.size() > 1) spline_.emplace(keys, flight_.ease, flight_.loop.value_or(0));
}

CameraPose CameraPath::at(double time) const {
  const std::vector<CameraKey>& keys = flight_.keys;
  if (flight_.loop) {
    const double since = std::fmod(time - keys.front().time, *flight_.loop);
    time = keys.front().time + (since < 0 ? since + *flight_.loop : since);
  }
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const CameraKey& key) { return t < key.time; });
  if (next == keys.begin()) return keys.front().pose;
  const bool beyond = next == keys.end() && !flight_.loop;
  if (!spline_ || beyond || (next - 1)->time == time) return (next - 1)->pose;
  return spline_->at(time);
}

}  // namespace app
