#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace app {

/// A file could not be read or written. The message is one line: "PATH: what: reason".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// "PATH: what", for failures that are not the system's (a malformed file).
  FileError(const std::string& path, const std::string& what) : std::runtime_error(path + ": " + what) {}
  /// "PATH: what: strerror(code)"; `code` is errno of the failed call, 0 leaves the reason out.
  FileError(const std::string& path, const std::string& what, int code)
      : std::runtime_error(path + ": " + what + (code != 0 ? std::string(": ") + std::strerror(code) : std::string())),
        code_(code) {}

  /// errno of the failed call; 0: another failure.
  int code() const { return code_; }

 private:
  int code_ = 0;
};

}  // namespace app
