// Stand-ins for functions that the parsers refer to. The real ones draw the panel and perform the commands and the
// checks of `ringlet verify`; with panel and solver the build would take ten times as long.

#include "commands/commands.h"
#include "film/film_format.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"
#include "fmm/settings.h"
#include "fmm/verification.h"
#include "panel/panel_sections.h"

namespace app {

const std::vector<PanelSection>& panelSections() {
  static const std::vector<PanelSection> sections = {{"Flow", "", true, {}}, {"New ring", "", false, {}}};
  return sections;
}

std::string filmEndings() {
  return ".mp4";
}
std::string alphaEndings() {
  return ".png";
}

int windowCommand(const WindowOptions& /*options*/) {
  return 0;
}
int runCommand(const RunOptions& /*options*/, fmm::Ranks* /*ranks*/) {
  return 0;
}
int evalCommand(const EvalOptions& /*options*/, fmm::Ranks* /*ranks*/) {
  return 0;
}
int verifyCommand(const VerifyOptions& /*options*/) {
  return 0;
}
int convergeCommand(const ConvergeOptions& /*options*/) {
  return 0;
}
int benchCommand(const BenchOptions& /*options*/, fmm::Ranks* /*ranks*/) {
  return 0;
}
int infoCommand(const InfoOptions& /*options*/) {
  return 0;
}

std::string_view builtCommit() {
  return "0123456789";
}

}  // namespace app

namespace fmm {

std::vector<BackendInfo> availableBackends() {
  return {};
}

bool builtWithCuda() {
  return false;
}

std::string mpiModule() {
  return {};
}

Settings usualSettings() {
  return {};
}

const std::vector<Check>& checks() {
  static const std::vector<Check> known = {{"ring-speed", "", true, {}}, {"leapfrog/gaussian-0.5", "", false, {}}};
  return known;
}

}  // namespace fmm
