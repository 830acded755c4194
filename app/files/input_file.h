#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace app {

/// A file opened for reading bytes. Opening never waits, not even for the writer of a pipe. Reading waits for a pipe at
/// most ten seconds, for standard input without limit. Every call that fails throws FileError with the system's reason.
class InputFile {
 public:
  /// Folders are refused (UserError).
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  /// Bytes of a regular file; 0 for pipes and devices.
  std::uint64_t size() const { return size_; }
  bool regular() const { return regular_; }
  /// Owned by this object.
  int descriptor() const { return descriptor_; }
  /// Reads up to `bytes` from the present position; fewer only at the end. A pipe that gives nothing for ten seconds is
  /// a UserError.
  std::size_t read(char* out, std::size_t bytes);
  /// Reads exactly `bytes` from `offset` of a regular file; a shorter file is a UserError.
  void readAt(std::uint64_t offset, char* out, std::size_t bytes);

 private:
  void waitForBytes();

  std::string path_;
  bool standard_ = false;  // standard input
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool regular_ = false;
};

}  // namespace app
