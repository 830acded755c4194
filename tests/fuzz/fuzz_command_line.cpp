// The command line. Each line of the input is an argument.

#include "commands/line/command_line.h"
#include "fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments;
  std::string_view rest = fuzz::textOf(data, size);
  while (!rest.empty()) {
    const std::string_view argument = rest.substr(0, rest.find('\n'));
    // The system ends an argument at its first zero byte.
    arguments.emplace_back(argument.substr(0, argument.find('\0')));
    rest.remove_prefix(std::min(argument.size() + 1, rest.size()));
  }
  fuzz::accepts([&] { app::parseCommandLine(arguments); });
  return 0;
}
