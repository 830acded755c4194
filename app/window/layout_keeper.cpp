#include "window/layout_keeper.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>

#include "files/atomic_file.h"
#include "files/data_paths.h"
#include "files/file_error.h"
#include "files/message.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kBetweenLooks{5};
constexpr std::uint64_t kLargestFile = 65536;

std::string textOf(const std::string& path) {
  return readTextFile(path, kLargestFile);
}

}  // namespace

LayoutKeeper::LayoutKeeper(bool remember, bool startAnew) : looked_(std::chrono::steady_clock::now()) {
  if (!remember) return;
  path_ = layoutPath();
  std::error_code none;
  if (path_.empty() || startAnew || !fs::exists(path_, none)) return;
  try {
    kept_ = textOf(path_);
    start_ = parseLayout(kept_, path_);
  } catch (const std::exception& error) {
    tellError(fmt::format("{}; window and panel start as at first", error.what()));
    kept_.clear();
    start_ = {};
  }
}

bool LayoutKeeper::due() const {
  return !path_.empty() && std::chrono::steady_clock::now() - looked_ > kBetweenLooks;
}

void LayoutKeeper::keep(const PanelLayout& layout) {
  looked_ = std::chrono::steady_clock::now();
  if (path_.empty()) return;
  const std::string text = formatLayout(layout);
  if (text == kept_) return;
  try {
    fs::create_directories(fs::path(path_).parent_path());
    AtomicFile file(path_, Existing::replace, Rival::allowed);
    file.write(text);
    file.commit();
    kept_ = text;
  } catch (const std::exception& error) {
    tellError(fmt::format("the layout is not kept: {}", error.what()));
    path_.clear();
  }
}

}  // namespace app
