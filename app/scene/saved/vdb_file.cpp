#include "scene/saved/vdb_file.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include "files/atomic_file.h"
#include "files/user_error.h"

namespace app {
namespace {

using Make = std::string (*)(const VdbContents&);

Make openModule(const std::string& path) {
  void* const module = dlopen(path.c_str(), RTLD_NOW);
  if (module == nullptr) throw UserError("the module for OpenVDB cannot be loaded: " + std::string(dlerror()));
  void* const make = dlsym(module, RINGLET_VDB_FUNCTION);
  if (make == nullptr) throw UserError(path + ": belongs to another version of this program");
  return reinterpret_cast<Make>(make);
}

}  // namespace

/// Beside the program (build folder), or in its installed folder.
std::string vdbModule() {
  std::error_code none;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", none).parent_path();
  for (const std::filesystem::path& place : {folder, folder / RINGLET_VDB_FOLDER})
    if (std::filesystem::is_regular_file(place / RINGLET_VDB_MODULE, none))
      return (place / RINGLET_VDB_MODULE).string();
  return {};
}

void writeVdb(const std::string& path, const GridFields& fields, Existing existing) {
  const std::string module = vdbModule();
  if (module.empty()) throw UserError(path + ": there is no module for OpenVDB (" RINGLET_VDB_MODULE ")");
  static const Make make = openModule(module);
  const GridShape& shape = fields.shape;
  VdbContents contents{shape.cells, cellCentres(shape, 0, 1).front(), shape.spacing, fields.time, {}};
  contents.volumes = {{"density", 1, &fields.tracers.density},
                      {"velocity", 3, &fields.velocity},
                      {"vorticity", 3, &fields.vorticity},
                      {"q", 1, &fields.q},
                      {"lambda_2", 1, &fields.lambda2}};
  if (!fields.pressure.empty()) contents.volumes.push_back({"pressure", 1, &fields.pressure});
  if (!fields.buoyancy.empty()) contents.volumes.push_back({"buoyancy", 1, &fields.buoyancy});
  AtomicFile file(path, existing);
  file.write(make(contents));
  file.commit(true);
}

}  // namespace app
