#include "window/new_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>

#include "files/file_error.h"
#include "files/free_name.h"
#include "files/user_error.h"
#include "film/film_format.h"
#include "film/numbered_path.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// `stem` without a number that an earlier call gave it.
std::string unnumbered(const std::string& stem) {
  const auto dash = stem.find_last_of('-');
  const bool numbered = dash != std::string::npos && dash > 0 && dash + 1 < stem.size() &&
                        stem.find_first_not_of("0123456789", dash + 1) == std::string::npos;
  return numbered ? stem.substr(0, dash) : stem;
}

/// `path`, or made with the first number from 2 on that is free; `path` again where there is none.
std::string firstFree(const std::string& path, const std::function<std::string(int)>& make) {
  try {
    return isTaken(path) ? firstFreeName(2, make, isTaken) : path;
  } catch (const UserError&) {
    return path;
  }
}

bool isPattern(const std::string& path) {
  return hasNumber(path) && (isNumbered(path) || filmFormatOf(path) == nullptr);
}

std::string freePattern(const std::string& pattern) {
  const fs::path path = pattern;
  const std::string file = path.filename().string(), folder = path.parent_path().string();
  if (!folder.empty() && folder.find_first_not_of("./") != std::string::npos) {
    const std::string stem = unnumbered(folder);
    return firstFree(pattern, [&](int i) { return (fs::path(fmt::format("{}-{}", stem, i)) / file).string(); });
  }
  const std::size_t percent = file.find('%');
  std::string stem = file.substr(0, percent);
  while (!stem.empty() && stem.back() == '-') stem.pop_back();
  stem = unnumbered(stem.empty() ? "film" : stem);
  const std::string rest = file.substr(percent);
  return firstFree(pattern,
                   [&](int i) { return (path.parent_path() / fmt::format("{}-{}-{}", stem, i, rest)).string(); });
}

}  // namespace

bool isTaken(const std::string& path) {
  if (!isPattern(path)) return nameTaken(path);
  try {
    return !NumberedPath(path).existing().empty();
  } catch (const std::exception&) {  // no pattern, or a folder that cannot be listed: whoever writes there says so
    return false;
  }
}

std::string freeName(const std::string& path) {
  if (isPattern(path)) return freePattern(path);
  const std::string ending = fs::path(path).extension().string();
  const std::string stem = unnumbered(path.substr(0, path.size() - ending.size()));
  return firstFree(path, [&](int i) { return fmt::format("{}-{}{}", stem, i, ending); });
}

void requireNewFile(const std::string& path) {
  std::error_code none;
  const fs::file_status there = fs::status(path, none);
  if (fs::is_directory(there)) throw UserError(path + ": is a folder, not a file");
  if (fs::is_regular_file(there)) throw UserError(path + ": exists already and is kept; give another name");
  if (fs::exists(there)) return;
  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::is_directory(folder, none)) throw FileError(path, "cannot be written: there is no folder " + folder);
  if (access(folder.c_str(), W_OK | X_OK) != 0) throw FileError(path, "cannot be written", errno);
}

}  // namespace app
