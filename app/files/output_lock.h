#pragma once

#include <chrono>
#include <string>

#include "files/descriptor.h"

namespace app {

/// Where an output goes: its folder, held open, and its name in it. A symbolic link at the end of the path is followed
/// first, so that the file behind it is what is written.
class OutputPlace {
 public:
  enum class Kind { absent, file, folder, device };  ///< device: also a pipe or a socket

  /// Throws FileError where the folder cannot be reached or the name cannot be one.
  explicit OutputPlace(const std::string& path);

  /// What was there when the place was made.
  Kind kind() const { return kind_; }
  const std::string& path() const { return path_; }    ///< links resolved
  const std::string& name() const { return name_; }    ///< the last part of it
  const std::string& given() const { return given_; }  ///< as the user wrote it, for messages
  int folder() const { return folder_.get(); }

  /// Waits until the disk has the folder's names. Throws FileError where it could not take them.
  void syncFolder() const;

 private:
  std::string given_, path_, name_;
  Kind kind_ = Kind::absent;
  Descriptor folder_;
};

/// "film.mp4 in /home/me/films": where a file that was given by this path is to be found.
std::string withFolder(const std::string& path);

// Hidden files that the program has beside an output while it works on it: temporary files whose bytes wait for their
// name, and locks on names. Each is locked (flock) by the process that it belongs to for as long as that lives, so that
// what a dead process has left is known from what a living one needs, from one container to another, too.

/// ".ringlet-0123456789abcdef.part", with random digits: of one length, whatever the output is called.
std::string temporaryName();

/// ".ringlet-0123456789abcdef.lock", the digits being a hash of the output's file name.
std::string lockName(const std::string& fileName);

/// Outcome of claimHidden().
enum class Claim {
  held,         ///< locked, and the name leads to this very file
  busy,         ///< another process has it locked
  gone,         ///< locked, but the name leads elsewhere by now: its last holder has removed it
  unsupported,  ///< the file system knows no locks
};

/// Locks an open hidden file by flock(), without waiting; `operation` is LOCK_EX or LOCK_SH.
Claim claimHidden(int folder, const std::string& name, const Descriptor& file, int operation);

/// Removes what processes that are dead have left in a folder: regular files of this user with a hidden file's name,
/// unlocked. Looks into each folder once in the life of the process, so that sequences of 100 000 pictures cost
/// nothing. What cannot be removed stays.
void removeLeftovers(int folder);

/// May others that share it write the same output (parts of one sequence of pictures)?
enum class Sharing { alone, shared };

/// What a lock is held for: one writing of a file, or all that a run writes under the name, a file at a time. They do
/// not exclude each other.
enum class Hold { file, run };

/// A lock on an output's name: a second writer is refused, until this one lets go or its process dies, in other
/// containers on the same file system, too. It is a hidden file in the output's folder, named after a hash of the name,
/// so that the longest name has one. Devices and pipes have none; where the file system cannot lock, or nothing can be
/// made in the folder, the output goes without.
class OutputLock {
 public:
  /// As long as a lock is waited for that may be held by one who looks for leftovers.
  static constexpr std::chrono::milliseconds kMoment{200};

  /// Waits for other writers as long as `patience`, then throws UserError "PATH: another process is writing it".
  explicit OutputLock(const OutputPlace& place, Sharing sharing = Sharing::alone,
                      std::chrono::milliseconds patience = kMoment);
  /// The same of a path; a folder that cannot be reached is left to whoever writes there.
  explicit OutputLock(const std::string& path, Sharing sharing = Sharing::alone, Hold hold = Hold::file);
  /// Lets go; the last holder removes the hidden file.
  ~OutputLock();
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// A process that inherits this descriptor holds the lock as well; -1: there is no lock.
  int descriptor() const { return file_.get(); }

 private:
  void take(const OutputPlace& place, Sharing sharing, std::chrono::milliseconds patience);

  Descriptor folder_, file_;
  Hold hold_ = Hold::file;
  std::string name_;
};

}  // namespace app
