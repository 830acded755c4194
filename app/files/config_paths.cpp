#include "files/config_paths.h"

#include <cstdlib>

namespace app {

namespace fs = std::filesystem;

fs::path configDirectory() {
  // The XDG base directory specification has relative paths ignored.
  if (const char* set = std::getenv("XDG_CONFIG_HOME"); set != nullptr && fs::path(set).is_absolute())
    return fs::path(set) / "ringlet";
  if (const char* home = std::getenv("HOME"); home != nullptr && fs::path(home).is_absolute())
    return fs::path(home) / ".config" / "ringlet";
  return {};
}

}  // namespace app
