#include "render/camera_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "files/data_paths.h"
#include "scene/toml_reader.h"

namespace app {
namespace {

constexpr Range kTimes{0, 1e6};
constexpr Range kCoordinates{-1e9, 1e9};
constexpr Range kAngles{1, 170};

/// The ten numbers of a pose, which are interpolated alike.
using Numbers = std::array<double, 10>;

Numbers numbersOf(const CameraPose& pose) {
  return {pose.eye.x,    pose.eye.y, pose.eye.z, pose.target.x, pose.target.y,
          pose.target.z, pose.up.x,  pose.up.y,  pose.up.z,     pose.fieldOfView};
}

CameraPose poseOf(const Numbers& n) {
  return {{n[0], n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]}, std::clamp(n[9], kAngles.low, kAngles.high)};
}

/// Slope of one number at key `i`: the parabola's through the key and its two neighbours; at an end, the last chord's.
double slope(const std::vector<CameraKey>& keys, std::size_t i, std::size_t number) {
  const auto value = [&](std::size_t k) { return numbersOf(keys[k].pose)[number]; };
  const auto chord = [&](std::size_t k) { return (value(k + 1) - value(k)) / (keys[k + 1].time - keys[k].time); };
  if (i == 0) return chord(0);
  if (i + 1 == keys.size()) return chord(i - 1);
  const double before = keys[i].time - keys[i - 1].time, after = keys[i + 1].time - keys[i].time;
  return (after * chord(i - 1) + before * chord(i)) / (before + after);
}

/// Cubic Hermite on [0, h] at s h: values a, b and slopes da, db at the ends.
double hermite(double a, double da, double b, double db, double h, double s) {
  const double s2 = s * s, s3 = s2 * s;
  return (2 * s3 - 3 * s2 + 1) * a + (s3 - 2 * s2 + s) * h * da + (3 * s2 - 2 * s3) * b + (s3 - s2) * h * db;
}

void checkPose(const TomlTable& table, const CameraPose& pose) {
  const fmm::Vec3 sight = pose.target - pose.eye;
  if (norm(sight) == 0) table.fail("eye", "is the same point as target; the camera needs a direction to look in");
  if (norm(cross(sight, pose.up)) <= 1e-9 * norm(sight) * norm(pose.up))
    table.fail("up", "is zero or along the line of sight; it must point to the upper edge of the picture");
}

}  // namespace

CameraPath::CameraPath(std::vector<CameraKey> keys, std::optional<bool> follow)
    : keys_(std::move(keys)), follow_(follow) {
  assert(!keys_.empty());
  assert(std::adjacent_find(keys_.begin(), keys_.end(),
                            [](const CameraKey& a, const CameraKey& b) { return !(a.time < b.time); }) == keys_.end());
}

CameraPath CameraPath::load(const std::string& path, const CameraPose& start) {
  return parse(readTextFile(path), path, start);
}

CameraPath CameraPath::parse(std::string_view text, const std::string& file, const CameraPose& start) {
  const toml::table root = parseToml(text, file);
  TomlTable top(root, file, "");
  std::optional<bool> follow;
  if (bool value = false; top.read("follow", value)) follow = value;

  std::vector<CameraKey> keys;
  for (TomlTable& table : top.tables("key")) {
    CameraKey key{0, keys.empty() ? start : keys.back().pose};
    if (!table.read("time", key.time, kTimes)) table.fail("time", "is missing: seconds of the film");
    if (!keys.empty() && !(key.time > keys.back().time))
      table.fail("time",
                 fmt::format("= {} does not come after {}, the time of the key before", key.time, keys.back().time));
    table.read("eye", key.pose.eye, kCoordinates);
    table.read("target", key.pose.target, kCoordinates);
    table.read("up", key.pose.up, kCoordinates);
    table.read("field_of_view", key.pose.fieldOfView, kAngles);
    table.finish();
    checkPose(table, key.pose);
    keys.push_back(key);
  }
  top.finish();
  if (keys.empty()) throw UserError(file + ":1:1: a camera path needs at least one [[key]]");
  return CameraPath(std::move(keys), follow);
}

CameraPose CameraPath::at(double time) const {
  const auto after =
      std::upper_bound(keys_.begin(), keys_.end(), time, [](double t, const CameraKey& key) { return t < key.time; });
  if (after == keys_.begin()) return keys_.front().pose;
  if (after == keys_.end()) return keys_.back().pose;
  const std::size_t b = static_cast<std::size_t>(after - keys_.begin()), a = b - 1;
  const double h = keys_[b].time - keys_[a].time;
  const Numbers from = numbersOf(keys_[a].pose), to = numbersOf(keys_[b].pose);
  Numbers result{};
  for (std::size_t n = 0; n < result.size(); ++n)
    result[n] = hermite(from[n], slope(keys_, a, n), to[n], slope(keys_, b, n), h, (time - keys_[a].time) / h);
  return poseOf(result);
}

}  // namespace app
