#pragma once

#include <sys/types.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "film/running_encoders.h"

namespace app {

/// ffmpeg could not be started, failed, or was killed; the message is one line with its own words.
class FfmpegError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A running ffmpeg that reads our bytes as its standard input ("pipe:0"). It is found on PATH and started with an
/// argument vector, in a process group of its own, so that Ctrl-C in the terminal does not end it before us. If this
/// program dies, ffmpeg sees the end of its input and closes its file in good order.
class FfmpegProcess {
 public:
  using Purpose = running_encoders::Purpose;

  /// `arguments` without the program's name; "-hide_banner -nostdin -loglevel error -xerror" is put before them, of
  /// which the last makes it fail where something could not be written. It inherits the descriptors `inherited` (-1:
  /// none) by their numbers, none of them 0 to 2. Throws FfmpegError.
  explicit FfmpegProcess(const std::vector<std::string>& arguments, Purpose purpose = Purpose::encoder,
                         const std::vector<int>& inherited = {});
  /// Ends the input and waits for the process.
  ~FfmpegProcess();
  FfmpegProcess(const FfmpegProcess&) = delete;
  FfmpegProcess& operator=(const FfmpegProcess&) = delete;

  /// Sends all bytes; waits while ffmpeg is busy. Throws FfmpegError if it has ended, with the reason.
  void write(const void* data, std::size_t bytes);
  /// Ends the input and waits until ffmpeg has ended. Throws FfmpegError if that was not with success.
  void finish();

  pid_t pid() const { return pid_; }

 private:
  void start(const std::vector<std::string>& arguments, int input, const std::vector<int>& inherited);
  void endInput();
  std::string reasonOfDeath(int status) const;
  std::string firstMessage() const;

  pid_t pid_ = -1;
  int input_ = -1;     // our end of the socket that is the child's standard input
  int messages_ = -1;  // anonymous file behind the child's standard error
  bool waitedFor_ = false;
};

}  // namespace app
