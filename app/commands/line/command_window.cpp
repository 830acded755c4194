// The options of the window: ringlet [SCENE].

#include <sstream>

#include "commands/line/command_line.h"
#include "commands/line/command_options.h"
#include "document/scene_document.h"
#include "scene/text/scene_file.h"
#include "window/window.h"

namespace app {
namespace {

/// The default keys of a kiosk.
constexpr const char* kKioskKeys = "Space,R,L,F,Page Down,Page Up";

/// The scenes that come with the program; without them help still works.
std::string sceneList() {
  try {
    return fmt::format("{}", fmt::join(sceneNames(), ", "));
  } catch (const std::exception&) {
    return "a name";
  }
}

/// The actions of a list of keys, named as in the help overlay.
std::vector<Action> actionsOfKeys(const std::string& list) {
  std::vector<Action> actions;
  std::istringstream text(list);
  for (std::string key; std::getline(text, key, ',');) {
    const auto action = actionOfKey(key);
    if (!action) throw CLI::ValidationError("--kiosk-keys", "no key is called " + key + "; H in the window names all");
    actions.push_back(*action);
  }
  return actions;
}

void addKiosk(CLI::App& root, std::optional<std::vector<Action>>& kiosk) {
  const auto choose = [&kiosk](const std::string& list) { kiosk = actionsOfKeys(list); };
  root.add_flag_callback(
      "--kiosk",
      [&kiosk] {
        if (!kiosk) kiosk = actionsOfKeys(kKioskKeys);
      },
      "A loop for visitors: full screen with nothing but the picture. A minute after the last key or move of the "
      "mouse the next scene comes; a signal (Ctrl+C in its terminal, kill) ends it");
  root.add_option_function<std::string>("--kiosk-keys", choose,
                                        std::string("Keys that visitors have; implies --kiosk; default ") + kKioskKeys)
      ->type_name("LIST");
}

void addWindow(CLI::App& root, WindowOptions& out) {
  root.add_option("SCENE", out.scene,
                  "Scene to show: " + sceneList() +
                      ", or the path of a scene file or of a saved state (.ringlet); default leapfrog")
      ->check(givenPath());
  addSize(root,
          [&out](PictureSize size) {
            out.size = {size.width, size.height};
          },
          "Size of the window, at least 640x400; 720p, 1080p, 1440p, 4k, square and upright are names of sizes",
          {kLeastWindowSize.first, kLeastWindowSize.second});
  addSceneOverrides(root, out.overrides);
  addGpu(root, out);
  root.add_flag("--fullscreen", out.fullScreen, "Fill the screen from the start; F11 leaves it");
  root.add_flag_callback(
      "--no-vsync", [&out] { out.vsync = false; }, "Draw as fast as possible");
  root.add_option("--exit-after", out.exitAfterFrames, "Leave after this many frames")
      ->check(wholeIn({1, 1'000'000'000}));
  root.add_option("--seconds", out.exitAfterSeconds,
                  "Leave after this many seconds of real time, counted from the first picture")
      ->check(numberIn({0, 86400, true}));
  root.add_option("--screenshot", out.screenshot, "PNG of the last frame, without the panel; an existing file is kept")
      ->check(givenPath())
      ->type_name("FILE");
  root.add_flag("--reset-layout", out.resetLayout, "Start with the default layout of window and panel");
  root.add_flag("--loop", out.loop,
                "Show SCENE without end, or several in turn: --loop leapfrog,trefoil,collide. A scene ends after its "
                "film's length in simulated time, or where the flow stops");
  root.add_option("--each", out.eachSeconds,
                  "Show each scene of a loop for this many seconds of real time; implies --loop")
      ->check(numberIn({0, kLongestShow, true}));
  root.add_option("--orbit", out.orbitSeconds, "Orbit the camera in a loop, once in this many seconds; implies --loop")
      ->check(numberIn({0, kSlowestOrbit, true}));
  root.add_flag("--caption", out.captions, "Show what the scene is about while the panel is hidden");
  addKiosk(root, out.kiosk);
  root.callback([&out] { requireEffect(out.overrides.field.values()); });
  root.footer(
      "Exit codes: 0 good, 1 failed, 2 wrong usage, 128 + N ended by signal N (130: Ctrl-C).\n"
      "Examples:\n"
      "  ringlet                       two leapfrogging rings in a window (H shows the keys)\n"
      "  ringlet collide --tracers 200000\n"
      "  ringlet run leapfrog --record leapfrog.mp4\n"
      "  ringlet eval elements.csv --targets grid.csv --output field.csv");
}

}  // namespace

CommandKind windowKind() {
  return commandKind<WindowOptions, windowCommand>("", "", addWindow);
}

}  // namespace app
