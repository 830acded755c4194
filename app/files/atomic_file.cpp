#include "files/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "files/file_error.h"
#include "files/user_error.h"

namespace app {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Existing existing, OtherWriter other) : given_(path) {
  buffer_.reserve(kBufferBytes);
  if (path == "-") {
    device_ = Descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
  } else {
    const OutputPlace place(path);
    if (place.kind == OutputPlace::Kind::folder) throw UserError(path + ": is a folder, not a file");
    if (place.kind != OutputPlace::Kind::device) {
      part_.emplace(place, existing, other);
      return;
    }
    device_ = Descriptor(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  }
  if (!device_) throw FileError(path, "cannot be written", errno);
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
    const ssize_t count = ::write(part_ ? part_->descriptor() : device_.get(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw FileError(given_, "write failed", errno);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

void AtomicFile::commit(bool durable) {
  flush();
  if (part_) {
    part_->publish(durable);
  } else if (const int code = tryToClose(device_.get())) {
    throw FileError(given_, "write failed", code);
  }
  part_.reset();
  device_ = {};
}

}  // namespace app
