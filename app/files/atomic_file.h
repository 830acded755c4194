#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "files/descriptor.h"
#include "files/output_lock.h"

namespace app {

/// A new file in a folder under a random hidden name, which publish() replaces by its own. It is locked, so that the
/// next one to save there can remove it where its process has died.
class TemporaryFile {
 public:
  /// The folder's descriptor outlives this. Throws std::system_error.
  explicit TemporaryFile(int folder);
  /// Removes the file unless it was published.
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return file_.get(); }

  /// Gives the file its name in the folder, at once and whole. Throws std::system_error: EEXIST where something is
  /// there that may not be replaced.
  void publish(const std::string& name, bool replace);

 private:
  int folder_;
  Descriptor file_;
  std::string name_;  // empty: it is published
};

/// May a file that is already there be replaced?
enum class Existing { keep, replace };

/// What to do where another process is writing the same output.
enum class Rival {
  refused,  ///< it is an error at once
  awaited,  ///< for a minute: it is a short piece of work
  allowed   ///< nothing: whoever is last replaces what the other wrote, or a lock on more than this file is held
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
  /// Writes the rest out and names the file; with `durable` only after the disk has it, and it has the name, too, when
  /// this returns. Throws FileError, or UserError if a file that must be kept appeared meanwhile.
  void commit(bool durable = false);

  /// Of the file, for a process that writes it in place of write().
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
  Descriptor device_;  // written directly, in place of temporary_
  std::string buffer_;
};

}  // namespace app
