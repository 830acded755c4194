// ringlet [SCENE]: the window.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "commands/commands.h"
#include "commands/line/command_line.h"
#include "files/user_error.h"
#include "scene/text/scene_file.h"
#include "simulation/flow_start.h"
#include "window/application.h"

namespace app {
namespace {

/// Splits "a,b" into a and b; empty parts stay, to be refused as names. A file may have commas in its name: parts that
/// are together the name of one are one scene, as many of them as possible.
std::vector<std::string> scenesIn(const std::string& list) {
  std::vector<std::string> all;
  std::error_code none;
  for (std::size_t begin = 0; begin < list.size();) {
    std::size_t end = list.size();
    while (!std::filesystem::is_regular_file(list.substr(begin, end - begin), none)) {
      const std::size_t comma = list.rfind(',', end - 1);
      if (end == begin || comma == std::string::npos || comma < begin) break;
      end = comma;
    }
    const bool isFile = std::filesystem::is_regular_file(list.substr(begin, end - begin), none);
    if (!isFile) end = std::min(list.find(',', begin), list.size());
    all.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

/// Refuses what is no scene but resembles a command.
void requireNoCommand(const std::string& scene) {
  std::error_code none;
  if (std::filesystem::exists(scene, none)) return;
  std::vector<std::string> known = sceneNames();
  if (std::find(known.begin(), known.end(), scene) != known.end()) return;
  const std::string command = commandMeant(scene, known);
  if (!command.empty())
    throw UsageError(fmt::format("{}: no such scene, file or command; did you mean \"ringlet {}\"?", scene, command));
}

}  // namespace

int windowCommand(const WindowOptions& options) {
  const bool loops = options.loop || options.kiosk || options.eachSeconds > 0 || options.orbitSeconds > 0;
  const std::vector<std::string> scenes = loops ? scenesIn(options.scene) : std::vector{options.scene};
  if (!loops) requireNoCommand(options.scene);
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
  application.rememberLayout = !script;
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
