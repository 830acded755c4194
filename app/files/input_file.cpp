#include "files/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::chrono::seconds kPatience{10};

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path == "-" ? "standard input" : path), standard_(path == "-") {
  descriptor_ = standard_ ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                          : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor_ < 0) throw FileError(path_, "cannot be opened", errno);
  struct stat status = {};
  if (fstat(descriptor_, &status) != 0 || S_ISDIR(status.st_mode)) {
    close(descriptor_);
    throw UserError(path_ + ": is a folder, not a file");
  }
  regular_ = S_ISREG(status.st_mode);
  if (regular_) size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
  close(descriptor_);
}

/// Waits until read() gives bytes or the end at once. Also waits for a pipe without a writer yet, which read() alone
/// would take for one at its end.
void InputFile::waitForBytes() {
  pollfd wanted = {descriptor_, POLLIN, 0};
  // Standard input, typed or computed by another program, may take any time.
  const int patience = standard_ ? -1 : static_cast<int>(std::chrono::milliseconds(kPatience).count());
  const int ready = poll(&wanted, 1, patience);
  if (ready < 0 && errno == EINTR) return;
  if (ready < 0) throw FileError(path_, "read failed", errno);
  if (ready == 0) throw UserError(fmt::format("{}: has given nothing for {} seconds", path_, kPatience.count()));
}

std::size_t InputFile::read(char* out, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    if (!regular_) waitForBytes();
    const ssize_t count = ::read(descriptor_, out + done, bytes - done);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) throw FileError(path_, "read failed", errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void InputFile::readAt(std::uint64_t offset, char* out, std::size_t bytes) {
  std::size_t done = 0;
  while (done < bytes) {
    const ssize_t count = pread(descriptor_, out + done, bytes - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw FileError(path_, "read failed", errno);
    if (count == 0) throw UserError(path_ + ": file ends before its data");
    done += static_cast<std::size_t>(count);
  }
}

}  // namespace app
