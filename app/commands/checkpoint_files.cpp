#include "commands/checkpoint_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <vector>

#include "files/file_error.h"
#include "files/message.h"
#include "files/user_error.h"
#include "scene/scene_file.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// What decides how the particles of a scene start, as text.
std::string particlesText(Scene scene) {
  scene.title.clear();
  scene.settings = {};
  scene.stepsPerFrame = 1;
  scene.camera = {};
  scene.view = {};
  scene.film = {};
  return formatScene(scene);
}

/// Settings without what a run chooses by itself and what does not change its numbers.
fmm::Settings bareSettings(fmm::Settings settings, fmm::Backend backend) {
  settings.backend = backend;
  settings.threads = 0;
  settings.order = settings.leafElements = settings.leafPoints = 0;
  settings.theta = 0;
  return settings;
}

/// Of several the next older one will do where one is damaged.
std::optional<Checkpoint> readOrTell(const std::string& path) {
  std::string reason;
  try {
    return readCheckpoint(path);
  } catch (const FileError& error) {
    reason = error.what();
  } catch (const UserError& error) {
    reason = error.what();
  }
  tellError(reason + "; an older checkpoint is taken");
  return std::nullopt;
}

void requireOwn(const std::string& path, const Checkpoint& checkpoint, const Scene& scene) {
  if (!belongsTo(checkpoint, scene))
    throw UserError(path + ": is a checkpoint of another run (scene, particles, time step or solver differ); " +
                    "give another name, or --force to start anew");
}

}  // namespace

bool belongsTo(const Checkpoint& checkpoint, const Scene& scene) {
  const bool anyBackend = scene.settings.backend == fmm::Backend::automatic;
  const fmm::Backend own = anyBackend ? fmm::Backend::automatic : checkpoint.settings.backend;
  return checkpoint.scene.stepsPerFrame == scene.stepsPerFrame &&
         bareSettings(checkpoint.settings, own) == bareSettings(scene.settings, scene.settings.backend) &&
         particlesText(checkpoint.scene) == particlesText(scene);
}

CheckpointFiles::CheckpointFiles(const std::string& path) : path_(path) {
  if (hasNumber(path)) series_.emplace(path, "states/%05d.vtkhdf");
}

std::string CheckpointFiles::at(std::int64_t frames) const {
  return series_ ? series_->at(frames) : path_;
}

void CheckpointFiles::prepareFolder() const {
  std::error_code error;
  const fs::path folder = fs::path(path_).parent_path();
  if (!folder.empty() && !fs::create_directories(folder, error) && error)
    throw FileError(path_, "the folder cannot be made: " + error.message());
  if (fs::is_directory(path_, error)) throw UserError(path_ + ": is a folder");
}

std::optional<std::string> CheckpointFiles::inTheWay(std::int64_t frames) const {
  std::error_code error;
  if (!series_) return fs::exists(path_, error) ? std::optional(path_) : std::nullopt;
  const std::vector<std::int64_t> numbers = series_->existing();
  const auto next = std::upper_bound(numbers.begin(), numbers.end(), frames);
  return next == numbers.end() ? std::nullopt : std::optional(series_->at(*next));
}

bool CheckpointFiles::hasAtLeast(std::int64_t frames) const {
  std::error_code error;
  return series_ ? fs::exists(at(frames), error) : framesFound_ >= frames;
}

std::optional<Checkpoint> CheckpointFiles::latest(std::int64_t most, const Scene& scene) {
  if (!series_) {
    if (!inTheWay(0)) return std::nullopt;
    Checkpoint only = readCheckpoint(path_);
    requireOwn(path_, only, scene);
    framesFound_ = only.frames;
    return only.frames <= most ? std::optional(std::move(only)) : std::nullopt;
  }
  const std::vector<std::int64_t> numbers = series_->existing();
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    if (*number > most) continue;
    const std::string path = series_->at(*number);
    std::optional<Checkpoint> checkpoint = readOrTell(path);
    if (!checkpoint) continue;
    requireOwn(path, *checkpoint, scene);
    if (checkpoint->frames <= most) return checkpoint;
  }
  return std::nullopt;
}

}  // namespace app
