// Exit codes: 0 good, 1 failed, 2 wrong usage. Every error is one line on stderr that starts with "ringlet: ".

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "commands/command_line.h"
#include "commands/rank_session.h"
#include "files/standard_streams.h"
#include "files/user_error.h"
#include "fmm/cuda.h"
#include "simulation/flow_start.h"
#include "window/application.h"

namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

/// "a,b" as a and b; empty parts stay, and are refused as names.
std::vector<std::string> parts(const std::string& list) {
  std::vector<std::string> all;
  std::istringstream text(list);
  for (std::string part; std::getline(text, part, ',');) all.push_back(part);
  return all;
}

/// Before anything of CUDA's begins.
struct ChooseGpu {
  void operator()(const app::PrintText& /*print*/) const {}
  void operator()(const app::MachineOptions& options) const {
    if (!options.gpu.empty()) fmm::chooseCudaDevice(options.gpu);
  }
};

struct Dispatch {
  const app::RankSession& session;

  int operator()(const app::PrintText& print) const {
    fmt::print("{}", print.text);
    return 0;
  }
  int operator()(const app::WindowOptions& options) const {
    session.requireAlone("the window");
    const bool loops = options.loop || options.kiosk || options.eachSeconds > 0 || options.orbitSeconds > 0;
    const std::vector<std::string> scenes = loops ? parts(options.scene) : std::vector{options.scene};
    app::FlowStart start = app::loadFlow(scenes.front());
    const app::SceneOverrides& overrides = options.overrides;
    if (start.from && overrides.particles.any())
      throw app::UsageError("--seed, --elements and --tracers cannot be given with a checkpoint: it has its particles");
    overrides.applyTo(start.scene);
    app::ApplicationOptions application;
    application.vsync = options.vsync;
    application.size = options.size;
    application.fullScreen = options.fullScreen;
    application.exitAfterFrames = options.exitAfterFrames;
    application.exitAfterSeconds = options.exitAfterSeconds;
    application.screenshotPath = options.screenshot;
    const bool script = options.exitAfterFrames || !options.screenshot.empty();
    application.rememberLayout = !script && !options.kiosk;  // scripts and visitors leave no traces
    application.resetLayout = options.resetLayout;
    application.show = {loops, 0, options.eachSeconds, options.orbitSeconds, options.captions};
    application.kiosk = options.kiosk;
    if (loops) {
      application.loop = scenes;
      application.overrides = [&overrides](app::Scene& scene) { overrides.applyTo(scene); };
      for (const std::string& name : scenes) app::loadFlow(name);  // throws now what would be told in the middle
    }
    return app::runApplication(start, application);
  }
  int operator()(const app::RunOptions& options) const { return app::runCommand(options, session.ranks()); }
  int operator()(const app::EvalOptions& options) const { return app::evalCommand(options, session.ranks()); }
  int operator()(const app::VerifyOptions& options) const {
    session.requireAlone("ringlet verify");
    return app::verifyCommand(options);
  }
  int operator()(const app::ConvergeOptions& options) const {
    session.requireAlone("ringlet converge");
    return app::convergeCommand(options);
  }
  int operator()(const app::BenchOptions& options) const { return app::benchCommand(options, session.ranks()); }
  int operator()(const app::InfoOptions& options) const {
    session.requireAlone("ringlet info");
    return app::infoCommand(options);
  }
};

// What was printed must have arrived: a full disk behind a redirection is an error too.
int finishOutput(app::RankSession& session, int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return session.fail("standard output could not be written", code == 0 ? kFailed : code);
}

}  // namespace

int main(int argc, char** argv) {
  app::openStandardStreams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit fails the write, which says so
  app::RankSession session;
  try {
    session.open();
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    const app::Command command = app::parseCommandLine(arguments);
    std::visit(ChooseGpu{}, command);
    return finishOutput(session, std::visit(Dispatch{session}, command));
  } catch (const app::UsageError& error) {
    return session.fail(error.what(), kWrongUsage);
  } catch (const std::bad_alloc&) {
    return session.fail("out of memory", kFailed);
  } catch (const std::exception& error) {
    return session.fail(error.what(), kFailed);
  }
}
