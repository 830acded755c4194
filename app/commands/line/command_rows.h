#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace app {

/// An option, or an argument without a name, as --help has it.
struct OptionRow {
  std::vector<std::string> names;  ///< "--size", or "--help" and "-h"; empty for an argument without a name
  std::string argument;            ///< "SCENE": what help calls an argument without a name; empty for an option
  std::string value;               ///< "FILE", "UINT", "fmm|direct": what follows; empty for a flag
  std::string range;               ///< "0 to 1024"; empty where any value will do
  std::string help;                ///< without a full stop
};

/// A command with all it takes.
struct CommandRow {
  std::string name;    ///< "run"; empty for the window
  std::string about;   ///< one sentence
  std::string footer;  ///< lines of examples
  std::vector<OptionRow> options;
};

/// An option as a row.
OptionRow optionRow(const CLI::Option& option);

/// A command as a row.
CommandRow commandRow(const CLI::App& command, const std::string& name);

/// The program's command line as data, the window first: what manual page and completions are made of. Commands that
/// --help does not show are left out.
std::vector<CommandRow> commandRows();

/// The words that a value may be: those between bars that have no capital letter, as in "WxH|720p|1080p".
std::vector<std::string> choicesOf(const OptionRow& row);

/// The help up to its first semicolon, colon or full stop.
std::string shortHelp(const std::string& help);

}  // namespace app
