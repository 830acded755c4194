#pragma once

#include <sys/types.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "files/descriptor.h"

namespace app {

/// ffmpeg could not be started, failed, or was killed; the message is one line and includes ffmpeg's own.
class FfmpegError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A running ffmpeg that reads our bytes from its standard input ("pipe:0"). It is found on PATH and started with an
/// argument vector in a process group of its own, so that Ctrl-C in the terminal does not end it before us. If this
/// program dies, ffmpeg sees the end of its input and closes its file properly.
class FfmpegProcess {
 public:
  /// `arguments` exclude the program's name; "-hide_banner -nostdin -loglevel error -xerror" precedes them (-xerror
  /// makes write errors fatal). The child inherits the descriptors `inherited` under the same numbers, none of them 0
  /// to 2 (-1: none). Throws FfmpegError.
  explicit FfmpegProcess(const std::vector<std::string>& arguments, const std::vector<int>& inherited = {});
  /// Ends the input and waits for the process.
  ~FfmpegProcess();
  FfmpegProcess(const FfmpegProcess&) = delete;
  FfmpegProcess& operator=(const FfmpegProcess&) = delete;

  /// Ends the program with that exit code after SIGTERM to all these processes, upon which ffmpeg closes its file and
  /// one that hangs ends. A thread that waits for one does not learn of its end, so it starts no other and reports
  /// nothing.
  [[noreturn]] static void endProgram(int code);

  /// Sends all bytes; blocks while ffmpeg is busy. Throws FfmpegError with the reason if ffmpeg has ended.
  void write(const void* data, std::size_t bytes);
  /// Ends the input and waits for ffmpeg's end. Throws FfmpegError if ffmpeg failed.
  void finish();

  pid_t pid() const { return pid_; }

 private:
  void start(const std::vector<std::string>& arguments, int input, const std::vector<int>& inherited);
  std::string reasonOfDeath(int status) const;
  std::string firstMessage() const;

  pid_t pid_ = -1;
  Descriptor input_;     // our end of the socket that is the child's standard input
  Descriptor messages_;  // anonymous file behind the child's standard error
  bool waitedFor_ = false;
};

}  // namespace app
