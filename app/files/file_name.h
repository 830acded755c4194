#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <system_error>

namespace app {

/// Endings of saved states and of files for ParaView.
constexpr const char *kStateEnding = ".ringlet", *kVtkEnding = ".vtkhdf";

/// The ending of a file's name, with its dot, in small letters: ".npy" of "UP.NPY"; empty: it has none.
inline std::string endingOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending;
}

/// `path` with `ending` (".toml") appended unless it has that already.
inline std::string withEnding(std::string path, const std::string& ending) {
  if (endingOf(path) != ending) path += ending;
  return path;
}

/// "film.mp4 in /home/me/films": path and folder of a file, for messages.
inline std::string withFolder(const std::string& path) {
  std::error_code trouble;
  const std::filesystem::path folder = std::filesystem::absolute(path, trouble).lexically_normal().parent_path();
  return trouble ? path : path + " in " + folder.string();
}

}  // namespace app
