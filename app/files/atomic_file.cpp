#include "files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

// The file behind symbolic links, which a rename would replace; `path` itself where there is none yet.
std::string resolved(const std::string& path) {
  std::error_code none;
  if (!std::filesystem::is_symlink(path, none)) return path;
  const auto target = std::filesystem::weakly_canonical(path, none);
  return none ? path : target.string();
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Existing existing)
    : given_(path), target_(resolved(path)), existing_(existing) {
  struct stat status = {};
  const bool there = stat(target_.c_str(), &status) == 0;
  if (there && S_ISDIR(status.st_mode)) throw UserError(given_ + ": is a folder, not a file");
  if (there && !S_ISREG(status.st_mode)) {
    descriptor_ = open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    if (there && existing_ == Existing::keep) refuse();
    temporary_ = fmt::format("{}.part-{}", target_, getpid());
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  }
  if (descriptor_ < 0) {
    temporary_.clear();
    fail("cannot be written");
  }
  buffer_.reserve(kBufferBytes);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::fail(const char* what) const {
  throw FileError(given_, what, errno);
}

void AtomicFile::refuse() const {
  throw UserError(given_ + ": file exists; --force replaces it");
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
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write failed");
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

void AtomicFile::commit(bool durable) {
  flush();
  if (durable && !temporary_.empty() && fsync(descriptor_) != 0) fail("write failed");
  const int closed = close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) fail("write failed");
  if (temporary_.empty()) return;

  const bool keep = existing_ == Existing::keep;
  int renamed = keep ? renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, target_.c_str(), RENAME_NOREPLACE)
                     : rename(temporary_.c_str(), target_.c_str());
  if (keep && renamed != 0 && errno == EEXIST) refuse();
  // Some file systems know no RENAME_NOREPLACE; the check at the start has to do there.
  if (keep && renamed != 0 && (errno == EINVAL || errno == ENOSYS))
    renamed = rename(temporary_.c_str(), target_.c_str());
  if (renamed != 0) fail("cannot be renamed into place");
  temporary_.clear();
}

}  // namespace app
