#pragma once

#include <optional>
#include <string>

#include "files/descriptor.h"

namespace app {

/// Whether an existing file may be replaced.
enum class Existing { keep, replace };

/// What to do while another process is writing the same output.
enum class OtherWriter {
  refused,  ///< throw an error at once
  awaited   ///< wait for up to a minute, for short work
};

/// Destination of an output. A symbolic link at the end of the path is followed, so that its target is written.
struct OutputPlace {
  enum class Kind { absent, file, folder, device };  ///< device: also a pipe or a socket

  /// Throws FileError if the path leads nowhere or has no name.
  explicit OutputPlace(const std::string& asGiven);

  std::string given;         ///< as the user wrote it, for messages
  std::string path;          ///< links resolved, but those to devices
  Kind kind = Kind::absent;  ///< what was there when this object was made
};

/// The hidden file ".NAME.part" beside an output NAME: temporary file and lock at once. Who holds its flock() writes
/// the output: a process until it dies, and a child that inherits the descriptor. What the dead have left is taken
/// over. Where a file system has no locks or no lasting inode numbers, the file is used without one.
class PartFile {
 public:
  /// Opens the file, empty and locked. Throws UserError if another process is writing the output or a file is there
  /// that must be kept; FileError.
  explicit PartFile(const OutputPlace& place, Existing existing = Existing::replace,
                    OtherWriter other = OtherWriter::refused, const char* ending = ".part");
  /// Removes the file unless it was published, then releases the lock.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return file_.get(); }

  /// Gives the file the output's name, atomically. A regular file that it replaces passes on its permissions, its group
  /// and, where the system allows that, its owner. With `durable` the bytes are on the disk before that, and the name
  /// is when this returns. Throws FileError, or UserError if a file that must be kept has appeared meanwhile.
  void publish(bool durable);

 private:
  void lock(OtherWriter other);
  bool isNamed() const;
  void takeRights() const;
  [[noreturn]] void fail(const std::string& what, int code) const;
  [[noreturn]] void failToOpen(int code) const;
  [[noreturn]] void refuse() const;

  const OutputPlace place_;
  const Existing existing_;
  std::string path_;  // empty once published
  Descriptor file_;
};

/// Some file systems report lost bytes only at close(). Closes a duplicate, as closing the file would release its lock.
/// Returns 0 or an errno.
int tryToClose(int descriptor);

/// Lock on an output that grows under its own name or is many files. Devices and pipes have none, nor have places where
/// no file can be made, which the writer reports.
class OutputLock {
 public:
  /// Ending of the lock on all files that a run writes under a name, one after the other, each with its own lock.
  static constexpr const char* kRun = ".lock";

  /// Throws UserError if another process is writing the output.
  explicit OutputLock(const std::string& path, const char* ending = ".part");

 private:
  std::optional<PartFile> file_;
};

}  // namespace app
