#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "files/confinement.h"
#include "files/input_file.h"

namespace app {

/// In a process that is a reader: what it may use.
struct ReaderTask {
  Confinement limits;
};

/// What the command line of a reader says; empty in any other program, which is known from then on as one that can be
/// its own reader. Its standard input is the file, its standard output the channel to the program that started it.
std::optional<ReaderTask> readerTask(int argc, char** argv);

/// This program a second time, as a process that does nothing but read one file from outside and answer over a channel.
/// Whatever the file does to it, here it is a UserError "FILE: what". posix_spawn starts it, so that threads, OpenGL
/// and CUDA do not matter; main() must begin with readerTask(). Ends with this object. A
/// signal that comes while the program waits for an answer is a FileError.
class ReaderProcess {
 public:
  /// `file` must stay open. Throws FileError where no process can be started.
  ReaderProcess(const InputFile& file, const Confinement& limits, std::chrono::milliseconds time);
  ~ReaderProcess();
  ReaderProcess(const ReaderProcess&) = delete;
  ReaderProcess& operator=(const ReaderProcess&) = delete;

  void send(const void* data, std::size_t bytes);
  /// Exactly so many bytes.
  void receive(void* out, std::size_t bytes);

 private:
  void start(int file, int channel, const Confinement& limits);
  void await(short event);
  void stop();
  [[noreturn]] void tellDeath();

  std::string path_;
  std::chrono::milliseconds time_;
  std::chrono::steady_clock::time_point end_;
  int channel_ = -1;
  pid_t pid_ = -1;
};

}  // namespace app
