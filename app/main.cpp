// Exit codes: 0 good, 1 failed, 2 wrong usage. Every error is one line on stderr that starts with "ringlet: ".

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "commands/line/command_line.h"
#include "commands/rank_session.h"
#include "files/message.h"
#include "files/user_error.h"
#include "fmm/cuda.h"

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

// Flushes standard output: a full disk behind a redirection is an error too.
int finishOutput(app::RankSession& session, int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return session.fail("standard output could not be written", code == 0 ? kFailed : code);
}

}  // namespace

int main(int argc, char** argv) {
  app::openStandardStreams();
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond a file size limit then fails with an error message
  app::RankSession session;
  try {
    session.open();
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    const app::Command command = app::parseCommandLine(arguments);
    if (!command.alone.empty()) session.requireAlone(command.alone);
    if (command.machine && !command.machine->gpu.empty())
      fmm::chooseCudaDevice(command.machine->gpu);  // before the first CUDA call
    return finishOutput(session, command.run(session.ranks()));
  } catch (const app::UsageError& error) {
    return session.fail(error.what(), kWrongUsage);
  } catch (const std::bad_alloc&) {
    return session.fail("out of memory", kFailed);
  } catch (const std::exception& error) {
    return session.fail(error.what(), kFailed);
  }
}
