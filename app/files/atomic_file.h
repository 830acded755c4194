#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "files/descriptor.h"
#include "files/part_file.h"

namespace app {

/// A file that appears under its name only when it is whole: its bytes go to a hidden file in the same folder
/// (PartFile), which commit() renames. Without commit() nothing is left behind. Devices and pipes (also behind a
/// symbolic link) are written directly.
class AtomicFile {
 public:
  /// Throws UserError if a regular file is there and must be kept, or if another process is writing the same output;
  /// FileError.
  AtomicFile(const std::string& path, Existing existing, OtherWriter other = OtherWriter::refused);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. Throws FileError (disk full, ...).
  void write(std::string_view bytes);
  /// Writes the rest out and names the file. With `durable` the bytes are on the disk before that, and the name is when
  /// this returns. Throws FileError, or UserError if a file that must be kept has appeared meanwhile.
  void commit(bool durable = false);

 private:
  void flush();

  const std::string given_;
  std::optional<PartFile> part_;
  Descriptor device_;  // written directly, instead of part_
  std::string buffer_;
};

}  // namespace app
