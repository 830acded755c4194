#include "document/timeline.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "camera/camera.h"

namespace app {
namespace {

double onGrid(double time) {
  return std::round(time / kKeyGap) / std::round(1 / kKeyGap);
}

bool isFree(const Timeline& timeline, double time, std::optional<std::size_t> except = std::nullopt) {
  for (std::size_t i = 0; i < timeline.keys.size(); ++i) {
    if (i != except && std::abs(timeline.keys[i].time - time) < 0.99 * kKeyGap) return false;
  }
  return true;
}

/// The latest time of a key; the end of a loop belongs to its first key.
double lastPlace(const Timeline& timeline) {
  return timeline.loop ? timeline.duration - kKeyGap : timeline.duration;
}

/// The key that the playhead stands on.
std::optional<std::size_t> keyAtPlayhead(const Timeline& timeline) {
  for (std::size_t i = 0; i < timeline.keys.size(); ++i) {
    if (std::abs(timeline.keys[i].time - timeline.playhead) < 0.5 * kKeyGap) return i;
  }
  return std::nullopt;
}

std::size_t insert(Timeline& timeline, const CameraKey& key) {
  const auto at = std::lower_bound(timeline.keys.begin(), timeline.keys.end(), key.time,
                                   [](const CameraKey& k, double time) { return k.time < time; });
  const auto index = static_cast<std::size_t>(at - timeline.keys.begin());
  timeline.keys.insert(at, key);
  return index;
}

}  // namespace

double lengthOfKeys(const Timeline& timeline) {
  return timeline.keys.empty() ? 0 : timeline.keys.back().time + (timeline.loop ? kKeyGap : 0);
}

CameraFlight flightOf(const Timeline& timeline, bool follow) {
  assert(!timeline.keys.empty());
  return {timeline.keys, follow, timeline.ease, timeline.loop ? std::optional(timeline.duration) : std::nullopt};
}

std::optional<CameraPose> poseAt(const Timeline& timeline, double time) {
  if (timeline.keys.empty()) return std::nullopt;
  return CameraPath(flightOf(timeline, true)).at(time);
}

void setFlight(Timeline& timeline, const CameraFlight& flight) {
  timeline.keys = flight.keys;
  if (flight.loop) {
    for (CameraKey& key : timeline.keys) key.time = std::fmod(key.time, *flight.loop);
    std::sort(timeline.keys.begin(), timeline.keys.end(),
              [](const CameraKey& a, const CameraKey& b) { return a.time < b.time; });
  }
  timeline.ease = flight.ease;
  timeline.loop = flight.loop.has_value();
  timeline.duration = flight.loop ? *flight.loop : std::max(timeline.duration, flight.keys.back().time);
  timeline.playhead = 0;
  timeline.playing = false;
  timeline.selected.reset();
  timeline.dragged.reset();
}

void setKeys(Timeline& timeline, const std::vector<CameraKey>& keys) {
  if (timeline.keys == keys) return;
  timeline.keys = keys;
  timeline.duration = std::max(timeline.duration, lengthOfKeys(timeline));
  timeline.selected.reset();
  timeline.dragged.reset();
  if (keys.empty()) timeline.playing = false;
}

void addKey(Timeline& timeline, const CameraPose& pose) {
  double time = onGrid(timeline.playhead);
  if (const auto here = keyAtPlayhead(timeline)) {
    const bool last = *here + 1 == timeline.keys.size();
    time = onGrid(last ? timeline.keys[*here].time + kNextKey
                       : (timeline.keys[*here].time + timeline.keys[*here + 1].time) / 2);
  }
  while (!isFree(timeline, time)) time = onGrid(time + kKeyGap);
  if (time > lastPlace(timeline)) timeline.duration = timeline.loop ? onGrid(time + kNextKey) : time;
  timeline.left = false;
  selectKey(timeline, insert(timeline, {time, pose}));
}

void makeTurntable(Timeline& timeline, const CameraPose& pose) {
  constexpr int kKeys = 8;
  if (!timeline.keys.empty()) return;
  for (int k = 0; k < kKeys; ++k) {
    Camera camera(pose);
    camera.orbit(2. * k / kKeys, 0);  // a picture's height is half a turn
    timeline.keys.push_back({onGrid(timeline.duration * k / kKeys), camera.pose()});
  }
  timeline.loop = true;
  timeline.ease = false;
  timeline.playhead = 0;
}

void moveKey(Timeline& timeline, std::size_t index, double time) {
  const double end = lastPlace(timeline);
  const double wanted = std::clamp(time, 0.0, end);
  double place = onGrid(wanted);
  // Free places alternate around the wanted one: +1, -1, +2, -2 ... steps away.
  for (int step = 1; !isFree(timeline, place, index) || place < 0 || place > end; ++step) {
    const int side = step % 2 == 1 ? (step + 1) / 2 : -step / 2;
    if (step > static_cast<int>(4 * timeline.keys.size()) + 4) return;
    place = onGrid(wanted + side * kKeyGap);
  }
  const CameraPose pose = timeline.keys[index].pose;
  timeline.keys.erase(timeline.keys.begin() + static_cast<std::ptrdiff_t>(index));
  selectKey(timeline, insert(timeline, {place, pose}));
}

void removeKey(Timeline& timeline, std::size_t index) {
  timeline.keys.erase(timeline.keys.begin() + static_cast<std::ptrdiff_t>(index));
  timeline.selected.reset();
  timeline.dragged.reset();
  if (timeline.keys.empty()) timeline.playing = false;
}

void selectKey(Timeline& timeline, std::size_t index) {
  timeline.selected = index;
  timeline.playhead = timeline.keys[index].time;
}

void setDuration(Timeline& timeline, double seconds) {
  const double keys = lengthOfKeys(timeline);
  timeline.duration = std::clamp(onGrid(seconds), std::max(kKeyGap, keys), std::max(kLongestLine, keys));
  timeline.playhead = std::min(timeline.playhead, timeline.duration);
}

void shareLength(Timeline& timeline, double& filmSeconds) {
  if (filmSeconds != timeline.filmLength) {
    timeline.duration = std::max(filmSeconds, lengthOfKeys(timeline));
  } else if (timeline.duration != timeline.lineLength) {
    filmSeconds = timeline.duration;
  }
  timeline.playhead = std::min(timeline.playhead, timeline.duration);
  timeline.filmLength = filmSeconds;
  timeline.lineLength = timeline.duration;
}

bool filmsStill(const Timeline& timeline) {
  return timeline.filmAlong && timeline.holdFlow && !timeline.keys.empty();
}

void setLoop(Timeline& timeline, bool on) {
  timeline.loop = on;
  if (on && !timeline.keys.empty() && timeline.keys.back().time > lastPlace(timeline))
    timeline.duration = onGrid(timeline.keys.back().time + kNextKey);
}

void advance(Timeline& timeline, double seconds) {
  if (!timeline.playing) return;
  timeline.selected.reset();
  timeline.playhead += seconds;
  if (timeline.playhead < timeline.duration) return;
  if (timeline.loop) {
    timeline.playhead = std::fmod(timeline.playhead, timeline.duration);
  } else {
    timeline.playhead = timeline.duration;
    timeline.playing = false;
  }
}

}  // namespace app
