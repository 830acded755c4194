#pragma once

#include <cstdint>
#include <vector>

#include "film/recorder.h"

namespace app {

/// Which pictures of a stretch of a film are still to be made. Takes memory for those that are there, however long the
/// stretch is.
class MissingPictures {
 public:
  /// Pictures `first` to `last`, both included, without those of `there`: increasing numbers within that range.
  MissingPictures(std::int64_t first, std::int64_t last, std::vector<std::int64_t> there = {});
  /// The same of numbered files: whole ones are there, what is damaged or cut off is not. Throws UserError for a
  /// whole one of another size or of another film (film.fingerprint), FileError where the folder cannot be listed.
  MissingPictures(std::int64_t first, std::int64_t last, const RecorderSettings& film);

  bool none() const { return first_ > last_; }
  std::int64_t kept() const { return static_cast<std::int64_t>(there_.size()); }
  /// The first and the last of them, unless there is none.
  std::int64_t first() const { return first_; }
  std::int64_t last() const { return last_; }
  bool contains(std::int64_t number) const;

 private:
  std::int64_t first_, last_;
  std::vector<std::int64_t> there_;  // increasing
};

}  // namespace app
