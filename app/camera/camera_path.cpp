#include "camera/camera_path.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "scene/scene_settings_table.h"
#include "scene/text/setting_file.h"
#include "scene/text/toml_reader.h"
#include "scene/text/toml_text.h"

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

// Camera flight <-> TOML, with numbers that read back to the same bits.

namespace {

constexpr Range kTimes{0, 1e6};
constexpr Range kLoops{0, 1e6, true};
constexpr double kParallel = 1e-9;  // sine of the smallest angle between sight and up

void checkPose(const TomlTable& table, const CameraPose& pose) {
  const fmm::Vec3 sight = pose.target - pose.eye;
  if (norm(sight) == 0) table.fail("eye", "is the same point as target; the camera needs a direction to look in");
  if (norm(cross(sight, pose.up)) <= kParallel * norm(sight) * norm(pose.up))
    table.fail("up", "is zero or along the line of sight; it must point to the upper edge of the picture");
}

CameraKey readKey(TomlTable& table, const std::vector<CameraKey>& before, const CameraPose& start) {
  CameraKey key{0, before.empty() ? start : before.back().pose};
  if (!table.read("time", key.time, kTimes)) table.fail("time", "is missing: seconds of the film");
  if (!before.empty() && !(key.time > before.back().time))
    table.fail("time",
               fmt::format("= {} does not come after {}, the time of the key before", key.time, before.back().time));
  readSettings(table, key.pose);
  table.finish();
  checkPose(table, key.pose);
  return key;
}

void readOptions(TomlTable& top, CameraFlight& flight) {
  if (bool follow = false; top.read("follow", follow)) flight.follow = follow;
  top.read("ease", flight.ease);
  if (double seconds = 0; top.read("loop", seconds, kLoops)) flight.loop = seconds;
}

}  // namespace

CameraPath CameraPath::load(const std::string& path, const CameraPose& start) {
  return parse(readTextFile(path), path, start);
}

CameraPath CameraPath::parse(std::string_view text, const std::string& file, const CameraPose& start) {
  const auto root = parseToml(text, file);
  TomlTable top(*root, file, "");
  CameraFlight flight;
  readOptions(top, flight);
  for (TomlTable& table : top.tables("key")) flight.keys.push_back(readKey(table, flight.keys, start));
  top.finish();
  if (flight.keys.empty()) throw UserError(file + ":1:1: a camera path needs at least one [[key]]");
  const double length = flight.keys.back().time - flight.keys.front().time;
  if (flight.loop && !(*flight.loop > length))
    top.fail("loop", fmt::format("= {} is too short: the keys need more than {} seconds", *flight.loop, length));
  return CameraPath(std::move(flight));
}

std::string formatCameraFlight(const CameraFlight& flight) {
  std::string text = "# Camera path: ringlet run SCENE --camera FILE plays it.\n";
  const auto out = std::back_inserter(text);
  if (flight.follow) fmt::format_to(out, "follow = {}  # the poses move along with the rings\n", *flight.follow);
  fmt::format_to(out, "ease = {}  # sets off and arrives gently\n", flight.ease);
  if (flight.loop) fmt::format_to(out, "loop = {}  # seconds after which it repeats\n", *flight.loop);
  for (const CameraKey& key : flight.keys)
    fmt::format_to(out, "\n[[key]]\ntime = {}\n{}", realText(key.time), formatSettings(key.pose));
  return text;
}

void saveCameraFlight(const CameraFlight& flight, const std::string& path, bool overwrite) {
  const std::string text = formatCameraFlight(flight);
  CameraPath::parse(text, path, {});  // the written file must load again
  AtomicFile file(path, overwrite ? Existing::replace : Existing::keep);
  file.write(text);
  file.commit();
}

}  // namespace app
