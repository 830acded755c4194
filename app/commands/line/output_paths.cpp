#include "commands/line/output_paths.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <optional>

#include "files/user_error.h"
#include "film/numbered_path.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// A number with more digits than a pattern's width, which therefore does not matter.
constexpr std::int64_t kLongestNumber = 999'999'999'999'999'999;

/// Absolute, with links and dots resolved as far as the path exists.
fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  const fs::path canonical = fs::weakly_canonical(whole, error);
  return error ? whole.lexically_normal() : canonical;
}

/// The files that a path stands for: a single one, or those of a pattern.
struct Target {
  explicit Target(const GivenPath& given) {
    const fs::path path = given.path;
    if (given.numbered && hasNumber(given.path)) {
      folder = resolved(fs::absolute(path).parent_path());
      series.emplace(path.filename().string());
    } else {
      const fs::path whole = resolved(path);
      folder = whole.parent_path();
      name = whole.filename().string();
    }
  }

  std::string example() const { return series ? series->at(kLongestNumber) : name; }
  bool takes(const std::string& file) const { return series ? series->numberOf(file).has_value() : name == file; }

  fs::path folder;
  std::string name;
  std::optional<NumberedPath> series;
};

bool meet(const GivenPath& a, const GivenPath& b) {
  if (a.path.empty() || b.path.empty()) return false;
  const Target first(a), second(b);
  return first.folder == second.folder && (first.takes(second.example()) || second.takes(first.example()));
}

}  // namespace

void requireDistinct(const std::vector<GivenPath>& outputs, const std::vector<GivenPath>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t k = i + 1; k < outputs.size(); ++k)
      if (meet(outputs[i], outputs[k]))
        throw UsageError(fmt::format("{} {} and {} {} are the same file: one would replace the other", outputs[i].what,
                                     outputs[i].path, outputs[k].what, outputs[k].path));
  for (const GivenPath& output : outputs)
    for (const GivenPath& input : inputs)
      if (meet(output, input))
        throw UsageError(fmt::format("{} {} is the file of {}, {}, and would replace it", output.what, output.path,
                                     input.what, input.path));
}

}  // namespace app
