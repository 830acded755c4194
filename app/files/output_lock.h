#pragma once

#include <chrono>
#include <string>

#include "files/descriptor.h"

namespace app {

/// Destination of an output: its folder, held open, and its name in the folder. A symbolic link at the end of the path
/// is followed first, so that its target is written.
class OutputPlace {
 public:
  enum class Kind { absent, file, folder, device };  ///< device: also a pipe or a socket

  /// Throws FileError if the folder cannot be reached or the name is not valid.
  explicit OutputPlace(const std::string& path);

  /// Kind of the file behind the path when this object was made.
  Kind kind() const { return kind_; }
  const std::string& path() const { return path_; }    ///< links resolved
  const std::string& name() const { return name_; }    ///< the last part of path()
  const std::string& given() const { return given_; }  ///< as the user wrote it, for messages
  int folder() const { return folder_.get(); }

  /// Waits until the disk has the folder's names. Throws FileError if the disk fails.
  void syncFolder() const;

 private:
  std::string given_, path_, name_;
  Kind kind_ = Kind::absent;
  Descriptor folder_;
};

/// Waits until the disk has a file's bytes or a folder's names. Returns 0, or the code of a disk that fails: EIO,
/// ENOSPC or EDQUOT. Some file systems, and folders without read permission, refuse to be waited for, which loses
/// nothing.
int syncDisk(int descriptor);

/// "film.mp4 in /home/me/films": path and folder of a file, for messages.
std::string withFolder(const std::string& path);

// Hidden files beside an output in progress: temporary files, which are renamed at the end, and locks on names. The
// owning process holds a flock() on each of them as long as it lives, which distinguishes leftovers of dead processes
// from files in use, also across containers.

/// ".ringlet-0123456789abcdef.part", with random digits; its length does not depend on the output's name.
std::string temporaryName();

/// ".ringlet-0123456789abcdef.lock", the digits being a hash of the output's file name.
std::string lockName(const std::string& fileName);

/// Outcome of claimHidden().
enum class Claim {
  held,         ///< locked, and the name still refers to this file
  busy,         ///< another process holds the lock
  gone,         ///< locked, but the last holder has removed or renamed it
  unsupported,  ///< the file system has no locks
};

/// How often a claim that finds its file gone is tried anew. Others remove a file at that moment hardly ever twice in
/// turn; file systems whose inode numbers change with each look never let a claim hold.
constexpr int kMostClaims = 100;

/// Locks an open hidden file by flock(), without waiting.
Claim claimHidden(int folder, const std::string& name, const Descriptor& file);

/// Removes leftovers of dead processes from a folder: unlocked regular files of this user with a hidden file's name.
/// Scans each folder once per process, so that sequences of 100 000 pictures cost nothing. Ignores failures.
void removeLeftovers(int folder);

/// Scope of a lock: the writing of one file, or all files that a run writes under the name, one at a time. Locks of
/// different scope do not exclude each other.
enum class Hold { file, run };

/// A lock on an output's name: refuses a second writer until it is released or its process dies, also across containers
/// on the same file system. It is a hidden file in the output's folder, named after a hash of the output's name, so
/// that the longest name can have one. Devices and pipes have no lock, nor has an output whose file system cannot lock
/// or keeps no inode numbers, or whose folder is not writable.
class OutputLock {
 public:
  /// Time to wait for a lock that a scan for leftovers may hold.
  static constexpr std::chrono::milliseconds kMoment{200};

  /// Waits for other writers up to `patience`, then throws UserError "PATH: another process is writing it".
  explicit OutputLock(const OutputPlace& place, std::chrono::milliseconds patience = kMoment);
  /// The same for a path. Takes no lock if its folder cannot be reached, which the writer then reports.
  explicit OutputLock(const std::string& path, Hold hold = Hold::file);
  /// Removes the hidden file and releases the lock.
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// A process that inherits this descriptor holds the lock as well; -1: there is no lock.
  int descriptor() const { return file_.get(); }

 private:
  void take(const OutputPlace& place, std::chrono::milliseconds patience);

  Descriptor folder_, file_;
  Hold hold_ = Hold::file;
  std::string name_;
};

}  // namespace app
