#include "film/frame_sink.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

}  // namespace

PictureSequence::PictureSequence(const RecorderSettings& settings)
    : format_(*filmFormatOf(settings.path)),
      path_(settings.path),
      lock_(std::in_place, settings.path),
      force_(settings.force),
      quality_(settings.film.quality),
      first_(settings.firstNumber),
      next_(settings.firstNumber) {
  if (access(path_.folder().c_str(), W_OK | X_OK) != 0) {
    throw RecorderError(fmt::format("{}: pictures cannot be written there: {}", path_.folder(), std::strerror(errno)));
  }
  if (force_) return;
  if (const auto number = firstExisting(first_)) {
    throw UserError(fmt::format("{}: exists already and is kept; --force replaces the sequence, --resume continues one",
                                path_.at(*number)));
  }
}

std::optional<std::int64_t> PictureSequence::firstExisting(std::int64_t from) const {
  try {
    const std::vector<std::int64_t> numbers = path_.existing();
    const auto first = std::lower_bound(numbers.begin(), numbers.end(), from);
    return first == numbers.end() ? std::nullopt : std::optional(*first);
  } catch (const FileError& error) {
    throw RecorderError(error.what());
  }
}

void PictureSequence::write(const Image& frame, std::int64_t number) {
  try {
    format_.write(path_.at(number), frame, compressionLevel(quality_));
    const std::lock_guard lock(mutex_);
    next_ = std::max(next_, number + 1);
    ++written_;
  } catch (const FileError& error) {
    const std::lock_guard lock(mutex_);
    throw RecorderError(fmt::format("the sequence stops after {} pictures: {}", written_, error.what()));
  }
}

std::string PictureSequence::finish() {
  if (written_ == 0) throw RecorderError(path_.at(first_) + ": no frame was recorded, so there is no picture");
  std::string warning = force_ ? removeStale() : std::string();
  lock_.reset();
  return warning;
}

/// Removes pictures of an older and longer film after the last picture.
std::string PictureSequence::removeStale() const {
  while (const auto stale = firstExisting(next_)) {
    std::error_code error;
    if (!fs::remove(path_.at(*stale), error)) {
      return fmt::format("{}: a picture of an older film could not be removed: {}", path_.at(*stale), error.message());
    }
  }
  return {};
}

}  // namespace app
