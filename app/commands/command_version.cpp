// What ringlet --version says.

#include <H5public.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "commands/commands.h"
#include "fmm/cuda.h"
#include "fmm/machine.h"

namespace app {
namespace {

/// The first program of that name in the folders of PATH; empty where there is none.
std::string onPath(const std::string& name) {
  const char* const folders = std::getenv("PATH");
  std::istringstream all(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(all, folder, ':');) {
    std::string path = folder + '/' + name;
    if (!folder.empty() && access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

}  // namespace

std::string versionText() {
  const std::string ffmpeg = onPath("ffmpeg");
  return fmt::format(
      "ringlet {}\n"
      "commit {}\n"
      "CUDA {}\n"
      "MPI {}\n"
      "HDF5 {}.{}.{}\n"
      "ffmpeg {}",
      RINGLET_VERSION, builtCommit().empty() ? "unknown" : builtCommit(), fmm::builtWithCuda() ? "yes" : "no",
      fmm::mpiModule().empty() ? "no module beside the program" : "yes", H5_VERS_MAJOR, H5_VERS_MINOR, H5_VERS_RELEASE,
      ffmpeg.empty() ? "not on PATH: films as numbered pictures only" : ffmpeg);
}

}  // namespace app
