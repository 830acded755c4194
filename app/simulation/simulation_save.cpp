// Checkpoints of a Simulation.

#include <algorithm>
#include <utility>

#include "files/free_name.h"
#include "files/user_error.h"
#include "scene/scene_file.h"
#include "simulation/simulation.h"

namespace app {

void Simulation::save(const std::string& stem, const Scene& look) {
  {
    std::lock_guard lock(mutex_);
    saves_.push_back({stem, look});
  }
  wake_.notify_one();
}

std::string Simulation::takeSaved() {
  std::lock_guard lock(mutex_);
  return std::exchange(saved_, {});
}

/// The scene that leads to the present state: with the rings that were launched by hand.
Scene Simulation::presentScene(const Scene& look) const {
  Scene scene = scene_;
  scene.title = look.title;
  scene.note = look.note;
  scene.view = look.view;
  scene.camera = look.camera;
  scene.film = look.film;
  scene.settings = system_->settings();
  scene.stepsPerFrame = stepsPerFrame_;
  scene.launches.insert(scene.launches.end(), launched_.begin(), launched_.end());
  std::stable_sort(scene.launches.begin(), scene.launches.end(),
                   [](const RingLaunch& a, const RingLaunch& b) { return a.time < b.time; });
  return scene;
}

void Simulation::takeSave() {
  Save wanted;
  {
    std::lock_guard lock(mutex_);
    if (saves_.empty()) return;
    wanted = std::move(saves_.front());
    saves_.pop_front();
  }
  requireUnlost(lostDrift_);  // what is shown is not what the system has
  const Scene scene = presentScene(wanted.look);
  parseScene(formatScene(scene), scene.name);  // throws what reading the file would
  LaunchSchedule resumed(scene);
  resumed.resumeAt(system_->time(), system_->settings().timeStep);
  if (resumed.rings() != schedule_.rings())
    throw UserError("the state cannot be saved: the flow has gone back past the time at which a ring joined it");
  // Particles or settings may be newer than the last evaluation, which what is written tells of.
  if (!shown_) system_->evaluate();
  Checkpoint checkpoint = checkpointOf(*system_, scene, startCentroid_, frames_);
  checkpoint.clock = clock_;
  const std::string path = freeNumberedName(wanted.stem, ".vtkhdf");
  writeCheckpoint(path, checkpoint, Existing::keep);
  std::lock_guard lock(mutex_);
  saved_ = path;
}

}  // namespace app
