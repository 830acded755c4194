#include "film/png_sequence.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "files/png_file.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void badPattern(const std::string& pattern, const char* what) {
  throw UsageError(
      fmt::format("{}: {}; a PNG sequence needs exactly one %d or %0Nd (N = 1 to 18) in the file name, "
                  "such as frames/%05d.png",
                  pattern, what));
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

NumberedPath::NumberedPath(const std::string& pattern) {
  const std::size_t percent = pattern.find('%');
  if (percent == std::string::npos) badPattern(pattern, "no number in the name");
  if (pattern.find('/', percent) != std::string::npos) badPattern(pattern, "% in the folder's name");
  std::size_t end = percent + 1;
  while (end < pattern.size() && isDigit(pattern[end])) ++end;
  if (end == pattern.size() || pattern[end] != 'd') badPattern(pattern, "% is not followed by d or 0Nd");
  const std::string digits = pattern.substr(percent + 1, end - percent - 1);
  if (!digits.empty()) {
    const bool zeroFilled = digits.front() == '0' && digits.size() > 1;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), width_);
    if (!zeroFilled || result.ec != std::errc() || width_ < 1 || width_ > 18) badPattern(pattern, "bad width");
  }
  if (pattern.find('%', end) != std::string::npos) badPattern(pattern, "more than one %");
  before_ = pattern.substr(0, percent);
  after_ = pattern.substr(end + 1);
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

PngSequence::PngSequence(const RecorderSettings& settings)
    : path_(settings.path), force_(settings.force), first_(settings.firstNumber), next_(settings.firstNumber) {
  if (access(path_.folder().c_str(), W_OK | X_OK) != 0) {
    throw RecorderError(fmt::format("{}: pictures cannot be written there: {}", path_.folder(), std::strerror(errno)));
  }
  if (force_) return;
  if (const auto number = firstExisting(first_)) {
    throw UserError(fmt::format("{}: exists already and is kept; --force replaces the sequence", path_.at(*number)));
  }
}

std::optional<std::int64_t> PngSequence::firstExisting(std::int64_t from) const {
  std::optional<std::int64_t> smallest;
  std::error_code error;
  for (fs::directory_iterator entry(path_.folder(), error), end; !error && entry != end; entry.increment(error)) {
    const auto number = path_.numberOf(entry->path().filename().string());
    if (number && *number >= from && (!smallest || *number < *smallest)) smallest = number;
  }
  if (error) throw RecorderError(fmt::format("{}: cannot be listed: {}", path_.folder(), error.message()));
  return smallest;
}

void PngSequence::write(const Image& frame) {
  try {
    writePng(path_.at(next_), frame);
    ++next_;
  } catch (const FileError& error) {
    throw RecorderError(fmt::format("the sequence stops after {} pictures: {}", next_ - first_, error.what()));
  }
}

std::string PngSequence::finish() {
  if (next_ == first_) throw RecorderError(path_.at(first_) + ": no frame was recorded, so there is no picture");
  if (!force_) return {};
  while (const auto stale = firstExisting(next_)) {
    std::error_code error;
    if (!fs::remove(path_.at(*stale), error)) {
      return fmt::format("{}: a picture of an older film could not be removed: {}", path_.at(*stale), error.message());
    }
  }
  return {};
}

}  // namespace app
