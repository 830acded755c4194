#pragma once

// Where the frames of a recorder end.

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "files/atomic_file.h"
#include "files/descriptor.h"
#include "files/image.h"
#include "files/output_lock.h"
#include "film/ffmpeg_process.h"
#include "film/film_check.h"
#include "film/film_format.h"
#include "film/numbered_path.h"
#include "film/recorder.h"

namespace app {

/// Where a recorder's frames end: a video file or numbered pictures. Used by one thread at a time, but for write() of
/// numbered pictures.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  /// Writes the next frame; a video needs no number. Throws RecorderError.
  virtual void write(const Image& frame, std::int64_t number) = 0;
  /// Closes the film; nothing may be written afterwards. Throws RecorderError if the film is not whole. Returns empty,
  /// or a line about something lesser that went wrong.
  virtual std::string finish() = 0;
  /// Is an earlier output there until finish() puts this one in its place?
  virtual bool replacesEarlier() const { return false; }
};

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
