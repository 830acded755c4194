#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "film/frame_sink.h"
#include "film/recorder.h"

namespace app {

/// A path whose file name holds exactly one %d or %0Nd (N = 1 to 18), understood here and never given to printf.
class NumberedPath {
 public:
  /// Throws UsageError that quotes the pattern and says what is expected.
  explicit NumberedPath(const std::string& pattern);

  /// The path of that number, filled up with zeros to the pattern's width.
  std::string at(std::int64_t number) const;
  /// The number of a file name (without folder) that at() could have made.
  std::optional<std::int64_t> numberOf(const std::string& fileName) const;
  /// Folder of the files; "." where the pattern names none.
  std::string folder() const;

 private:
  std::string before_, after_;  // the text around the number, folder included
  int width_ = 1;
};

/// Frames as numbered PNG files. Each file appears only when it is complete.
class PngSequence final : public FrameSink {
 public:
  /// `settings` have passed validate(). Throws UserError if a picture of that pattern from firstNumber on exists (not
  /// forced), RecorderError if the folder cannot be written.
  explicit PngSequence(const RecorderSettings& settings);

  void write(const Image& frame) override;
  /// With force, pictures of an older and longer film behind the last one are removed, so that the sequence is one
  /// film.
  std::string finish() override;

 private:
  std::optional<std::int64_t> firstExisting(std::int64_t from) const;

  NumberedPath path_;
  bool force_;
  std::int64_t first_, next_;
};

}  // namespace app
