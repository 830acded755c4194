#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "files/descriptor.h"
#include "files/output_lock.h"

namespace app {

/// A new file in a folder under a random hidden name; publish() gives it its final name. The file is locked, so that a
/// later writer in that folder can remove it if this process dies.
class TemporaryFile {
 public:
  /// The folder's descriptor must outlive this object. A file that is to replace another is its owner's alone until it
  /// does. Throws std::system_error.
  explicit TemporaryFile(int folder, bool replaces = false);
  /// Removes the file unless it was published.
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return file_.get(); }

  /// Renames the file to `name` in the folder, atomically. A regular file that it replaces passes on its permissions,
  /// its group and, where the system allows that, its owner. Throws std::system_error, with EEXIST if `name` is taken
  /// and must not be replaced.
  void publish(const std::string& name, bool replace);

  /// Removes all unpublished files of this process before it ends by _exit(). Other threads that make, publish or
  /// remove one wait from then on.
  static void removeAll();

 private:
  void takeRights(const std::string& name) const;

  int folder_;
  Descriptor file_;
  std::string name_;  // empty once published
};

/// Whether an existing file may be replaced.
enum class Existing { keep, replace };

/// What to do if another process is writing the same output.
enum class Rival {
  refused,  ///< throw an error at once
  awaited,  ///< wait for up to a minute, for short work
  allowed   ///< take no lock: the last writer wins, or the caller holds a lock on more than this file
};

/// A file that appears under its name only when it is whole: its bytes go to a hidden file in the same folder
/// (TemporaryFile), which commit() renames. Without commit() nothing is left behind. Devices and pipes (also behind a
/// symbolic link) are written directly.
class AtomicFile {
 public:
  /// Throws UserError if a regular file is there and must be kept, or if another process is writing the same output,
  /// FileError if the temporary file cannot be made.
  AtomicFile(const std::string& path, Existing existing, Rival rival = Rival::refused);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Buffered. Throws FileError (disk full, ...).
  void write(std::string_view bytes);
  /// Writes the rest out and names the file. With `durable` the bytes are on the disk before that, and the name is when
  /// this returns. Throws FileError, or UserError if a file that must be kept has appeared meanwhile.
  void commit(bool durable = false);

  /// Descriptor for a process that writes the file instead of write().
  int descriptor() const { return temporary_ ? temporary_->descriptor() : device_.get(); }

 private:
  void flush();
  void requireClosable() const;
  void publish();
  [[noreturn]] void fail(const char* what, int code) const;
  [[noreturn]] void refuse() const;

  OutputPlace place_;
  Existing existing_;
  std::optional<OutputLock> lock_;
  std::optional<TemporaryFile> temporary_;
  Descriptor device_;  // written directly, instead of temporary_
  std::string buffer_;
};

}  // namespace app
