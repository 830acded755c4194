// Manual page and completions: every option that --help names is in them, and shells understand them.

#include <regex>

#include "app/support/run_scene.h"
#include "commands/line/command_rows.h"
#include "support/test.h"

namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;
using Words = std::vector<std::string>;

const Words kCommands = {"", "run", "eval", "verify", "bench", "info"};

std::string printed(const Words& arguments) {
  const auto result = test::runProgram(arguments);
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

/// Options with which lines of --help begin.
Words optionsOf(const std::string& command) {
  const std::string help = printed(command.empty() ? Words{"--help"} : Words{command, "--help"});
  Words options;
  const std::regex atBegin("^  (-h,)?(--[a-z-]+)");
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_search(line, found, atBegin)) options.push_back(found[2]);
  }
  EXPECT_THAT(options, Contains("--help"));
  return options;
}

/// The text from one mark to another; empty where there is none.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) return {};
  return text.substr(from, text.find(end, from + begin.size()) - from);
}

bool installed(const std::string& shell) {
  return test::runArguments({"/bin/sh", "-c", "command -v " + shell + " >/dev/null"}).exitCode == 0;
}

/// Completions that bash offers for the last of `words`.
Words offered(const std::string& folder, const Words& words) {
  std::string line = "PATH=" + folder + ":$PATH; . " + folder + "/completion; COMP_WORDS=(ringlet";
  for (const std::string& word : words) line += " '" + word + "'";
  line += "); COMP_CWORD=" + std::to_string(words.size()) + "; _ringlet; printf '%s\\n' \"${COMPREPLY[@]}\"";
  const auto result = test::runArguments({"bash", "-c", line});
  EXPECT_EQ(result.err, "");
  Words found;
  std::istringstream lines(result.out);
  for (std::string word; std::getline(lines, word);) found.push_back(word);
  return found;
}

TEST(Pages, ManualHasEveryOption) {
  const std::string page = printed({"man"});
  EXPECT_THAT(page, StartsWith(".TH RINGLET 1"));
  for (const std::string& command : kCommands) {
    const std::string part = command.empty() ? between(page, ".SH OPTIONS", ".SH COMMANDS")
                                             : between(page, ".SS ringlet " + command + "\n", ".SS ");
    for (const std::string& option : optionsOf(command))
      EXPECT_THAT(part, HasSubstr("\\fB" + std::regex_replace(option, std::regex("-"), "\\-") + "\\fR")) << command;
  }
}

TEST(Pages, BashScriptHasEveryOption) {
  const std::string script = printed({"completion", "bash"});
  for (const std::string& command : kCommands) {
    const std::string part = between(script, command.empty() ? "\n    '')" : "\n    " + command + ")", "fi ;;");
    for (const std::string& option : optionsOf(command))
      EXPECT_TRUE(std::regex_search(part, std::regex("[ ']" + option + "[ ']"))) << command << ' ' << option;
  }
}

TEST(Pages, ZshScriptHasEveryOption) {
  const std::string script = printed({"completion", "zsh"});
  for (const std::string& command : kCommands) {
    const std::string part = between(script, command.empty() ? "\n    '')" : "\n    " + command + ")", " ;;");
    for (const std::string& option : optionsOf(command)) EXPECT_THAT(part, HasSubstr("'" + option + "[")) << command;
  }
}

TEST(Pages, FishScriptHasEveryOption) {
  const std::string script = printed({"completion", "fish"});
  for (const std::string& command : kCommands) {
    const std::string condition = command.empty() ? "'not __fish_seen_subcommand_from run[^']*'"
                                                  : "'__fish_seen_subcommand_from " + command + "'";
    for (const std::string& option : optionsOf(command))
      EXPECT_TRUE(std::regex_search(script, std::regex(condition + " -l " + option.substr(2) + " "))) << option;
  }
}

TEST(Pages, ShellsReadTheirScripts) {
  const test::TemporaryFolder folder;
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    if (!installed(shell)) continue;
    const std::string script = folder / shell;
    test::writeFile(script, printed({"completion", shell}));
    const auto result = test::runArguments({shell, "-n", script});
    EXPECT_EQ(result.exitCode, 0) << shell << ": " << result.err;
    EXPECT_EQ(result.err, "") << shell;
  }
}

TEST(Pages, BashCompletesOptionsValuesScenesAndFiles) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "completion", printed({"completion", "bash"}));
  std::filesystem::create_symlink(test::programPath(), folder / "ringlet");
  EXPECT_THAT(offered(folder.path(), {"run", "--sol"}), ElementsAre("--solver"));
  EXPECT_THAT(offered(folder.path(), {"run", "--solver", ""}), ElementsAre("fmm", "direct"));
  EXPECT_THAT(offered(folder.path(), {"run", "leap"}), ElementsAre("leapfrog"));
  EXPECT_THAT(offered(folder.path(), {"r"}), IsSupersetOf({"run", "ring", "ringlets", "random"}));
  EXPECT_THAT(offered(folder.path(), {"--look", "d"}), Contains("dye"));
  const Words files = offered(folder.path(), {"run", "--record", folder / "comp"});
  EXPECT_THAT(files, ElementsAre(folder / "completion"));
}

TEST(Pages, HelpDoesNotShowTheCommandsThatMakeThem) {
  EXPECT_THAT(printed({"--help"}), Not(HasSubstr("completion")));
  test::expectFailure(test::runProgram({"completion", "tcsh"}), 2, "tcsh");
}

TEST(Pages, ChoicesAreTheWordsInSmallLetters) {
  EXPECT_THAT(app::choicesOf({{"--size"}, "", "WxH|720p|4k", "", ""}), ElementsAre("720p", "4k"));
  EXPECT_TRUE(app::choicesOf({{"--record"}, "", "FILE", "", ""}).empty());
}

}  // namespace
