#include "files/part_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <filesystem>
#include <system_error>
#include <thread>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

namespace fs = std::filesystem;

std::string resolved(const std::string& path) {
  std::error_code none;
  if (!fs::is_symlink(path, none)) return path;
  const auto target = fs::weakly_canonical(path, none);
  return none ? path : target.string();
}

OutputPlace::Kind kindOf(mode_t mode) {
  if (S_ISDIR(mode)) return OutputPlace::Kind::folder;
  return S_ISREG(mode) ? OutputPlace::Kind::file : OutputPlace::Kind::device;
}

/// ".NAME.part" beside the file; a name that would become too long loses its beginning.
std::string hiddenBeside(const fs::path& file, const std::string& ending) {
  std::string name = file.filename().string();
  const std::size_t most = NAME_MAX - 1 - ending.size();
  if (name.size() > most) name.erase(0, name.size() - most);
  return (file.parent_path() / ("." + name + ending)).string();
}

/// Waits until the disk has a file's bytes or a folder's names. Returns 0, or the code of a disk that fails: EIO,
/// ENOSPC or EDQUOT. Some file systems, and folders without read permission, refuse to be waited for, which loses
/// nothing.
int syncDisk(int descriptor) {
  int failed;
  do {
    failed = fsync(descriptor);
  } while (failed != 0 && errno == EINTR);
  return failed != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT) ? errno : 0;
}

int syncFolderOf(const std::string& path) {
  const std::string parent = fs::path(path).parent_path().string();
  const Descriptor folder(open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return syncDisk(folder.get());
}

}  // namespace

OutputPlace::OutputPlace(const std::string& asGiven) : given(asGiven), path(resolved(asGiven)) {
  struct stat status = {};
  if (stat(given.c_str(), &status) == 0) {
    kind = kindOf(status.st_mode);
  } else if (errno != ENOENT) {
    throw FileError(given, "cannot be written", errno);
  }
  if (kind == Kind::device) path = given;
  if (kind == Kind::absent && fs::path(path).filename().empty()) throw FileError(given, "cannot be written", ENOENT);
}

PartFile::PartFile(const OutputPlace& place, Existing existing, OtherWriter other, const char* ending)
    : place_(place), existing_(existing), path_(hiddenBeside(place.path, ending)) {
  if (place_.kind == OutputPlace::Kind::file && existing_ == Existing::keep) refuse();
  lock(other);
  if (ftruncate(file_.get(), 0) != 0) fail("cannot be written", errno);
}

void PartFile::lock(OtherWriter other) {
  constexpr std::chrono::milliseconds kPause{10};
  constexpr int kMostPauses = 6000, kMostLost = 100;
  // A file that is replaced may be private; publish() gives its rights on.
  const mode_t mode = place_.kind == OutputPlace::Kind::file ? 0600 : 0666;
  for (int pauses = 0, lost = 0; lost < kMostLost;) {
    file_ = Descriptor(open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode));
    if (!file_) failToOpen(errno);
    if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) {
      if (isNamed()) return;
      ++lost;  // its last holder has renamed or removed it
    } else if (errno != EWOULDBLOCK) {
      return;
    } else if (other == OtherWriter::refused || ++pauses > kMostPauses) {
      throw UserError(place_.given + ": another process is writing it");
    } else {
      std::this_thread::sleep_for(kPause);
    }
  }
}

PartFile::~PartFile() {
  if (!path_.empty()) unlink(path_.c_str());
}

bool PartFile::isNamed() const {
  struct stat own = {}, named = {};
  return fstat(file_.get(), &own) == 0 && lstat(path_.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
         own.st_ino == named.st_ino;
}

void PartFile::fail(const std::string& what, int code) const {
  throw FileError(place_.given, what, code);
}

/// Names the hidden file where it is what stands in the way: one that is another user's, or no file.
void PartFile::failToOpen(int code) const {
  fail("cannot be written" + (access(path_.c_str(), F_OK) == 0 ? ", nor can " + path_ : std::string()), code);
}

void PartFile::refuse() const {
  throw UserError(place_.given + ": file exists; --force replaces it");
}

/// A group that the file cannot have passes no rights to another one. File systems without rights refuse, and need
/// none.
void PartFile::takeRights() const {
  struct stat old = {};
  if (stat(place_.path.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
  const bool hasGroup =
      fchown(file_.get(), old.st_uid, old.st_gid) == 0 || fchown(file_.get(), uid_t(-1), old.st_gid) == 0;
  fchmod(file_.get(), old.st_mode & (hasGroup ? 0777 : 0707));
}

void PartFile::publish(bool durable) {
  const char* const name = place_.path.c_str();
  if (const int code = durable ? syncDisk(file_.get()) : 0) fail("write failed", code);
  if (const int code = tryToClose(file_.get())) fail("write failed", code);
  const bool keep = existing_ == Existing::keep;
  if (!keep) takeRights();
  int renamed = renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, name, keep ? RENAME_NOREPLACE : 0);
  if (renamed != 0 && keep && errno == EEXIST) refuse();
  // Some file systems lack RENAME_NOREPLACE; the constructor has looked for a file that must be kept.
  if (renamed != 0 && keep && (errno == EINVAL || errno == ENOSYS)) renamed = rename(path_.c_str(), name);
  if (renamed != 0) fail("cannot be renamed into place", errno);
  path_.clear();
  if (const int code = durable ? syncFolderOf(place_.path) : 0) fail("write failed", code);
}

int tryToClose(int descriptor) {
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return copy < 0 || close(copy) != 0 ? errno : 0;
}

OutputLock::OutputLock(const std::string& path, const char* ending) {
  try {
    const OutputPlace place(path);
    if (place.kind == OutputPlace::Kind::absent || place.kind == OutputPlace::Kind::file)
      file_.emplace(place, Existing::replace, OtherWriter::refused, ending);
  } catch (const FileError&) {  // the writer reports it
  }
}

}  // namespace app
