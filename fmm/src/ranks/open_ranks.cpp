#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include "fmm/error.h"
#include "fmm/machine.h"
#include "fmm/ranks.h"

namespace fmm {
namespace {

/// True if the launcher of Open MPI, of MPICH and its kin, or one with PMIx has set its variables for several ranks.
bool isStartedAsRank() {
  for (const char* size : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* value = std::getenv(size)) return std::string(value) != "1";
  return std::getenv("PMIX_RANK") != nullptr;
}

/// Paths of the module: beside the program (build folder), its installed folder, and the loader's search path.
std::array<std::string, 3> placesOfModule() {
  const std::string name = RINGLET_MPI_MODULE;
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  return {(folder / name).string(), (folder / RINGLET_MPI_FOLDER / name).string(), name};
}

}  // namespace

std::string mpiModule() {
  std::error_code none;
  for (const std::string& place : placesOfModule())
    if (place.front() == '/' && std::filesystem::is_regular_file(place, none)) return place;
  return {};
}

std::unique_ptr<Ranks> openRanks() {
  if (!isStartedAsRank()) return nullptr;
  std::string reasons;
  for (const std::string& place : placesOfModule()) {
    // RTLD_GLOBAL: plug-ins that MPI loads look for its functions.
    void* module = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) {
      reasons += (reasons.empty() ? "" : "; ") + std::string(dlerror());
      continue;
    }
    using Open = Ranks* (*)();
    const auto open = reinterpret_cast<Open>(dlsym(module, RINGLET_MPI_FUNCTION));
    if (open == nullptr) throw EnvironmentError(place + ": belongs to another version of this program");
    return std::unique_ptr<Ranks>(open());
  }
  throw EnvironmentError("started by a launcher of MPI, but its module cannot be loaded: " + reasons);
}

}  // namespace fmm
