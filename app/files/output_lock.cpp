#include "files/output_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "files/file_error.h"
#include "files/hidden_file.h"
#include "files/user_error.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

/// Opens the lock's file, which is made where there is none; empty where that cannot be. Another user's may allow
/// reading alone, which is enough for flock(); network file systems want to write.
Descriptor openLock(int folder, const std::string& name) {
  constexpr int kFlags = O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  Descriptor file(openat(folder, name.c_str(), O_RDWR | kFlags, 0644));
  if (!file && errno == EACCES) file = Descriptor(openat(folder, name.c_str(), O_RDONLY | kFlags, 0644));
  struct stat status = {};
  if (file && (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))) return {};
  return file;
}

}  // namespace

OutputLock::OutputLock(const OutputPlace& place, Sharing sharing, std::chrono::milliseconds patience) {
  take(place, sharing, patience);
}

OutputLock::OutputLock(const std::string& path, Sharing sharing, Hold hold) : hold_(hold) {
  try {
    take(OutputPlace(path), sharing, kMoment);
  } catch (const FileError&) {  // whoever writes there says so
  }
}

void OutputLock::take(const OutputPlace& place, Sharing sharing, std::chrono::milliseconds patience) {
  if (place.kind() == OutputPlace::Kind::device || place.kind() == OutputPlace::Kind::folder) return;
  Descriptor folder(fcntl(place.folder(), F_DUPFD_CLOEXEC, 0));
  const std::string name = lockName(hold_ == Hold::run ? place.name() + "/run" : place.name());
  const auto end = Clock::now() + patience;
  for (;;) {
    Descriptor file = openLock(folder.get(), name);
    if (!file) return;
    switch (claimHidden(folder.get(), name, file, sharing == Sharing::alone ? LOCK_EX : LOCK_SH)) {
      case Claim::held:
        folder_ = std::move(folder);
        file_ = std::move(file);
        name_ = name;
        return;
      case Claim::unsupported:
        unlinkat(folder.get(), name.c_str(), 0);
        return;
      case Claim::busy:
        if (Clock::now() >= end) throw UserError(place.given() + ": another process is writing it");
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        break;
      case Claim::gone:
        break;
    }
  }
}

OutputLock::~OutputLock() {
  // One of several that share it gets no lock for itself here, the last of them does.
  if (file_ && claimHidden(folder_.get(), name_, file_, LOCK_EX) == Claim::held)
    unlinkat(folder_.get(), name_.c_str(), 0);
}

}  // namespace app
