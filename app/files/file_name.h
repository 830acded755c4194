#pragma once

#include <filesystem>
#include <string>

namespace app {

/// `path` with `ending` (".toml") behind it unless it has that already.
inline std::string withEnding(std::string path, const std::string& ending) {
  if (std::filesystem::path(path).extension() != ending) path += ending;
  return path;
}

}  // namespace app
