#pragma once

#include <any>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "fmm/ranks.h"

namespace CLI {
class App;
}

namespace app {

/// A parsed command.
struct Command {
  std::any options;                         ///< std::shared_ptr to the options of its kind
  const MachineOptions* machine = nullptr;  ///< points into options; null: the command computes nothing
  std::string alone;  ///< name for messages if it runs as a single process only; empty: it uses several ranks
  std::function<int(fmm::Ranks*)> run;  ///< returns the exit code
};

/// The command's options as that type. Throws std::bad_any_cast for another type.
template <class Options>
const Options& optionsOf(const Command& command) {
  return *std::any_cast<const std::shared_ptr<Options>&>(command.options);
}

/// A command of the program, from NAMEKind() of a file command_NAME.cpp and a row in command_line.cpp. Parsing fills
/// the options returned by `declare`.
struct CommandKind {
  const char* name;   ///< "run"; empty: the window, which needs no command word
  const char* about;  ///< a sentence
  std::function<Command(CLI::App&)> declare;
  bool shown = true;  ///< in --help and completion
};

/// A command whose options `add` declares. The first form passes the ranks to `run`; the second runs as a single
/// process.
template <class Options>
CommandKind commandKind(const char* name, const char* about, void (*add)(CLI::App&, Options&),
                        int (*run)(const Options&, fmm::Ranks*), const std::string& alone = {}) {
  return {name, about, [=](CLI::App& app) {
            const auto options = std::make_shared<Options>();
            add(app, *options);
            Command command{options, nullptr, alone, [=](fmm::Ranks* ranks) { return run(*options, ranks); }};
            if constexpr (std::is_base_of_v<MachineOptions, Options>) command.machine = options.get();
            return command;
          }};
}
template <class Options, int run(const Options&)>
CommandKind commandKind(const char* name, const char* about, void (*add)(CLI::App&, Options&)) {
  const auto single = [](const Options& options, fmm::Ranks*) { return run(options); };
  return commandKind<Options>(name, about, add, single, name[0] == 0 ? "the window" : std::string("ringlet ") + name);
}

/// Parses the arguments after the program's name; "help" and "help COMMAND" are --help. Opens no file that they name.
/// Throws UsageError.
Command parseCommandLine(const std::vector<std::string>& arguments);

/// The command that `word` resembles more than any of `others`; empty if there is none.
std::string commandMeant(const std::string& word, std::vector<std::string> others = {});

}  // namespace app
