#include "commands/line/command_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include "commands/line/command_options.h"
#include "commands/line/command_rows.h"
#include "files/suggest.h"
#include "files/user_error.h"

namespace app {

// The program's commands; each has its NAMEKind() in a file of its own. The window has no command word.
#define RINGLET_COMMANDS(ROW) \
  ROW(window)                 \
  ROW(run)                    \
  ROW(eval)                   \
  ROW(verify)                 \
  ROW(bench)                  \
  ROW(info)                   \
  ROW(manual)                 \
  ROW(completion)

#define RINGLET_DECLARE(name) CommandKind name##Kind();
RINGLET_COMMANDS(RINGLET_DECLARE)

namespace {

const std::vector<CommandKind>& commandTable() {
#define RINGLET_ROW(name) name##Kind(),
  static const std::vector<CommandKind> table = {RINGLET_COMMANDS(RINGLET_ROW)};
  return table;
}

/// Wraps `text` into lines of at most `width` characters.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

/// Shortens "0 (chosen by the program) or 4 to 16" to "0 or 4 to 16", as the help explains 0.
std::string shortRange(std::string range) {
  const std::size_t open = range.find(" ("), close = range.find(')');
  if (open != std::string::npos && close != std::string::npos) range.erase(open, close + 1 - open);
  return range;
}

/// Formats help for the width of a terminal, with ranges after the descriptions. CLI11's own usage line would suggest a
/// scene together with a command.
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

/// Groups of options, in the order of help.
constexpr std::pair<const char*, const char*> kGroups[] = {
    {"Stage", "--loop --each --orbit --caption --kiosk --kiosk-keys --fullscreen"},
    {"Film",
     "--record --frames --seconds --size --fps --time-per-second --finish --supersample --shots --shutter "
     "--aperture --focus --transparent --quality --camera --hold-flow"},
    {"Files",
     "--checkpoint --resume --every --diagnostics --export-elements --export-grid --export-bodies --export-lines "
     "--grid-cells "
     "--grid-box --grid-spacing --force --targets --output"},
    {"Particles", "--seed --elements --tracers --core-radius --regularisation"},
    {"Solver",
     "--tolerance --solver --direct --precision --backend --threads --order --theta --leaf-elements "
     "--leaf-points --mesh --sharing --gpu --deterministic"},
    {"Look",
     "--look --view --background --background-colour --vorticity --vortex-by --slice --slice-at "
     "--slice-of --isosurface"}};

/// Groups the options of the window, `run` and `eval`, which have many; other commands have a single group.
void groupOptions(CLI::App& app) {
  if (app.get_parent() != nullptr && app.get_name() != "run" && app.get_name() != "eval") return;
  const bool window = app.get_parent() == nullptr;
  for (const auto& [group, names] : kGroups) {
    std::istringstream words(names);
    for (std::string name; words >> name;) {
      CLI::Option* option = app.get_option_no_throw(name);
      if (option == nullptr || option->get_group().empty() || (window && group == std::string_view("Film"))) continue;
      option->group(group);
    }
  }
}

/// Declares all commands and returns them in the order of the table.
std::vector<Command> buildRoot(CLI::App& root) {
  root.formatter(std::make_shared<HelpFormatter>());  // inherited by commands
  root.require_subcommand(0, 1);
  std::vector<Command> commands;
  for (const CommandKind& kind : commandTable()) {
    CLI::App& app = *kind.name == 0 ? root : *root.add_subcommand(kind.name, kind.about);
    if (&app != &root) app.group(kind.shown ? "Commands" : "");
    addHelpAndVersion(app);
    commands.push_back(kind.declare(app));
    groupOptions(app);
  }
  return commands;
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

/// An option for a single value that was given several times.
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
  // A misspelt option also leaves a required one out, which says less.
  const auto strange = std::find_if(rest.begin(), rest.end(), [](const std::string& word) { return word[0] == '-'; });
  const auto is = [&error](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  if (strange != rest.end() && (is(CLI::ExitCodes::ExtrasError) || is(CLI::ExitCodes::RequiredError))) {
    text = "unknown option " + *strange + didYouMean(strange->substr(0, strange->find('=')), optionNames(command));
  } else if (is(CLI::ExitCodes::ExtrasError) && !rest.empty()) {
    text = "unexpected argument " + rest.front();
  }
  if (&command == &root && is(CLI::ExitCodes::ExtrasError)) {
    const std::vector<std::string> scene = root.get_option("SCENE")->results();
    const std::string meant = scene.empty() ? std::string() : commandMeant(scene.front());
    if (!meant.empty()) text = fmt::format("{}: no such command; did you mean \"ringlet {}\"?", scene.front(), meant);
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
    if (const CLI::Option* option = givenTooOften(command))
      text = fmt::format("{} is given {} times; allowed: once", option->get_name(), option->count());
  }
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::string of = &command == &root ? "ringlet" : "ringlet " + command.get_name();
  return text + " (see " + of + " --help)";
}

// Refuses options of the window before a command, which would be ignored silently.
void refuseMixture(const CLI::App& root, const std::string& command) {
  for (const CLI::Option* option : root.get_options())
    if (option->count() > 0)
      throw UsageError(option->get_name() + " stands before " + command +
                       ", which does not take it there (see ringlet " + command + " --help)");
}

/// A command that prints a text (--help, --version).
Command printing(const std::string& text) {
  return {{}, nullptr, {}, [text](fmm::Ranks*) { return fmt::print("{}", text), 0; }};
}

}  // namespace

Command parseCommandLine(const std::vector<std::string>& arguments) {
  CLI::App root("Ringlet: vortex rings in real time", "ringlet");
  const std::vector<Command> commands = buildRoot(root);
  try {
    std::vector<std::string> words(arguments.rbegin(), arguments.rend());
    if (!words.empty() && words.back() == "help" && words.size() <= 2) {
      words.pop_back();
      words.insert(words.begin(), "--help");
    }
    root.parse(words);
  } catch (const CLI::CallForHelp&) {
    return printing(root.help());
  } catch (const CLI::CallForVersion& version) {
    return printing(std::string(version.what()) + '\n');
  } catch (const CLI::ParseError& error) {
    throw UsageError(describe(error, root));
  }
  const auto chosen = root.get_subcommands();
  const std::string name = chosen.empty() ? "" : chosen.front()->get_name();
  if (!name.empty()) refuseMixture(root, name);
  std::size_t at = 0;
  while (commandTable()[at].name != name) ++at;
  return commands[at];
}

std::string commandMeant(const std::string& word, std::vector<std::string> others) {
  std::vector<std::string> names;
  for (const CommandKind& kind : commandTable())
    if (*kind.name != 0 && kind.shown) names.emplace_back(kind.name);
  others.insert(others.end(), names.begin(), names.end());
  const std::optional<std::string> meant = closest(word, others);
  const bool command = meant && std::find(names.begin(), names.end(), *meant) != names.end();
  return command ? *meant : std::string();
}

std::vector<CommandRow> commandRows() {
  CLI::App root("", "ringlet");
  const std::vector<Command> commands = buildRoot(root);  // must outlive root's options, which refer to it
  std::vector<CommandRow> rows;
  for (const CommandKind& kind : commandTable())
    if (kind.shown) rows.push_back(commandRow(*kind.name == 0 ? root : *root.get_subcommand(kind.name), kind.name));
  return rows;
}

}  // namespace app
