#include "film/numbered_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void badPattern(const std::string& pattern, const std::string& example, const char* what) {
  throw UsageError(
      fmt::format("{}: {}; numbered files need exactly one %d or %0Nd (N = 1 to 18) in the file name, "
                  "such as {}; %% is a %",
                  pattern, what, example));
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

bool hasNumber(const std::string& path) {
  return path.find('%', path.rfind('/') + 1) != std::string::npos;  // npos + 1 = 0: no folder
}

NumberedPath::NumberedPath(const std::string& pattern, const std::string& example) {
  const auto fail = [&](const char* what) { badPattern(pattern, example, what); };
  const std::size_t name = pattern.rfind('/') + 1;
  before_ = pattern.substr(0, name);
  bool numbered = false;
  for (std::size_t at = name; at < pattern.size(); ++at) {
    std::string& text = numbered ? after_ : before_;
    if (pattern[at] != '%') {
      text += pattern[at];
    } else if (pattern.compare(at, 2, "%%") == 0) {
      text += pattern[at++];
    } else {
      if (numbered) fail("more than one %");
      std::size_t end = at + 1;
      while (end < pattern.size() && isDigit(pattern[end])) ++end;
      if (end == pattern.size() || pattern[end] != 'd') fail("% is not followed by d or 0Nd");
      if (!readWidth(pattern.substr(at + 1, end - at - 1))) fail("bad width");
      numbered = true;
      at = end;
    }
  }
  if (!numbered) fail("no number in the name");
}

bool NumberedPath::readWidth(const std::string& digits) {
  if (digits.empty()) return true;
  const bool zeroFilled = digits.front() == '0' && digits.size() > 1;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), width_);
  return zeroFilled && result.ec == std::errc() && width_ >= 1 && width_ <= 18;
}

std::string NumberedPath::at(std::int64_t number) const {
  return fmt::format("{}{:0{}}{}", before_, number, width_, after_);
}

std::optional<std::int64_t> NumberedPath::numberOf(const std::string& fileName) const {
  const std::string prefix = before_.substr(before_.rfind('/') + 1);  // npos + 1 = 0: no folder
  if (fileName.size() <= prefix.size() + after_.size() || fileName.compare(0, prefix.size(), prefix) != 0) return {};
  const char* begin = fileName.data() + prefix.size();
  const char* end = fileName.data() + fileName.size() - after_.size();
  if (after_ != end || !std::all_of(begin, end, isDigit)) return {};
  std::int64_t number = 0;
  if (std::from_chars(begin, end, number).ec != std::errc()) return {};
  if (fmt::format("{:0{}}", number, width_) != std::string(begin, end)) return {};
  return number;
}

std::string NumberedPath::folder() const {
  const std::string parent = fs::path(before_ + "0").parent_path().string();
  return parent.empty() ? "." : parent;
}

std::vector<std::int64_t> NumberedPath::existing() const {
  std::vector<std::int64_t> numbers;
  std::error_code error;
  for (fs::directory_iterator entry(folder(), error), end; !error && entry != end; entry.increment(error)) {
    if (const auto number = numberOf(entry->path().filename().string())) numbers.push_back(*number);
  }
  if (error && error != std::errc::no_such_file_or_directory)
    throw FileError(folder(), "cannot be listed: " + error.message());
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

}  // namespace app
