#include "files/data_paths.h"

#include <fmt/format.h>

#include <cstdlib>

#include "files/input_file.h"

namespace app {
namespace fs = std::filesystem;

namespace {

constexpr const char* kAdvice =
    "the program's shaders, scenes and colour maps should be there (set RINGLET_DATA to the folder that has them)";

fs::path besideProgram() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) throw FileError("/proc/self/exe", "cannot find the program's folder", error.value());
  return program.parent_path().parent_path() / "share" / "ringlet";
}

}  // namespace

fs::path dataDirectory() {
  const char* const set = std::getenv("RINGLET_DATA");
  if (set != nullptr && *set == '\0')
    throw FileError("RINGLET_DATA", "is set, but empty; unset it, or set it to the folder with assets and shaders");
  const fs::path folder = set != nullptr ? fs::path(set) : besideProgram();
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) throw FileError(folder.string(), fmt::format("no such folder; {}", kAdvice));
  if (!fs::is_directory(folder / "assets", ignored) && !fs::is_directory(folder / "shaders", ignored))
    throw FileError(folder.string(), fmt::format("has neither assets nor shaders; {}", kAdvice));
  return folder;
}

std::string readTextFile(const fs::path& path, std::uint64_t most) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  InputFile file(path.string());
  std::string text;
  while (text.size() <= most) {
    const std::size_t before = text.size();
    text.resize(before + kBlock);
    const std::size_t count = file.read(text.data() + before, kBlock);
    text.resize(before + count);
    if (count < kBlock) break;
  }
  if (text.size() > most) throw FileError(path.string(), fmt::format("is too large; allowed: at most {} bytes", most));
  return text;
}

namespace fs = std::filesystem;

namespace {

/// Ignores relative paths, as the XDG base directory specification demands.
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
