#include "files/config_paths.h"

#include <cstdlib>

namespace app {

namespace fs = std::filesystem;

namespace {

/// The XDG base directory specification has relative paths ignored.
fs::path baseDirectory(const char* variable, const char* inHome) {
  if (const char* set = std::getenv(variable); set != nullptr && fs::path(set).is_absolute())
    return fs::path(set) / "ringlet";
  if (const char* home = std::getenv("HOME"); home != nullptr && fs::path(home).is_absolute())
    return fs::path(home) / inHome / "ringlet";
  return {};
}

}  // namespace

fs::path configDirectory() {
  return baseDirectory("XDG_CONFIG_HOME", ".config");
}

}  // namespace app
