#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace app {

/// May a file that is already there be replaced?
enum class Existing { keep, replace };

/// A file that appears under its name only when it is whole: bytes go to "PATH.part-PID" beside it, commit() renames.
/// Without commit() nothing is left behind. Devices and pipes (also behind a symbolic link) are written directly.
class AtomicFile {
 public:
  /// Throws UserError if a regular file is there and must be kept, FileError if the temporary file cannot be made.
  AtomicFile(const std::string& path, Existing existing);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. Throws FileError (disk full, ...).
  void write(std::string_view bytes);
  /// Writes the rest out and renames; with `durable` only after the disk has it. Throws FileError, or UserError if a
  /// file that must be kept appeared meanwhile.
  void commit(bool durable = false);

 private:
  void flush();
  [[noreturn]] void fail(const char* what) const;
  [[noreturn]] void refuse() const;

  std::string given_;      // as the user wrote it, for messages
  std::string target_;     // symbolic links resolved
  std::string temporary_;  // empty: written directly
  Existing existing_;
  int descriptor_ = -1;
  std::string buffer_;
};

}  // namespace app
