#pragma once

#include <string>

#include "files/descriptor.h"

namespace app {

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

}  // namespace app
