// Options of the commands verify and info.

#include <string>
#include <vector>

#include "commands/line/command_line.h"
#include "commands/line/command_options.h"
#include "files/suggest.h"
#include "fmm/settings_table.h"
#include "fmm/verification.h"

namespace app {
namespace {

/// Validates the name of a check or of a group of checks.
CLI::Validator checkName() {
  return CLI::Validator(
      [](const std::string& name) {
        std::vector<std::string> known;
        for (const fmm::Check& check : fmm::checks()) {
          if (belongsTo(check.name, name)) return std::string();
          known.push_back(check.name.substr(0, check.name.find('/')));
          known.push_back(check.name);
        }
        return name + " is no check; --list names them" + didYouMean(name, known);
      },
      "");
}

/// "off", "auto" or a number of steps.
fmm::Redistribution takeRedistribution(const std::string& text) {
  if (text == "off") return {fmm::Redistribution::kOff};
  if (text == "auto") return {fmm::Redistribution::kAutomatic};
  int steps = 0;
  const char* const end = text.data() + text.size();
  if (takeNumber(text.data(), end, steps) != end || steps < 1 || steps > fmm::Redistribution::kMostSteps)
    throw CLI::ValidationError("--redistribution", fmt::format("{} is not known; allowed: off, auto or 1 to {} steps",
                                                               text, fmm::Redistribution::kMostSteps));
  return {steps};
}

/// Adds options for the parts of the method used in collisions, so that each can be switched off.
void addCollisionParts(CLI::App& verify, fmm::Settings& parts) {
  constexpr double kFewest = 512, kMost = 1 << 24;
  verify
      .add_option("--elements", parts.elementBudget,
                  "Most elements of a collision, which begins with half of them; default 131072 on a GPU, 32768 on "
                  "the CPU; from 32768 on there are pass marks, at 131072 half as wide")
      ->check(wholeIn({kFewest, kMost}));
  const auto core = [&parts](fmm::Regularisation kind) { parts.regularisation = kind; };
  addSetting(verify, "--core", fmm::settingOf(&fmm::FieldSettings::regularisation), core,
             "of the collisions; default gaussian8");
  verify
      .add_option_function<std::string>(
          "--redistribution", [&parts](const std::string& text) { parts.redistribution = takeRedistribution(text); },
          "When the collisions' elements go to a lattice: off, auto (the default) or every so many steps")
      ->type_name("off|auto|N");
  fmm::MotionSettings& motion = parts;
  addSetting(verify, "--node-threshold", motion, &fmm::MotionSettings::nodeThreshold, "of the collisions");
  addSetting(verify, "--lattice-overlap", motion, &fmm::MotionSettings::latticeOverlap, "of the collisions");
  verify.add_flag_callback(
      "--keep-divergence", [&parts] { parts.divergenceRemoval = false; },
      "Do not remove the divergence of the collisions' vorticity");
}

void addVerify(CLI::App& verify, VerifyOptions& out) {
  verify.add_flag("--full", out.full, "The long checks as well");
  verify.add_option("--only", out.only, "Only these checks or groups of checks, long ones among them: ring-speed, ...")
      ->check(checkName())
      ->type_name("NAME");
  verify.add_flag("--list", out.list, "List the checks and run none");
  verify.add_flag("--json", out.json, "Report as JSON on standard output");
  fmm::FieldSettings& machine = out.machine;
  addSetting(verify, "--backend", machine, &fmm::FieldSettings::backend);
  addSetting(verify, "--threads", machine, &fmm::FieldSettings::threads);
  addGpu(verify, out);
  addCollisionParts(verify, out.machine);
  verify.footer(
      "Examples:\n"
      "  ringlet verify\n"
      "  ringlet verify --only collisions/oblique --elements 16384 --core gaussian\n"
      "  ringlet verify --backend cuda --full --json\n"
      "  ringlet verify --only ring-speed leapfrog/gaussian-0.5");
}

void addInfo(CLI::App& info, InfoOptions& out) {
  info.add_flag("--json", out.json, "As JSON");
  addGpu(info, out);
  info.footer("Example:\n  ringlet info --json");
}

}  // namespace

bool belongsTo(const std::string& check, const std::string& name) {
  return check.compare(0, name.size(), name) == 0 && (check.size() == name.size() || check[name.size()] == '/');
}

CommandKind verifyKind() {
  return commandKind<VerifyOptions, verifyCommand>(
      "verify", "Check this build against theory; exit code 1 if a check fails", addVerify);
}

CommandKind infoKind() {
  return commandKind<InfoOptions, infoCommand>("info", "Show version, backends, OpenGL renderer, limits and scenes",
                                               addInfo);
}

}  // namespace app
