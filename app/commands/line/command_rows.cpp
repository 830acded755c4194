// The command line as data, read off CLI11's tables.

#include "commands/line/command_rows.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

namespace app {

OptionRow optionRow(const CLI::Option& option) {
  OptionRow row;
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  if (row.names.empty()) row.argument = option.get_name();
  row.help = option.get_description();
  if (option.get_items_expected_max() == 0) return row;  // a flag
  // CLI11 joins type and range: "UINT:0 to 1024". Words between bars are kept whole.
  const std::string type = option.get_type_name();
  row.value = type.find('|') == std::string::npos ? type.substr(0, type.find(':')) : type;
  if (row.value.size() < type.size()) row.range = type.substr(row.value.size() + 1);
  return row;
}

CommandRow commandRow(const CLI::App& command, const std::string& name) {
  CommandRow row{name, command.get_description(), command.get_footer(), {}};
  for (const CLI::Option* option : command.get_options())
    if (!option->get_group().empty()) row.options.push_back(optionRow(*option));
  return row;
}

std::vector<std::string> choicesOf(const OptionRow& row) {
  std::vector<std::string> choices;
  if (row.value.find('|') == std::string::npos) return choices;
  std::istringstream words(row.value);
  for (std::string word; std::getline(words, word, '|');)
    if (std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::isupper(c) != 0; }))
      choices.push_back(word);
  return choices;
}

std::string shortHelp(const std::string& help) {
  std::size_t end = help.size();
  for (const char* mark : {"; ", ": ", ". "}) end = std::min(end, help.find(mark));
  return help.substr(0, end);
}

}  // namespace app
