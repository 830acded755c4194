// Completion scripts for shells, made of the command line's own tables.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>

#include "commands/line/command_line.h"
#include "commands/line/command_rows.h"
#include "scene/text/look_file.h"
#include "scene/text/scene_file.h"

namespace app {
namespace {

/// Source of the completions of a value.
enum class Completed { nothing, choices, files, scenes, looks };

Completed completedBy(const OptionRow& row) {
  if (row.argument == "SCENE") return Completed::scenes;
  if (row.value == "FILE") return Completed::files;
  if (row.value == "LOOK") return Completed::looks;
  return choicesOf(row).empty() ? Completed::nothing : Completed::choices;
}

std::string commandNames(const std::vector<CommandRow>& commands, const char* between) {
  std::string names;
  for (const CommandRow& command : commands)
    if (!command.name.empty()) names += (names.empty() ? "" : between) + command.name;
  return names;
}

/// `text` with a backslash before each of `marks`.
std::string escaped(const std::string& text, std::string_view marks) {
  std::string out;
  for (const char c : text) {
    if (marks.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// Quotes text for a POSIX shell.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

// ---- bash -----------------------------------------------------------------------------------------------------------

std::string bashReply(const OptionRow& row) {
  switch (completedBy(row)) {
    case Completed::choices:
      return fmt::format("_ringlet_words '{}'", fmt::join(choicesOf(row), " "));
    case Completed::files:
      return "_ringlet_files";
    case Completed::scenes:
      return "_ringlet_words \"$(ringlet completion scenes 2>/dev/null)\"; _ringlet_files";
    case Completed::looks:
      return "_ringlet_words \"$(ringlet completion looks 2>/dev/null)\"";
    case Completed::nothing:
      break;
  }
  return ":";
}

std::string bashCommand(const CommandRow& command, const std::string& others) {
  std::string names, arguments, values;
  for (const OptionRow& row : command.options) {
    if (row.names.empty()) {
      arguments = bashReply(row);
      continue;
    }
    names += fmt::format("{}{}", names.empty() ? "" : " ", fmt::join(row.names, " "));
    if (!row.value.empty())
      values += fmt::format("        {}) {}; return ;;\n", fmt::join(row.names, " | "), bashReply(row));
  }
  if (command.name.empty()) arguments = fmt::format("_ringlet_words '{}'; {}", others, arguments);
  return fmt::format(
      "    {})\n      case $before in\n{}      esac\n"
      "      if [[ $word == -* ]]; then _ringlet_words '{}'; else {}; fi ;;\n",
      command.name.empty() ? "''" : command.name, values, names, arguments.empty() ? ":" : arguments);
}

std::string bashScript(const std::vector<CommandRow>& commands) {
  std::string script = R"(# Completion of ringlet for bash, made by: ringlet completion bash
_ringlet_words() {
  local found
  mapfile -t found < <(compgen -W "$1" -- "$word")
  COMPREPLY+=("${found[@]}")
}
_ringlet_files() {
  local found
  compopt -o filenames 2>/dev/null
  mapfile -t found < <(compgen -f -- "$word")
  COMPREPLY+=("${found[@]}")
}
_ringlet() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
)";
  script += fmt::format("      {}) command=${{COMP_WORDS[i]}}; break ;;\n    esac\n  done\n  case $command in\n",
                        commandNames(commands, " | "));
  for (const CommandRow& command : commands) script += bashCommand(command, commandNames(commands, " "));
  return script + "  esac\n}\ncomplete -F _ringlet ringlet\n";
}

// ---- zsh ------------------------------------------------------------------------------------------------------------

std::string zshAction(const OptionRow& row) {
  switch (completedBy(row)) {
    case Completed::choices:
      return fmt::format("({})", fmt::join(choicesOf(row), " "));
    case Completed::files:
      return "_files";
    case Completed::scenes:
      return "_ringlet_scenes";
    case Completed::looks:
      return "_ringlet_looks";
    case Completed::nothing:
      break;
  }
  return " ";
}

std::string zshCommand(const CommandRow& command) {
  std::string specs;
  for (const OptionRow& row : command.options) {
    const std::string help = escaped(shortHelp(row.help), "[]:\\");
    const std::string value = escaped(row.value, ":");
    if (row.names.empty())
      specs += " \\\n      " +
               quoted(fmt::format("*:{}:{}", row.argument, command.name.empty() ? "_ringlet_first" : zshAction(row)));
    for (const std::string& name : row.names)
      specs += " \\\n      " +
               quoted(name + '[' + help + ']' + (value.empty() ? "" : fmt::format(":{}:{}", value, zshAction(row))));
  }
  return fmt::format("    {}) _arguments{} ;;\n", command.name.empty() ? "''" : command.name, specs);
}

std::string zshScript(const std::vector<CommandRow>& commands) {
  std::string described;
  for (const CommandRow& command : commands)
    if (!command.name.empty()) described += ' ' + quoted(command.name + ':' + escaped(shortHelp(command.about), ":"));
  std::string script = fmt::format(R"zsh(#compdef ringlet
# Completion of ringlet for zsh, made by: ringlet completion zsh
_ringlet_scenes() {{
  local -a scenes=(${{(f)"$(ringlet completion scenes 2>/dev/null)"}})
  _describe -t scenes scene scenes
  _files -g '*.(toml|ringlet)'
}}
_ringlet_looks() {{
  local -a looks=(${{(f)"$(ringlet completion looks 2>/dev/null)"}})
  _describe -t looks look looks
}}
_ringlet_first() {{
  local -a commands=({})
  _describe -t commands command commands
  _ringlet_scenes
}}
_ringlet() {{
  local command='' at=${{words[(i)({})]}}
  if (( at < CURRENT )); then
    command=${{words[at]}}
    shift $((at - 1)) words
    (( CURRENT -= at - 1 ))
  fi
  case $command in
)zsh",
                                   described, commandNames(commands, "|"));
  for (const CommandRow& command : commands) script += zshCommand(command);
  return script + R"zsh(  esac
}
if [[ $funcstack[1] == _ringlet ]]; then _ringlet "$@"; else compdef _ringlet ringlet; fi
)zsh";
}

// ---- fish -----------------------------------------------------------------------------------------------------------

std::string fishValue(const OptionRow& row) {
  switch (completedBy(row)) {
    case Completed::choices:
      return fmt::format(" -x -a '{}'", fmt::join(choicesOf(row), " "));
    case Completed::files:
      return " -r -F";
    case Completed::scenes:
      return " -a '(ringlet completion scenes 2>/dev/null)'";
    case Completed::looks:
      return " -x -a '(ringlet completion looks 2>/dev/null)'";
    case Completed::nothing:
      break;
  }
  return row.value.empty() ? "" : " -x";
}

std::string fishLine(const std::string& condition, const std::string& rest, const std::string& help) {
  return fmt::format("complete -c ringlet -n '{}'{} -d '{}'\n", condition, rest, escaped(shortHelp(help), "'\\"));
}

std::string fishScript(const std::vector<CommandRow>& commands) {
  const std::string none = "not __fish_seen_subcommand_from " + commandNames(commands, " ");
  std::string script = "# Completion of ringlet for fish, made by: ringlet completion fish\n";
  for (const CommandRow& command : commands) {
    if (!command.name.empty()) script += fishLine(none, " -a " + command.name, command.about);
    const std::string seen = command.name.empty() ? none : "__fish_seen_subcommand_from " + command.name;
    for (const OptionRow& row : command.options) {
      std::string names;
      for (const std::string& name : row.names)
        names += name[1] == '-' ? " -l " + name.substr(2) : " -s " + name.substr(1);
      script += fishLine(seen, names + fishValue(row), row.help);
    }
  }
  return script;
}

struct CompletionOptions {
  std::string what;  ///< a shell, "scenes" or "looks"
};

void addCompletion(CLI::App& completion, CompletionOptions& out) {
  completion.add_option("FOR", out.what, "What for")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "scenes", "looks"}));
}

int printCompletion(const CompletionOptions& options) {
  if (options.what == "scenes") fmt::print("{}\n", fmt::join(sceneNames(), "\n"));
  if (options.what == "looks") fmt::print("{}\n", fmt::join(lookNames(), "\n"));
  if (options.what == "bash") fmt::print("{}", bashScript(commandRows()));
  if (options.what == "zsh") fmt::print("{}", zshScript(commandRows()));
  if (options.what == "fish") fmt::print("{}", fishScript(commandRows()));
  return 0;
}

}  // namespace

/// For packagers, and for the generated scripts, which call it for names of scenes and looks.
CommandKind completionKind() {
  CommandKind kind = commandKind<CompletionOptions, printCompletion>(
      "completion", "A script that completes command lines, or names of scenes or looks, a line each", addCompletion);
  kind.shown = false;
  return kind;
}

}  // namespace app
