#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "files/atomic_file.h"
#include "files/descriptor.h"
#include "files/output_lock.h"
#include "film/ffmpeg_process.h"
#include "film/film_check.h"
#include "film/film_format.h"
#include "film/frame_sink.h"
#include "film/recorder.h"

namespace app {

/// An mp4, webm, mov, GIF or APNG that ffmpeg writes under its final name while it grows, so that what was written can
/// be found and played after any kind of death. One that replaces an earlier film has no name until finish(), so that
/// the earlier one stays until the new one is whole.
class VideoFile final : public FrameSink {
 public:
  /// `settings` have passed validate(). Throws UserError (the file exists, not forced, or another process
  /// is writing it) or RecorderError.
  explicit VideoFile(const RecorderSettings& settings);
  ~VideoFile() override;

  void write(const Image& frame, std::int64_t number) override;
  /// Closes the file and counts its frames, fewer than were written being an error; an mp4 or mov is rewritten with its
  /// index in front ("fast start") on the way.
  std::string finish() override;
  bool replacesEarlier() const override { return whole_.has_value(); }

 private:
  void claimFile(bool force);
  void start(const RecorderSettings& settings);
  std::string check();
  void publish();
  WrittenFilm written() const;
  RecorderError failure(const std::string& trouble) const;
  void replaceEarlier();
  void removeIfEmpty();

  std::string path_;
  const FilmFormat& format_;
  std::optional<OutputLock> lock_;   // until the film is finished; ffmpeg has it, too
  bool createdHere_ = false;         // the file was not there before
  std::optional<AtomicFile> whole_;  // takes the earlier film's place
  Descriptor output_;                // of whole_, as ffmpeg has it
  std::int64_t frames_ = 0;
  std::unique_ptr<FfmpegProcess> ffmpeg_;
};

}  // namespace app
