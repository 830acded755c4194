// Options of the commands verify, converge and info.

#include <string>
#include <vector>

#include "commands/line/command_line.h"
#include "commands/line/command_options.h"
#include "files/suggest.h"
#include "fmm/settings_table.h"
#include "fmm/verification.h"
#include "scene/scene_settings_table.h"

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

void addConverge(CLI::App& converge, ConvergeOptions& out) {
  using fmm::FieldSettings;
  converge.add_option("SCENE", out.scene, "Name of a scene or path of a scene file; left out with --curve");
  converge.add_option("--until", out.until, "Simulated time; default: the scene's film, at most 200 steps")
      ->check(numberIn(fmm::above(0, 1e12)));
  addSetting(converge, "--dt", out.motion, &fmm::MotionSettings::timeStep, "default: the scene's");
  addSetting(converge, "--elements", out.overrides.particles, &ParticleSettings::elements, "default: as for run");
  converge
      .add_option("--most-elements", out.mostElements,
                  "Most elements of the finest run; where the half spacing needs more, the spacing is doubled "
                  "twice instead; default 524288 on a GPU, 32768 on the CPU")
      ->check(wholeIn({1, kMaximumCount}));
  addSetting(converge, "--seed", out.overrides.particles, &ParticleSettings::seed);
  addSetting(converge, "--core", out.overrides.field, &FieldSettings::regularisation, "default: the scene's");
  addSetting(converge, "--tolerance", out.overrides.field, &FieldSettings::tolerance, "float: 1e-6 at the finest");
  addSetting(converge, "--solver", out.overrides.field, &FieldSettings::solver);
  addSetting(converge, "--precision", out.overrides.field, &FieldSettings::precision);
  addSetting(converge, "--backend", out.overrides.field, &FieldSettings::backend);
  addSetting(converge, "--threads", out.overrides.field, &FieldSettings::threads);
  addGpu(converge, out);
  CLI::Option* curve =
      converge
          .add_option("--curve", out.curve, "Draw the error of a collision against spacing and order of the core (SVG)")
          ->check(givenPath())
          ->type_name("FILE");
  converge.add_option("--counts", out.counts, "Elements of the curve's points; default 2048 4096 8192 16384")
      ->check(wholeIn({512, 1 << 24}))
      ->needs(curve);
  converge.add_flag("--force", out.force, "Replace the curve's file if it is already there")->needs(curve);
  converge.add_flag("--json", out.json, "Report as JSON on standard output");
  converge.callback([&out] {
    if (out.scene.empty() == out.curve.empty()) throw CLI::RequiredError("SCENE or --curve FILE");
  });
  converge.footer(
      "Examples:\n"
      "  ringlet converge oblique --elements 4096 --until 0.4\n"
      "  ringlet converge --curve convergence.svg --counts 8192 32768 131072 --backend cuda");
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

CommandKind convergeKind() {
  return commandKind<ConvergeOptions, convergeCommand>(
      "converge", "Separate the errors of spacing and of time step by several runs of a scene", addConverge);
}

CommandKind infoKind() {
  return commandKind<InfoOptions, infoCommand>("info", "Show version, backends, OpenGL renderer, limits and scenes",
                                               addInfo);
}

}  // namespace app
