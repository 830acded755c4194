#include "fuzz/fuzz_input.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "files/message.h"

namespace fuzz {

void fail(const std::string& why) {
  std::fprintf(stderr, "fuzz: %s\n", why.c_str());
  std::abort();
}

void checkMessage(const std::string& message) {
  constexpr std::size_t kLongest = 4096;
  if (message.empty()) fail("the message is empty");
  if (message.size() > kLongest) fail("the message is too long: " + message);
  const auto isControl = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  const std::string line = app::printable(message);
  if (std::any_of(line.begin(), line.end(), isControl)) fail("the message is no line: " + message);
}

MemoryFile::MemoryFile() : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
  if (descriptor_ < 0) fail("no file in memory");
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
}

MemoryFile::~MemoryFile() {
  close(descriptor_);
}

void MemoryFile::fill(std::string_view bytes) {
  const auto size = static_cast<ssize_t>(bytes.size());
  if (ftruncate(descriptor_, 0) != 0 || pwrite(descriptor_, bytes.data(), bytes.size(), 0) != size)
    fail("the file in memory cannot be written");
}

}  // namespace fuzz

/// Scenes may name looks from the user's configuration folder; fuzzers have no such folder.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  return setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
}
