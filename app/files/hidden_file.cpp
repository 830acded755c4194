#include "files/hidden_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string_view>
#include <tuple>

#include "files/text_hash.h"

namespace app {
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

/// True the first time that this process asks for a folder; one that was removed may have left its number to another.
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
  if (claimHidden(folder, name, file, LOCK_EX) == Claim::held) unlinkat(folder, name.c_str(), 0);
}

}  // namespace

std::string temporaryName() {
  std::random_device random;
  return hiddenName(std::uint64_t{random()} << 32 | random(), kTemporary);
}

std::string lockName(const std::string& fileName) {
  return hiddenName(textHash(fileName), kLock);
}

Claim claimHidden(int folder, const std::string& name, const Descriptor& file, int operation) {
  int locked;
  do {
    locked = flock(file.get(), operation | LOCK_NB);
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

}  // namespace app
