#pragma once

#include <chrono>
#include <string>

#include "files/descriptor.h"
#include "files/output_place.h"

namespace app {

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
  /// As long as a lock is waited for that may be held by one who looks for leftovers (hidden_file.h).
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
