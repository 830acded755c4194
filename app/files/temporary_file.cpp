#include "files/temporary_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "files/hidden_file.h"

namespace app {
namespace {

constexpr mode_t kMode = 0666;

std::string ownName(const Descriptor& file) {
  return fmt::format("/proc/self/fd/{}", file.get());
}

/// A file without a name; empty where there can be none, or where it could not be named later (no /proc).
Descriptor openNameless(int folder) {
  Descriptor file(openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, kMode));
  if (file && access(ownName(file).c_str(), F_OK) != 0) return {};
  return file;
}

[[noreturn]] void fail(const char* call) {
  throw std::system_error(errno, std::generic_category(), call);
}

}  // namespace

TemporaryFile::TemporaryFile(int folder, Name name) : folder_(folder) {
  if (name == Name::none) file_ = openNameless(folder);
  if (!file_) createHidden();
}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) unlinkat(folder_, name_.c_str(), 0);
}

/// Under a hidden name, locked. One who looks for leftovers may find it before it is locked: then it is made anew.
void TemporaryFile::createHidden() {
  for (;;) {
    std::string name = temporaryName();
    Descriptor file(openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode));
    if (!file && errno == EEXIST) continue;
    if (!file) fail("openat");
    const Claim claim = claimHidden(folder_, name, file, LOCK_EX);
    if (claim != Claim::held && claim != Claim::unsupported) continue;
    file_ = std::move(file);
    name_ = std::move(name);
    return;
  }
}

bool TemporaryFile::link(const std::string& name) const {
  return linkat(AT_FDCWD, ownName(file_).c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

void TemporaryFile::takeHiddenName() {
  flock(file_.get(), LOCK_EX | LOCK_NB);  // nobody else has it, and some file systems cannot
  std::string name = temporaryName();
  while (!link(name)) {
    if (errno != EEXIST) fail("linkat");
    name = temporaryName();
  }
  name_ = std::move(name);
}

void TemporaryFile::publish(const std::string& name, bool replace) {
  if (name_.empty()) {
    if (link(name)) return;
    if (errno != EEXIST || !replace) fail("linkat");
    takeHiddenName();
  }
  int renamed = replace ? renameat(folder_, name_.c_str(), folder_, name.c_str())
                        : renameat2(folder_, name_.c_str(), folder_, name.c_str(), RENAME_NOREPLACE);
  // Some file systems know no RENAME_NOREPLACE; who was asked to keep a file has looked for it before.
  if (renamed != 0 && !replace && (errno == EINVAL || errno == ENOSYS))
    renamed = renameat(folder_, name_.c_str(), folder_, name.c_str());
  if (renamed != 0) fail("rename");
  name_.clear();
}

}  // namespace app
