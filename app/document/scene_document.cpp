#include "document/scene_document.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "document/ring_launcher.h"
#include "files/file_error.h"
#include "files/user_error.h"
#include "fmm/settings.h"
#include "scene/film_clock.h"

namespace app {
namespace {

/// The look that the view has; of several the one that names most settings.
auto find(const ViewSettings& view, const std::vector<NamedLook>& looks) {
  auto best = looks.end();
  for (auto look = looks.begin(); look != looks.end(); ++look)
    if (hasLook(view, look->look) && (best == looks.end() || look->look.named.size() > best->look.named.size()))
      best = look;
  return best;
}

}  // namespace

std::vector<NamedLook> loadLooks(std::vector<std::string>& trouble) {
  std::vector<NamedLook> looks;
  for (const std::string& name : lookNames()) {
    try {
      looks.push_back({name, loadLook(name)});
    } catch (const UserError& e) {
      trouble.emplace_back(e.what());
    } catch (const FileError& e) {
      trouble.emplace_back(e.what());
    }
  }
  return looks;
}

void setSceneLook(std::vector<NamedLook>& looks, const ViewSettings& view) {
  looks.erase(std::remove_if(looks.begin(), looks.end(), [](const NamedLook& look) { return look.name == kSceneLook; }),
              looks.end());
  if (lookOf(view, looks).empty()) looks.push_back({kSceneLook, Look{view, {}}});
}

std::string lookOf(const ViewSettings& view, const std::vector<NamedLook>& looks) {
  const auto found = find(view, looks);
  return found == looks.end() ? "" : found->name;
}

void chooseLook(ViewSettings& view, const std::vector<NamedLook>& looks, const std::string& name) {
  const auto chosen =
      std::find_if(looks.begin(), looks.end(), [&](const NamedLook& look) { return look.name == name; });
  assert(chosen != looks.end());
  const auto before = find(view, looks);
  changeLook(before == looks.end() ? Look{} : before->look, chosen->look, view);
}

std::string chooseNextLook(ViewSettings& view, const std::vector<NamedLook>& looks) {
  if (looks.empty()) return {};
  auto next = find(view, looks);
  if (next != looks.end()) ++next;
  if (next == looks.end()) next = looks.begin();
  chooseLook(view, looks, next->name);
  return next->name;
}

std::string obstaclesToGoingBack(const fmm::Settings& settings) {
  std::vector<std::string_view> names = fmm::irreversibleParts(settings);
  if (names.empty()) return {};
  const std::string_view last = names.back();
  names.pop_back();
  return names.empty() ? std::string(last) : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string whyNotBackwards(const fmm::Settings& settings) {
  const std::string obstacles = obstaclesToGoingBack(settings);
  return obstacles.empty() ? std::string() : fmt::format("Cannot run backwards: {} cannot be undone", obstacles);
}

void SceneDocument::show(const Scene& opened) {
  scene = built = requested = opened;
  ranges = rangesFor(opened);
  counts = sceneCounts(opened);
}

void SceneDocument::adopt(fmm::Settings edited) {
  reconcile(scene.settings, edited);
  scene.settings = edited;
}

const Scene& SceneDocument::request() {
  requested = scene;
  return requested;
}

void SceneDocument::takeRequested() {
  built = requested;
  counts = sceneCounts(requested);
}

void SceneDocument::remember(const CameraPose& pose) {
  edits.observe(scene, false);
  Scene seen = scene;
  seen.camera = pose;
  edits.amend(seen);
}

std::optional<EditHistory::Step> SceneDocument::undo(const CameraPose& pose) {
  remember(pose);
  return edits.undo();
}

std::optional<EditHistory::Step> SceneDocument::redo(const CameraPose& pose) {
  remember(pose);
  return edits.redo();
}

void SceneDocument::apply(const EditHistory::Step& step) {
  const CameraPose pose = scene.camera;
  scene = step.scene;
  scene.camera = pose;
  counts = sceneCounts(scene);
}

void SceneDocument::keepLaunches(const std::vector<RingLaunch>& launched, bool keep) {
  bool changed = false;
  for (Scene* kept : {&scene, &built, &requested})
    changed |= keep ? keepLaunched(*kept, launched) : dropLaunched(*kept, launched);
  if (changed) edits.amend(scene);
}

void SceneDocument::dropLaunch(const RingLaunch& ring) {
  for (Scene* kept : {&scene, &built, &requested}) dropLaunched(*kept, {ring});
  edits.amend(scene);
}

double endOf(const Scene& scene) {
  const FilmSettings& film = scene.film;
  const double interval = film.timePerSecond ? *film.timePerSecond / film.framesPerSecond
                                             : scene.stepsPerFrame * std::abs(scene.settings.timeStep);
  return static_cast<double>(filmLength(film)) * interval;
}

bool SceneLoop::advance(double now, bool ended, std::uint64_t generation) {
  const double step = std::clamp(now - last_, 0., kFade / 4) / kFade;  // a slow picture does not end the fade at once
  last_ = now;
  if (waiting_) {
    waiting_ = generation == left_ && now - waitingSince_ < kLongestWait;
    return false;
  }
  remains_ = std::max(0., remains_ - step);
  if (!ended || generation == left_) return false;
  waiting_ = true;
  waitingSince_ = now;
  left_ = generation;
  remains_ = 1;
  return true;
}

}  // namespace app
