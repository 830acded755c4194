#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// Is the path a pattern of numbered files: has its file name a %? One in a folder's name is a letter.
bool hasNumber(const std::string& path);

/// A path whose file name holds exactly one %d or %0Nd (N = 1 to 18), understood here and never given to printf; %% is
/// a %, and folders have their literal names.
class NumberedPath {
 public:
  /// Throws UsageError that quotes the pattern and says what is expected, with an example.
  explicit NumberedPath(const std::string& pattern, const std::string& example = "frames/%05d.png");

  /// The path of that number, filled up with zeros to the pattern's width.
  std::string at(std::int64_t number) const;
  /// The number of a file name (without folder) that at() could have made.
  std::optional<std::int64_t> numberOf(const std::string& fileName) const;
  /// The numbers of all files that are there, in increasing order. Throws FileError where the folder cannot be listed;
  /// one that is not there has none.
  std::vector<std::int64_t> existing() const;
  /// Folder of the files; "." where the pattern names none.
  std::string folder() const;

 private:
  bool readWidth(const std::string& digits);

  std::string before_, after_;  // the text around the number, folder included
  int width_ = 1;
};

}  // namespace app
