#include "files/output_place.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "files/file_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

std::string resolved(const std::string& path) {
  std::error_code none;
  if (!fs::is_symlink(path, none)) return path;
  const auto target = fs::weakly_canonical(path, none);
  return none ? path : target.string();
}

OutputPlace::Kind kindOf(mode_t mode) {
  if (S_ISDIR(mode)) return OutputPlace::Kind::folder;
  return S_ISREG(mode) ? OutputPlace::Kind::file : OutputPlace::Kind::device;
}

/// A folder that may be searched and written but not listed can be named only (O_PATH).
int openFolder(const std::string& path) {
  const int readable = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return readable >= 0 || errno != EACCES ? readable : open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
}

}  // namespace

OutputPlace::OutputPlace(const std::string& path)
    : given_(path), path_(resolved(path)), name_(fs::path(path_).filename().string()) {
  struct stat status = {};
  if (stat(path_.c_str(), &status) == 0) {
    kind_ = kindOf(status.st_mode);
  } else if (errno != ENOENT) {
    throw FileError(path, "cannot be written", errno);
  }
  if (kind_ == Kind::folder) return;
  if (name_.empty()) throw FileError(path, "cannot be written", ENOENT);
  const std::string parent = fs::path(path_).parent_path().string();
  folder_ = Descriptor(openFolder(parent.empty() ? "." : parent));
  if (!folder_) throw FileError(path, "cannot be written", errno);
}

void OutputPlace::syncFolder() const {
  // Some file systems and folders without the right to read know no fsync(); only a disk that failed is an error.
  if (fsync(folder()) != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
    throw FileError(given_, "write failed", errno);
}

std::string withFolder(const std::string& path) {
  std::error_code trouble;
  const std::filesystem::path folder = std::filesystem::absolute(path, trouble).lexically_normal().parent_path();
  return trouble ? path : path + " in " + folder.string();
}

}  // namespace app
