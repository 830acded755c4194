#include "files/atomic_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr mode_t kMode = 0666, kPrivate = 0600, kRights = 0777;

[[noreturn]] void fail(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

/// The unpublished files of this process.
struct Unpublished {
  std::mutex mutex;
  std::set<const TemporaryFile*> files;

  static Unpublished& get() {
    static auto& all = *new Unpublished;  // outlives all static objects
    return all;
  }
};

}  // namespace

/// A process that removes leftovers may find the file before it is locked; then another file is made. Where no name
/// ever leads to the file that was made under it, the last one stays without a lock.
TemporaryFile::TemporaryFile(int folder, bool replaces) : folder_(folder) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  for (int attempt = 1;; ++attempt) {
    std::string name = temporaryName();
    Descriptor file(openat(folder_, name.c_str(), kFlags, replaces ? kPrivate : kMode));
    if (!file && errno == EEXIST && attempt < kMostClaims) continue;
    if (!file) fail("openat");
    const Claim claim = claimHidden(folder_, name, file);
    if (claim != Claim::held && claim != Claim::unsupported && attempt < kMostClaims) {
      unlinkat(folder_, name.c_str(), 0);
      continue;
    }
    const std::lock_guard lock(Unpublished::get().mutex);
    Unpublished::get().files.insert(this);
    file_ = std::move(file);
    name_ = std::move(name);
    return;
  }
}

TemporaryFile::~TemporaryFile() {
  const std::lock_guard lock(Unpublished::get().mutex);
  Unpublished::get().files.erase(this);
  if (!name_.empty()) unlinkat(folder_, name_.c_str(), 0);
}

void TemporaryFile::removeAll() {
  Unpublished::get().mutex.lock();  // for ever
  for (const TemporaryFile* file : Unpublished::get().files)
    if (!file->name_.empty()) unlinkat(file->folder_, file->name_.c_str(), 0);
}

/// The group gets no rights that were another group's. File systems without rights or owners refuse, and need none.
void TemporaryFile::takeRights(const std::string& name) const {
  struct stat old = {}, own = {};
  if (fstatat(folder_, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(old.st_mode)) return;
  if (fstat(file_.get(), &own) != 0) return;
  mode_t mode = old.st_mode & kRights;
  const bool sameOwner = own.st_uid == old.st_uid || fchown(file_.get(), old.st_uid, gid_t(-1)) == 0;
  const bool sameGroup = own.st_gid == old.st_gid || fchown(file_.get(), uid_t(-1), old.st_gid) == 0;
  if (!sameGroup) mode &= ~mode_t{S_IRWXG} | (mode & S_IRWXO) << 3;
  if (!sameOwner) mode |= S_IRUSR | S_IWUSR;  // the new owner is this user
  fchmod(file_.get(), mode);
}

void TemporaryFile::publish(const std::string& name, bool replace) {
  const std::lock_guard lock(Unpublished::get().mutex);
  if (replace) takeRights(name);
  int renamed = replace ? renameat(folder_, name_.c_str(), folder_, name.c_str())
                        : renameat2(folder_, name_.c_str(), folder_, name.c_str(), RENAME_NOREPLACE);
  // Some file systems lack RENAME_NOREPLACE; the constructor has looked for an existing file that must be kept.
  if (renamed != 0 && !replace && (errno == EINVAL || errno == ENOSYS))
    renamed = renameat(folder_, name_.c_str(), folder_, name.c_str());
  if (renamed != 0) fail("rename");
  name_.clear();
}

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

std::chrono::milliseconds patienceFor(Rival rival) {
  return rival == Rival::awaited ? std::chrono::minutes(1) : OutputLock::kMoment;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Existing existing, Rival rival) : place_(path), existing_(existing) {
  if (path == "-") {
    device_ = Descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
    if (!device_) fail("cannot be written", errno);
    return;
  }
  if (place_.kind() == OutputPlace::Kind::folder) throw UserError(path + ": is a folder, not a file");
  buffer_.reserve(kBufferBytes);
  if (place_.kind() == OutputPlace::Kind::device) {
    device_ = Descriptor(open(place_.path().c_str(), O_WRONLY | O_CLOEXEC));
    if (!device_) fail("cannot be written", errno);
    return;
  }
  if (place_.kind() == OutputPlace::Kind::file && existing_ == Existing::keep) refuse();
  if (rival != Rival::allowed) lock_.emplace(place_, patienceFor(rival));
  removeLeftovers(place_.folder());
  try {
    temporary_.emplace(place_.folder(), place_.kind() == OutputPlace::Kind::file);
  } catch (const std::system_error& error) {
    fail("cannot be written", error.code().value());
  }
}

void AtomicFile::fail(const char* what, int code) const {
  throw FileError(place_.given(), what, code);
}

void AtomicFile::refuse() const {
  throw UserError(place_.given() + ": file exists; --force replaces it");
}

void AtomicFile::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) flush();
  if (bytes.size() < kBufferBytes) {
    buffer_.append(bytes);
    return;
  }
  buffer_.assign(bytes);
  flush();
}

void AtomicFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write failed", errno);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

/// Some file systems report lost bytes only at close(). Closes a duplicate, as closing the file would release its lock.
void AtomicFile::requireClosable() const {
  const int copy = fcntl(descriptor(), F_DUPFD_CLOEXEC, 0);
  if (copy < 0 || close(copy) != 0) fail("write failed", errno);
}

void AtomicFile::commit(bool durable) {
  flush();
  if (const int code = durable && temporary_ ? syncDisk(descriptor()) : 0) fail("write failed", code);
  requireClosable();
  if (temporary_) publish();
  if (durable && temporary_) place_.syncFolder();
  temporary_.reset();
  device_ = {};
  lock_.reset();
}

void AtomicFile::publish() {
  try {
    temporary_->publish(place_.name(), existing_ == Existing::replace);
  } catch (const std::system_error& error) {
    if (existing_ == Existing::keep && error.code() == std::errc::file_exists) refuse();
    fail("cannot be renamed into place", error.code().value());
  }
}

}  // namespace app
