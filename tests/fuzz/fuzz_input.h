#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/file_error.h"
#include "files/user_error.h"

namespace fuzz {

/// The bytes of an input as text.
inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the fuzzer, which then keeps the input, with this message on stderr.
[[noreturn]] void fail(const std::string& why);

/// Ends the fuzzer unless the message is what a user should see: not empty, at most 4 kB, printed as one line.
void checkMessage(const std::string& message);

/// Performs `read`. True if it returns; false for a UserError or FileError, whose message must pass checkMessage().
/// Every other exception leaves the harness, and libFuzzer reports it.
template <class Read>
bool accepts(const Read& read) {
  try {
    read();
    return true;
  } catch (const app::UserError& error) {
    checkMessage(error.what());
  } catch (const app::FileError& error) {
    checkMessage(error.what());
  }
  return false;
}

/// A file in memory that readers of files open by its path.
class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// Replaces the contents of the file.
  void fill(std::string_view bytes);
  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

}  // namespace fuzz
