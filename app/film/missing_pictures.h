#pragma once

#include <cstdint>
#include <vector>

#include "film/recorder.h"

namespace app {

/// The pictures of a range of a film that have yet to be made. Memory grows with the number of existing pictures only.
class MissingPictures {
 public:
  /// Pictures `first` to `last`, both included, except `there`: increasing numbers within that range.
  MissingPictures(std::int64_t first, std::int64_t last, std::vector<std::int64_t> there = {});
  /// The same for numbered files: complete ones exist, damaged or cut off ones do not. Throws UserError for a complete
  /// picture of another size or of another film (film.fingerprint), FileError if the folder cannot be listed.
  MissingPictures(std::int64_t first, std::int64_t last, const RecorderSettings& film);

  bool none() const { return first_ > last_; }
  std::int64_t kept() const { return static_cast<std::int64_t>(there_.size()); }
  /// The first and the last missing picture, unless there is none.
  std::int64_t first() const { return first_; }
  std::int64_t last() const { return last_; }
  bool contains(std::int64_t number) const;

 private:
  std::int64_t first_, last_;
  std::vector<std::int64_t> there_;  // increasing
};

}  // namespace app
