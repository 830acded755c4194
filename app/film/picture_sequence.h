#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "files/output_lock.h"
#include "film/film_format.h"
#include "film/frame_sink.h"
#include "film/numbered_path.h"
#include "film/recorder.h"

namespace app {

/// Frames as numbered files, PNG or OpenEXR. Each file appears only when it is complete. Others may make other parts of
/// the same sequence at the same time, nobody else may write one.
class PictureSequence final : public FrameSink {
 public:
  /// `settings` have passed validate(). Throws UserError if a picture of that pattern from firstNumber on exists (not
  /// forced), or if another process is writing them, RecorderError if the folder cannot be written.
  explicit PictureSequence(const RecorderSettings& settings);

  void write(const Image& frame, std::int64_t number) override;
  /// With force, and unless this is a part, pictures of an older and longer film behind the last one are removed, so
  /// that the sequence is one film.
  std::string finish() override;

 private:
  std::optional<std::int64_t> firstExisting(std::int64_t from) const;
  std::string removeStale() const;

  const FilmFormat& format_;
  NumberedPath path_;
  std::optional<OutputLock> lock_;  // on the pattern, until the film is finished
  bool force_, part_;
  double quality_;
  std::string fingerprint_;
  std::int64_t first_;

  std::mutex mutex_;   // guards the rest: several threads write
  std::int64_t next_;  // behind the last picture
  std::int64_t written_ = 0;
};

}  // namespace app
