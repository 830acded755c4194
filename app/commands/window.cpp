// ringlet [SCENE]: the window.

#include <sstream>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "files/user_error.h"
#include "simulation/flow_start.h"
#include "window/application.h"

namespace app {
namespace {

/// Splits "a,b" into a and b; empty parts stay, to be refused as names.
std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> all;
  std::istringstream text(list);
  for (std::string part; std::getline(text, part, ',');) all.push_back(part);
  return all;
}

}  // namespace

int windowCommand(const WindowOptions& options) {
  const bool loops = options.loop || options.kiosk || options.eachSeconds > 0 || options.orbitSeconds > 0;
  const std::vector<std::string> scenes = loops ? parts(options.scene) : std::vector{options.scene};
  FlowStart start = loadFlow(scenes.front());
  const SceneOverrides& overrides = options.overrides;
  if (start.from && overrides.particles.any())
    throw UsageError("--seed, --elements and --tracers cannot be given with a checkpoint: it has its particles");
  overrides.applyTo(start.scene);
  ApplicationOptions application;
  application.vsync = options.vsync;
  application.size = options.size;
  application.fullScreen = options.fullScreen;
  application.exitAfterFrames = options.exitAfterFrames;
  application.exitAfterSeconds = options.exitAfterSeconds;
  application.screenshotPath = options.screenshot;
  const bool script = options.exitAfterFrames || !options.screenshot.empty();
  application.rememberLayout = !script && !options.kiosk;  // scripts and visitors do not change the saved layout
  application.resetLayout = options.resetLayout;
  application.show = {loops, 0, options.eachSeconds, options.orbitSeconds, options.captions};
  application.kiosk = options.kiosk;
  if (loops) {
    application.loop = scenes;
    application.overrides = [&overrides](Scene& scene) { overrides.applyTo(scene); };
    for (const std::string& name : scenes) loadFlow(name);  // throws errors now instead of in mid-loop
  }
  return runApplication(start, application);
}

}  // namespace app
