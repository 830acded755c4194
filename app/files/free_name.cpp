#include "files/free_name.h"

#include <fmt/format.h>

#include <filesystem>

#include "files/user_error.h"

namespace app {

bool nameTaken(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(std::filesystem::symlink_status(path, none));
}

std::string firstFreeName(int first, const std::function<std::string(int)>& make,
                          const std::function<bool(const std::string&)>& taken) {
  constexpr int kMost = 9999;
  for (int i = first; i <= kMost; ++i) {
    std::string name = make(i);
    if (!taken(name)) return name;
  }
  throw UserError(fmt::format("{} to {} are here already: remove some", make(first), make(kMost)));
}

std::string freeNumberedName(const std::string& stem, const std::string& ending) {
  return firstFreeName(1, [&](int i) { return fmt::format("{}-{:04}{}", stem, i, ending); });
}

}  // namespace app
