#include "files/data_paths.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace app {

namespace fs = std::filesystem;

fs::path dataDirectory() {
  fs::path folder;
  if (const char* set = std::getenv("RINGLET_DATA"); set != nullptr && *set != '\0') {
    folder = set;
  } else {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) throw FileError("/proc/self/exe", "cannot find the program's folder", error.value());
    folder = program.parent_path().parent_path() / "share" / "ringlet";
  }
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw FileError(folder.string(),
                    "no such folder; the program's shaders and colour maps should be there (set RINGLET_DATA to the "
                    "folder that has them)");
  }
  return folder;
}

std::string readTextFile(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw FileError(path.string(), "is a folder, not a file");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError(path.string(), "cannot open", errno);
  std::ostringstream text;
  if (file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (file.bad() || text.fail()) throw FileError(path.string(), "cannot read", errno);
  return text.str();
}

}  // namespace app
