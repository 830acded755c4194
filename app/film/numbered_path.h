#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// True if the path is a pattern of numbered files: its file name has a %. A % in a folder's name is literal.
bool hasNumber(const std::string& path);

/// A path whose file name contains exactly one %d or %0Nd (N = 1 to 18), parsed here and never passed to printf; %% is
/// a %, and folder names are literal.
class NumberedPath {
 public:
  /// Throws UsageError that quotes the pattern, says what is expected and gives an example.
  explicit NumberedPath(const std::string& pattern, const std::string& example = "frames/%05d.png");

  /// The path of that number, zero-padded to the pattern's width.
  std::string at(std::int64_t number) const;
  /// The number in a file name (without folder) that at() could have made.
  std::optional<std::int64_t> numberOf(const std::string& fileName) const;
  /// The numbers of all existing files, in increasing order; none if the folder is missing. Throws FileError if the
  /// folder cannot be listed.
  std::vector<std::int64_t> existing() const;
  /// Folder of the files; "." if the pattern names none.
  std::string folder() const;

 private:
  bool readWidth(const std::string& digits);

  std::string before_, after_;  // the text around the number, folder included
  int width_ = 1;
};

}  // namespace app
