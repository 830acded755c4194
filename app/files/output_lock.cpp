// Destinations of outputs, hidden files beside them, and locks on their names.

#include "files/output_lock.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "files/file_error.h"
#include "files/text_hash.h"
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

/// Opens a folder that may be searched and written but not listed by O_PATH.
int openFolder(const std::string& path) {
  const int readable = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return readable >= 0 || errno != EACCES ? readable : open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
}

}  // namespace

OutputPlace::OutputPlace(const std::string& path)
    : given_(path), path_(resolved(path)), name_(fs::path(path_).filename().string()) {
  struct stat status = {};
  if (stat(path_.c_str(), &status) == 0) {
    kind_ = kindOf(status.st_mode);
  } else if (errno != ENOENT) {
    throw FileError(path, "cannot be written", errno);
  }
  if (kind_ == Kind::folder) return;
  if (name_.empty()) throw FileError(path, "cannot be written", ENOENT);
  const std::string parent = fs::path(path_).parent_path().string();
  folder_ = Descriptor(openFolder(parent.empty() ? "." : parent));
  if (!folder_) throw FileError(path, "cannot be written", errno);
}

int syncDisk(int descriptor) {
  int failed;
  do {
    failed = fsync(descriptor);
  } while (failed != 0 && errno == EINTR);
  return failed != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT) ? errno : 0;
}

void OutputPlace::syncFolder() const {
  if (const int code = syncDisk(folder())) throw FileError(given_, "write failed", code);
}

std::string withFolder(const std::string& path) {
  std::error_code trouble;
  const std::filesystem::path folder = std::filesystem::absolute(path, trouble).lexically_normal().parent_path();
  return trouble ? path : path + " in " + folder.string();
}

namespace {

constexpr std::string_view kPrefix = ".ringlet-", kTemporary = ".part", kLock = ".lock";
constexpr std::size_t kDigits = 16;

std::string hiddenName(std::uint64_t number, std::string_view ending) {
  return fmt::format("{}{:0{}x}{}", kPrefix, number, kDigits, ending);
}

bool isHiddenName(std::string_view name) {
  if (name.size() != kPrefix.size() + kDigits + kLock.size() || name.substr(0, kPrefix.size()) != kPrefix) return false;
  const std::string_view digits = name.substr(kPrefix.size(), kDigits), ending = name.substr(kPrefix.size() + kDigits);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos &&
         (ending == kTemporary || ending == kLock);
}

/// True the first time that this process asks for a folder. The birth time tells apart folders with a reused inode.
bool isFirstLook(int folder) {
  static std::mutex mutex;
  static std::set<std::tuple<std::uint64_t, std::uint64_t, std::int64_t, std::uint32_t>> seen;
  struct statx status = {};
  if (statx(folder, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) != 0) return false;
  const std::uint64_t device = std::uint64_t{status.stx_dev_major} << 32 | status.stx_dev_minor;
  const std::lock_guard lock(mutex);
  return seen.emplace(device, status.stx_ino, status.stx_btime.tv_sec, status.stx_btime.tv_nsec).second;
}

void removeIfDead(int folder, const std::string& name) {
  const Descriptor file(openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status = {};
  if (!file || fstat(file.get(), &status) != 0) return;
  if (!S_ISREG(status.st_mode) || status.st_uid != geteuid()) return;
  if (claimHidden(folder, name, file) == Claim::held) unlinkat(folder, name.c_str(), 0);
}

}  // namespace

std::string temporaryName() {
  std::random_device random;
  return hiddenName(std::uint64_t{random()} << 32 | random(), kTemporary);
}

std::string lockName(const std::string& fileName) {
  return hiddenName(textHash(fileName), kLock);
}

Claim claimHidden(int folder, const std::string& name, const Descriptor& file) {
  int locked;
  do {
    locked = flock(file.get(), LOCK_EX | LOCK_NB);
  } while (locked != 0 && errno == EINTR);
  if (locked != 0) return errno == EWOULDBLOCK ? Claim::busy : Claim::unsupported;
  struct stat mine = {}, named = {};
  if (fstat(file.get(), &mine) != 0 || fstatat(folder, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0)
    return Claim::gone;
  return mine.st_dev == named.st_dev && mine.st_ino == named.st_ino ? Claim::held : Claim::gone;
}

void removeLeftovers(int folder) {
  if (!isFirstLook(folder)) return;
  Descriptor list(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!list) return;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(list.get()), closedir);
  if (!entries) return;
  list.release();
  while (const dirent* entry = readdir(entries.get()))
    if (isHiddenName(entry->d_name)) removeIfDead(folder, entry->d_name);
}

namespace {

using Clock = std::chrono::steady_clock;

/// Opens or creates the lock's file; empty if that fails. Network file systems need write access for a lock; another
/// user's file may allow only reading, which is otherwise enough for flock().
Descriptor openLock(int folder, const std::string& name) {
  constexpr int kFlags = O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  Descriptor file(openat(folder, name.c_str(), O_RDWR | kFlags, 0644));
  if (!file && errno == EACCES) file = Descriptor(openat(folder, name.c_str(), O_RDONLY | kFlags, 0644));
  struct stat status = {};
  if (file && (fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode))) return {};
  return file;
}

}  // namespace

OutputLock::OutputLock(const OutputPlace& place, std::chrono::milliseconds patience) {
  take(place, patience);
}

OutputLock::OutputLock(const std::string& path, Hold hold) : hold_(hold) {
  try {
    take(OutputPlace(path), kMoment);
  } catch (const FileError&) {  // the writer reports it
  }
}

void OutputLock::take(const OutputPlace& place, std::chrono::milliseconds patience) {
  if (place.kind() == OutputPlace::Kind::device || place.kind() == OutputPlace::Kind::folder) return;
  Descriptor folder(fcntl(place.folder(), F_DUPFD_CLOEXEC, 0));
  const std::string name = lockName(hold_ == Hold::run ? place.name() + "/run" : place.name());
  const auto end = Clock::now() + patience;
  for (int gone = 0;;) {
    Descriptor file = openLock(folder.get(), name);
    if (!file) return;
    Claim claim = claimHidden(folder.get(), name, file);
    if (claim == Claim::gone && ++gone == kMostClaims) claim = Claim::unsupported;
    switch (claim) {
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
  // The name may be another file's meanwhile.
  if (file_ && claimHidden(folder_.get(), name_, file_) == Claim::held) unlinkat(folder_.get(), name_.c_str(), 0);
}

}  // namespace app
