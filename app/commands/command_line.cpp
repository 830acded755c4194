#include "commands/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "commands/command_options.h"
#include "commands/command_rows.h"
#include "document/scene_loop.h"
#include "files/suggest.h"
#include "files/user_error.h"
#include "scene/look_file.h"
#include "scene/scene_file.h"
#include "window/window.h"

namespace app {
namespace {

/// What visitors of a kiosk may do, unless it is said.
constexpr const char* kKioskKeys = "Space,R,L,F,Page Down,Page Up";

/// Where CLI11 puts what it finds.
struct Parsed {
  WindowOptions window;
  RunOptions run;
  EvalOptions eval;
  VerifyOptions verify;
  ConvergeOptions converge;
  BenchOptions bench;
  InfoOptions info;
  std::string completed;  ///< a shell, "scenes" or "looks"
};

/// Words of `text` in lines of at most `width` characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

/// "0 or 4 to 16" of "0 (chosen by the program) or 4 to 16": what 0 means the help says.
std::string shortRange(std::string range) {
  const std::size_t open = range.find(" ("), close = range.find(')');
  if (open != std::string::npos && close != std::string::npos) range.erase(open, close + 1 - open);
  return range;
}

/// Help in lines that a terminal has room for, with ranges behind what an option does. CLI11's own usage line would
/// promise a scene and a command together.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool isPositional) const override {
    constexpr std::size_t kWidth = 96, kIndent = 30;
    const OptionRow row = optionRow(*option);
    std::string left = "  " + make_option_name(option, isPositional);
    if (!row.value.empty())
      left += " " + (row.value == "FLOAT" ? "X" : row.value == "UINT" || row.value == "INT" ? "N" : row.value);
    std::string right = row.help;
    if (!row.range.empty()) right += " (" + shortRange(row.range) + ")";
    if (option->get_required()) right += "; required";
    for (const CLI::Option* other : option->get_excludes()) right += "; not with " + other->get_name();
    std::string text;
    for (const std::string& line : wrapped(right, kWidth - kIndent)) {
      if (left.size() + 1 > kIndent) {
        text += left + '\n';
        left.clear();
      }
      left.resize(kIndent, ' ');
      text += left + line + '\n';
      left.clear();
    }
    return text;
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (app->get_parent()) return CLI::Formatter::make_usage(app, name);
    return "Usage: ringlet [OPTIONS] [SCENE]      in a window\n"
           "       ringlet COMMAND ...            without one: ringlet COMMAND --help\n";
  }
};

/// Options that belong together, in the order of help.
constexpr std::pair<const char*, const char*> kGroups[] = {{"--loop", "Stage"},
                                                           {"--each", "Stage"},
                                                           {"--orbit", "Stage"},
                                                           {"--caption", "Stage"},
                                                           {"--kiosk", "Stage"},
                                                           {"--kiosk-keys", "Stage"},
                                                           {"--fullscreen", "Stage"},
                                                           {"--record", "Film"},
                                                           {"--frames", "Film"},
                                                           {"--seconds", "Film"},
                                                           {"--size", "Film"},
                                                           {"--fps", "Film"},
                                                           {"--time-per-second", "Film"},
                                                           {"--supersample", "Film"},
                                                           {"--shots", "Film"},
                                                           {"--shutter", "Film"},
                                                           {"--aperture", "Film"},
                                                           {"--focus", "Film"},
                                                           {"--transparent", "Film"},
                                                           {"--quality", "Film"},
                                                           {"--camera", "Film"},
                                                           {"--hold-flow", "Film"},
                                                           {"--checkpoint", "Files"},
                                                           {"--resume", "Files"},
                                                           {"--every", "Files"},
                                                           {"--diagnostics", "Files"},
                                                           {"--export-elements", "Files"},
                                                           {"--export-grid", "Files"},
                                                           {"--grid-cells", "Files"},
                                                           {"--grid-box", "Files"},
                                                           {"--grid-spacing", "Files"},
                                                           {"--force", "Files"},
                                                           {"--targets", "Files"},
                                                           {"--output", "Files"},
                                                           {"--seed", "Particles"},
                                                           {"--elements", "Particles"},
                                                           {"--tracers", "Particles"},
                                                           {"--core-radius", "Particles"},
                                                           {"--regularisation", "Particles"},
                                                           {"--tolerance", "Solver"},
                                                           {"--solver", "Solver"},
                                                           {"--direct", "Solver"},
                                                           {"--precision", "Solver"},
                                                           {"--backend", "Solver"},
                                                           {"--threads", "Solver"},
                                                           {"--order", "Solver"},
                                                           {"--theta", "Solver"},
                                                           {"--leaf-elements", "Solver"},
                                                           {"--leaf-points", "Solver"},
                                                           {"--mesh", "Solver"},
                                                           {"--sharing", "Solver"},
                                                           {"--gpu", "Solver"},
                                                           {"--deterministic", "Solver"},
                                                           {"--look", "Look"},
                                                           {"--view", "Look"},
                                                           {"--background", "Look"},
                                                           {"--background-colour", "Look"},
                                                           {"--vorticity", "Look"},
                                                           {"--slice", "Look"},
                                                           {"--slice-at", "Look"},
                                                           {"--slice-of", "Look"},
                                                           {"--isosurface", "Look"}};

/// The window and `run`, `eval` have many options; those of other commands stay together.
void groupOptions(CLI::App& app) {
  if (app.get_parent() != nullptr && app.get_name() != "run" && app.get_name() != "eval") return;
  const bool window = app.get_parent() == nullptr;
  for (const auto& [name, group] : kGroups) {
    CLI::Option* option = app.get_option_no_throw(name);
    if (option == nullptr || option->get_group().empty() || (window && group == std::string_view("Film"))) continue;
    option->group(group);
  }
}

/// The scenes that come with the program; help works without them, too.
std::string sceneList() {
  try {
    return fmt::format("{}", fmt::join(sceneNames(), ", "));
  } catch (const std::exception&) {
    return "a name";
  }
}

/// A list of keys as the help overlay names them: what they ask for.
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

void buildRoot(CLI::App& root, Parsed& out) {
  root.formatter(std::make_shared<HelpFormatter>());  // which commands inherit
  addHelpAndVersion(root);
  root.add_option("SCENE", out.window.scene,
                  "Scene to show: " + sceneList() +
                      ", or the path of a scene file or of a saved state (.ringlet); default leapfrog")
      ->check(givenPath());
  addSize(root,
          [&out](PictureSize size) {
            out.window.size = {size.width, size.height};
          },
          "Size of the window, at least 640x400; 720p, 1080p, 1440p, 4k, square and upright are names of sizes",
          {kLeastWindowSize.first, kLeastWindowSize.second});
  addSceneOverrides(root, out.window.overrides);
  addGpu(root, out.window);
  root.add_flag("--fullscreen", out.window.fullScreen, "Fill the screen from the start; F11 leaves it");
  root.add_flag_callback(
      "--no-vsync", [&out] { out.window.vsync = false; }, "Draw as fast as possible");
  root.add_option("--exit-after", out.window.exitAfterFrames, "Leave after this many frames")
      ->check(wholeIn({1, 1'000'000'000}));
  root.add_option("--seconds", out.window.exitAfterSeconds,
                  "Leave after so many seconds by the clock, counted from the first picture")
      ->check(numberIn({0, 86400, true}));
  root.add_option("--screenshot", out.window.screenshot,
                  "PNG of the last frame, without the panel; a file that is there is kept")
      ->check(givenPath())
      ->type_name("FILE");
  root.add_flag("--reset-layout", out.window.resetLayout,
                "Start with window and panel as they are at first, not as they were left");
  root.add_flag("--loop", out.window.loop,
                "Show SCENE without end, or several in turn: --loop leapfrog,trefoil,collide. A scene ends after its "
                "film's length in simulated time, or where the flow stops");
  root.add_option("--each", out.window.eachSeconds,
                  "Show each scene of a loop for so many seconds by the clock; implies --loop")
      ->check(numberIn({0, kLongestShow, true}));
  root.add_option("--orbit", out.window.orbitSeconds,
                  "Turn the camera in a loop, once in so many seconds; implies --loop")
      ->check(numberIn({0, kSlowestOrbit, true}));
  root.add_flag("--caption", out.window.captions, "Show title and note of the scene while the panel is hidden");
  addKiosk(root, out.window.kiosk);
  root.require_subcommand(0, 1);
  addRunCommand(root, out.run);
  addEvalCommand(root, out.eval);
  addVerifyCommand(root, out.verify);
  addConvergeCommand(root, out.converge);
  addBenchCommand(root, out.bench);
  addInfoCommand(root, out.info);
  addPageCommands(root, out.completed);
  groupOptions(root);
  for (CLI::App* command : root.get_subcommands([](const CLI::App*) { return true; })) groupOptions(*command);
  root.footer(
      "Exit codes: 0 good, 1 failed, 2 wrong usage, 128 + N ended by signal N (130: Ctrl-C).\n"
      "Examples:\n"
      "  ringlet                       two leapfrogging rings in a window (H shows the keys)\n"
      "  ringlet collide --tracers 200000\n"
      "  mpirun -n 4 ringlet leapfrog  the window of the first of four processes that compute\n"
      "  ringlet run leapfrog --record leapfrog.mp4\n"
      "  ringlet eval elements.csv --targets grid.csv --output field.csv");
}

CLI::App& commandOf(CLI::App& root) {
  const auto chosen = root.get_subcommands();
  return chosen.empty() ? root : *chosen.front();
}

std::vector<std::string> optionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// An option that takes one value and was given several.
const CLI::Option* givenTooOften(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options())
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw && option->get_expected_max() == 1 &&
        option->count() > 1)
      return option;
  return nullptr;
}

std::string describe(const CLI::ParseError& error, CLI::App& root) {
  CLI::App& command = commandOf(root);
  std::string text = error.what();
  const std::vector<std::string> rest = root.remaining(true);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !rest.empty()) {
    const std::string& first = rest.front();
    const std::string name = first.substr(0, first.find('='));
    text = (first[0] == '-' ? "unknown option " : "unexpected argument ") + first +
           (first[0] == '-' ? didYouMean(name, optionNames(command)) : "");
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
    if (const CLI::Option* option = givenTooOften(command))
      text = fmt::format("{} is given {} times; allowed: once", option->get_name(), option->count());
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::string of = &command == &root ? "ringlet" : "ringlet " + command.get_name();
  return text + " (see " + of + " --help)";
}

// Options of the window in front of a command would be ignored silently.
void refuseMixture(const CLI::App& root, const std::string& command) {
  for (const CLI::Option* option : root.get_options())
    if (option->count() > 0)
      throw UsageError(option->get_name() + " stands before " + command +
                       ", which does not take it there (see ringlet " + command + " --help)");
}

std::string completionText(const CLI::App& root, const std::string& wanted) {
  if (wanted == "scenes") return fmt::format("{}\n", fmt::join(sceneNames(), "\n"));
  if (wanted == "looks") return fmt::format("{}\n", fmt::join(lookNames(), "\n"));
  return completionScript(commandRows(root), wanted);
}

}  // namespace

Command parseCommandLine(const std::vector<std::string>& arguments) {
  Parsed parsed;
  CLI::App root("Ringlet: vortex rings in real time", "ringlet");
  buildRoot(root, parsed);
  try {
    root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return PrintText{root.help()};
  } catch (const CLI::CallForVersion& version) {
    return PrintText{std::string(version.what()) + '\n'};
  } catch (const CLI::ParseError& error) {
    throw UsageError(describe(error, root));
  }
  const auto chosen = root.get_subcommands();
  if (chosen.empty()) return parsed.window;
  const std::string name = chosen.front()->get_name();
  refuseMixture(root, name);
  if (name == "run") return parsed.run;
  if (name == "eval") return parsed.eval;
  if (name == "verify") return parsed.verify;
  if (name == "converge") return parsed.converge;
  if (name == "bench") return parsed.bench;
  if (name == "man") return PrintText{manualPage(commandRows(root))};
  if (name == "completion") return PrintText{completionText(root, parsed.completed)};
  return parsed.info;
}

}  // namespace app
