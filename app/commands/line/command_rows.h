#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace app {

/// An option or positional argument as shown by --help.
struct OptionRow {
  std::vector<std::string> names;  ///< "--size", or "--help" and "-h"; empty for a positional argument
  std::string argument;            ///< name of a positional argument, "SCENE"; empty for an option
  std::string value;               ///< type of the value: "FILE", "UINT", "fmm|direct"; empty for a flag
  std::string range;               ///< "0 to 1024"; empty if unrestricted
  std::string help;                ///< without a full stop
};

/// A command with its options and arguments.
struct CommandRow {
  std::string name;    ///< "run"; empty for the window
  std::string about;   ///< one sentence
  std::string footer;  ///< lines of examples
  std::vector<OptionRow> options;
};

OptionRow optionRow(const CLI::Option& option);

CommandRow commandRow(const CLI::App& command, const std::string& name);

/// The program's command line as data, the window first; manual page and completions are made of it. Commands hidden
/// from --help are left out.
std::vector<CommandRow> commandRows();

/// The possible words of a value: those between bars without a capital letter, as in "WxH|720p|1080p".
std::vector<std::string> choicesOf(const OptionRow& row);

/// The help up to its first semicolon, colon or full stop.
std::string shortHelp(const std::string& help);

}  // namespace app
