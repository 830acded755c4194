#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "film/ffmpeg_process.h"
#include "film/frame_sink.h"
#include "film/recorder.h"

namespace app {

/// An mp4 (H.264) or webm (VP9) that ffmpeg writes under its final name while it grows, so that what was written can be
/// found and played after any kind of death.
class VideoFile final : public FrameSink {
 public:
  /// `settings` have passed validate(). Throws UserError (the file exists, not forced) or RecorderError.
  explicit VideoFile(const RecorderSettings& settings);
  ~VideoFile() override;

  void write(const Image& frame, std::int64_t number) override;
  /// Closes the file; an mp4 is then rewritten with its index in front ("fast start") and renamed into place.
  std::string finish() override;

  static bool isMp4(const std::string& path);
  static bool isWebm(const std::string& path);

 private:
  void claimFile(bool force);
  void start(const RecorderSettings& settings);
  std::string rewriteForFastStart() const;
  void removeIfEmpty();

  std::string path_;
  bool createdHere_ = false;  // the file was not there before
  std::size_t frames_ = 0;
  std::unique_ptr<FfmpegProcess> ffmpeg_;
};

}  // namespace app
